import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { chooseTheme } from './load-modes.ts'
import { modeNames } from './mode-names.ts'
import { $theme, type ReadingSettings } from './theme.store.ts'
import styles from './theme-panel.css?inline'

const panelId = 'theme-panel'
const openers = `[aria-controls="${panelId}"]`

const unlessChosen: ReadingSettings = {
  theme: 'auto',
  readingMode: 'default',
  fontSize: 'medium',
  lineHeight: 'normal',
}

/** The last click that opens the panel. It may precede hydration: the click that hydrates the island does. */
const $press = atom<{ opener: HTMLElement } | undefined>(undefined)

if (!import.meta.env.SSR) {
  // A closed dialog is invisible: its styles are loaded with the island.
  adoptStyles(styles)
  document.addEventListener('click', ({ target }) => {
    const opener = (target as Element).closest<HTMLElement>(openers)
    if (opener) $press.set({ opener })
  })
}

/** Why an island? Each choice is shown at once, here and in the page, and fails when its styles cannot be loaded. */
export function ThemePanel() {
  const dialog = useRef<HTMLDialogElement>(null)
  const press = useStore($press, { ssr: 'initial' })
  const settings = useStore($theme, { ssr: () => unlessChosen })
  const [status, setStatus] = useState('')
  const [cost, setCost] = useState('')

  useEffect(() => {
    if (!press) return
    setStatus('')
    // It is loaded when it is asked for: the panel itself is loaded ahead.
    import('#site/lib/pages/page-cost.ts')
      .then(({ describePageCost }) => describePageCost())
      .then(setCost, console.warn)
    dialog.current?.showModal()
  }, [press])

  const choose = async (change: Partial<ReadingSettings>, done = '') => {
    try {
      await chooseTheme(change)
      setStatus(done)
    } catch {
      setStatus('This mode could not be loaded. Please check your connection and try again.')
    }
  }

  /** The badge goes with its mode, and focus mode hides the Theme button: then another opener takes the focus. */
  const giveFocusBack = () => {
    const ways = [press?.opener, ...document.querySelectorAll<HTMLElement>(openers)]
    ways.find((way) => way?.checkVisibility())?.focus({ preventScroll: true })
  }

  const radios = <Name extends keyof ReadingSettings>(
    name: Name,
    looks: Record<ReadingSettings[Name], ReactNode>,
  ) =>
    (Object.entries(looks) as [ReadingSettings[Name], ReactNode][]).map(([value, look]) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={settings[name] === value}
          onChange={() => choose({ [name]: value })}
        />
        <span>{look}</span>
      </label>
    ))

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own; the click is on what lies behind it.
    <dialog
      ref={dialog}
      id={panelId}
      className="reading-panel cut"
      aria-labelledby="reading-title"
      onClose={giveFocusBack}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <header>
        <h2 id="reading-title">Reading Experience</h2>
        <button
          type="button"
          className="icon-btn"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" size={22} />
        </button>
      </header>
      <fieldset>
        <legend>Theme</legend>
        <div className="reading-segments">
          {radios('theme', {
            light: withIcon('sun', 'Light'),
            dark: withIcon('moon', 'Dark'),
            auto: withIcon('devices', 'Auto'),
          })}
        </div>
        <p className="reading-note">
          Sepia and Contrast have colours of their own: the theme shows in Default and Focus.
        </p>
      </fieldset>
      <fieldset>
        <legend>Reading Mode</legend>
        <div className="reading-swatches">
          {radios('readingMode', {
            default: swatch('default'),
            sepia: swatch('sepia'),
            contrast: swatch('contrast'),
            focus: swatch('focus'),
          })}
        </div>
      </fieldset>
      <fieldset>
        <legend>Typography</legend>
        <fieldset>
          <legend>Font Size</legend>
          <div className="reading-segments">
            {radios('fontSize', { small: 'Small', medium: 'Medium', large: 'Large' })}
          </div>
        </fieldset>
        <fieldset>
          <legend>Line Spacing</legend>
          <div className="reading-segments">
            {radios('lineHeight', { compact: 'Compact', normal: 'Normal', relaxed: 'Relaxed' })}
          </div>
        </fieldset>
      </fieldset>
      {/* biome-ignore lint/a11y/useSemanticElements: nothing is filled in here. */}
      <div className="reading-preview" role="group" aria-label="Preview">
        <b>The quiet climb</b>
        <p>She asked for the same bench tomorrow. Then she asked for the key.</p>
      </div>
      <footer>
        <button
          type="button"
          className="btn-text"
          onClick={() => choose(unlessChosen, 'All settings are reset.')}
        >
          <span>Reset</span>
        </button>
        <form method="post" action="/api/data-saver" data-data-saver>
          <input
            type="hidden"
            name="returnTo"
            value={press ? location.pathname + location.search : '/'}
          />
          <button type="submit" name="dataSaver" value="on" className="lite:hidden">
            Turn data saver on
          </button>
          <button type="submit" name="dataSaver" value="off" className="full:hidden">
            Turn data saver off
          </button>
        </form>
        {press && <p>{cost}</p>}
        <p role="status">{status}</p>
      </footer>
    </dialog>
  )
}

function withIcon(name: 'sun' | 'moon' | 'devices', label: string) {
  return (
    <>
      <Icon name={name} />
      {label}
    </>
  )
}

function swatch(mode: ReadingSettings['readingMode']) {
  return (
    <>
      <i className={`reading-swatch is-${mode}`} aria-hidden="true">
        Aa
      </i>
      {modeNames[mode]}
    </>
  )
}
