import { useState } from 'react'
import { switchClass } from '#site/admin/ui/classes.ts'
import type { Preview } from './use-issue-sending.ts'

const views = [
  { value: 'phone', label: 'On a phone', width: 320 },
  { value: 'laptop', label: 'Laptop', width: 640 },
  { value: 'text', label: 'Plain text', width: 0 },
] as const
type View = (typeof views)[number]['value']

/** A mail as different programs show it. */
export function MailView({ preview }: { preview: Pick<Preview, 'subject' | 'text' | 'frame'> }) {
  const [view, setView] = useState<View>('phone')
  const [isDark, setDark] = useState(false)
  const [hasPictures, setPictures] = useState(true)
  const frame = `${preview.frame}${isDark ? '&dark=on' : ''}${hasPictures ? '' : '&pictures=off'}`
  const { width, label } = views.find(({ value }) => value === view) ?? views[0]
  return (
    <div className="grid gap-12">
      <fieldset className="grid grid-cols-3 border-b-2 border-ink">
        <legend className="sr-only">How it is shown</legend>
        {views.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className="min-h-48 border-b-4 border-transparent px-2 text-14 font-medium text-ink-2 aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink"
            aria-pressed={choice.value === view}
            onClick={() => setView(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </fieldset>
      <p className="text-15 [overflow-wrap:anywhere]">
        Subject: <b>{preview.subject || 'none yet'}</b>
      </p>
      {view === 'text' ? (
        <section
          className="max-h-[540px] overflow-auto border-2 border-ink bg-surface p-14"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
          tabIndex={0}
          aria-label="The newsletter as plain text"
        >
          <pre className="whitespace-pre-wrap text-15 [overflow-wrap:anywhere]">{preview.text}</pre>
        </section>
      ) : (
        <>
          {/* A laptop's width is drawn smaller, to see all of it. */}
          <div className="h-[540px] overflow-hidden">
            <iframe
              key={frame}
              className={`border-ink bg-white ${view === 'laptop' ? 'h-[1137px] origin-top-left border-4 [scale:.475] md:h-[1000px] md:[scale:.54]' : 'mx-auto block h-full max-w-full border-2'}`}
              width={width}
              title={`The newsletter: ${label}`}
              src={frame}
              sandbox=""
              loading="lazy"
            />
          </div>
          <div className="grid">
            <Switch
              label="Pictures off"
              isOn={!hasPictures}
              onChange={(isOn) => setPictures(!isOn)}
            />
            <Switch label="Dark mode" isOn={isDark} onChange={setDark} />
          </div>
        </>
      )}
    </div>
  )
}

function Switch({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
}) {
  return (
    <label className="flex min-h-44 cursor-pointer items-center justify-between gap-12 border-t border-line text-15 font-semibold">
      {label}
      <input
        type="checkbox"
        className={switchClass}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
