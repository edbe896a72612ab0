import { type ReactNode, useEffect } from 'react'
import { formatCounted } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { settingsId } from './SettingsPanel.tsx'
import { DocumentConflict } from './saving/ConflictBox.tsx'
import { SaveNotice } from './saving/SaveNotice.tsx'
import { SaveText } from './saving/SaveText.tsx'
import { useWords } from './text/use-words.ts'
import type { DocumentEditor } from './use-document-editor.ts'

/** What becomes of the document, at the top right. */
export interface MainAction {
  label: string
  /** Its label while it runs. */
  busy: string
  isBusy: boolean
  /** As in `aria-keyshortcuts`. */
  keys?: string
  onPress(): void
}

/** It stands in the bar of a laptop, and at the foot of a phone. */
interface SideAction extends MainAction {
  /** Lucide shape. */
  icon: string
}

interface Props {
  editor: DocumentEditor
  thing: 'story' | 'newsletter'
  /** The heading of the page, for those who listen: what one sees is the document. */
  title: string
  /** What it is at present, as in "Draft". */
  state: string
  back: { href: string; text: string }
  /** Undefined before the first save. */
  revisionsPath: string | undefined
  conflictPath: string
  tools: ReactNode
  action?: MainAction | undefined
  /** Take the place of the settings at the foot of a phone. */
  sideActions?: readonly SideAction[]
  /** It takes the place of the number of words on a laptop. */
  size?: string | undefined
  onPreview?: (() => void) | undefined
  /** A laptop has the preview beside the text. */
  isPreviewBeside?: boolean
  /** The outcome of the last action, below the bar. */
  said?: ReactNode
  /** A sheet on a phone, and beside the text on a laptop. */
  settings?: ReactNode
  children: ReactNode
}

/** `--bar`, `--tools` and `--foot` are the heights of what stands above and below the text. */
const frameClass =
  'editor flex min-h-[100dvh] flex-col [--bar:54px] [--tools:0px] [--foot:calc(58px+env(safe-area-inset-bottom))] ' +
  'md:[--bar:66px] md:[--foot:0px]'
const footLinkClass =
  'inline-flex min-h-56 items-center gap-10 font-semibold aria-busy:text-ink-2 [&>svg]:max-xs:hidden'

/** The screen of an editor: a bar at the top, its tools, the document itself, and what stands at the foot of a phone. */
export function DocumentFrame(props: Props) {
  const { editor, thing, title, state, back, revisionsPath, action, onPreview, settings } = props
  const { sideActions = [], isPreviewBeside, size } = props
  const { isReady, saveState, start } = editor
  const { words, minutes } = useWords(editor)
  useKeyboardHeight()
  useSaveKey(editor.save)
  const count = formatCounted(words, 'word')
  return (
    // No <form>: Enter submits nothing, and its dialogs have forms of their own.
    <div className={frameClass}>
      <div className="sticky top-0 z-20 bg-paper" data-bar="top">
        <div className="flex min-h-[54px] flex-wrap items-center justify-end gap-x-8 border-b-2 border-ink px-4 pr-12 md:min-h-64 md:gap-x-12 md:px-12 md:pr-24">
          <a className="icon-btn flex-none" href={back.href} aria-label={back.text}>
            <Icon name="arrowLeft" />
          </a>
          <img className="hidden md:block" src={iconOfPage()} alt="" width="32" height="32" />
          <div className="mr-auto min-w-0 flex-[1_1_84px] text-14/125">
            <h1 className="sr-only">{title}</h1>
            <p className="text-14/115 font-semibold md:text-15/130">{state}</p>
            <div className="flex flex-wrap text-13/115 text-ink-2 md:gap-x-12 md:text-14/125">
              <p role="status" data-save-state={start === undefined ? 'loading' : saveState.is}>
                {isReady ? <SaveText state={saveState} /> : 'Loading…'}
              </p>
              {(size || words > 0) && (
                <p className="hidden md:block">{size ?? `${count} · ${minutes} min read`}</p>
              )}
            </div>
          </div>
          {revisionsPath && (
            <a
              className="btn-text hidden flex-none px-8 text-15 md:inline-flex"
              href={revisionsPath}
            >
              <Icon shape={adminIcons.history} size={18} />
              <span>Revisions</span>
            </a>
          )}
          {onPreview && (
            <Button
              look="icon"
              className={`flex-none ${isPreviewBeside ? 'md:hidden' : 'md:inline-flex md:gap-10 md:border-2 md:border-ink md:px-16 md:text-15 md:font-semibold'}`}
              aria-label="Preview"
              onClick={onPreview}
            >
              <Icon name="eye" size={20} />
              <span className="hidden md:inline" aria-hidden="true">
                Preview
              </span>
            </Button>
          )}
          {sideActions.map((side) => (
            <ActionButton
              key={side.label}
              className="hidden flex-none md:inline-flex"
              label={side.label}
              busy={side.busy}
              isOutline
              icon={<Icon shape={side.icon} size={18} />}
              isBusy={side.isBusy}
              onPress={side.onPress}
            />
          ))}
          {action && (
            <Button
              look="action"
              className="flex-none whitespace-nowrap max-md:px-12 md:min-w-[120px]"
              isBusy={action.isBusy}
              aria-keyshortcuts={action.keys}
              title={action.keys?.replace('Control', 'Ctrl')}
              onClick={action.onPress}
              label={action.isBusy ? action.busy : action.label}
            />
          )}
        </div>
        {props.said}
      </div>
      {props.tools}
      <div className="order-1 flex-1 md:order-none md:grid md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">{props.children}</div>
        {settings}
      </div>
      <SaveNotice editor={editor} thing={thing}>
        {(conflict) => (
          <DocumentConflict
            editor={editor}
            thing={thing}
            conflict={conflict}
            revisionsPath={props.conflictPath}
          />
        )}
      </SaveNotice>
      <div
        className="editor-foot sticky bottom-[var(--keyboard,0px)] z-20 order-3 flex min-h-58 items-center gap-16 border-t-2 border-ink bg-surface px-16 pb-[env(safe-area-inset-bottom)] text-15 md:hidden"
        data-bar="bottom"
      >
        {sideActions.map(({ label, busy, isBusy, icon, onPress }) => (
          <button
            key={label}
            type="button"
            className={footLinkClass}
            aria-busy={isBusy || undefined}
            onClick={onPress}
          >
            <Icon shape={icon} />
            {isBusy ? busy : label}
          </button>
        ))}
        {sideActions.length === 0 && (
          <>
            <button type="button" className={footLinkClass} popoverTarget={settingsId}>
              <Icon shape={adminIcons.sliders} />
              Settings
            </button>
            <p className="ml-auto text-ink-2">{count}</p>
          </>
        )}
        {revisionsPath && (
          <a
            className={`${footLinkClass} ${sideActions.length > 0 ? 'ml-auto' : ''}`}
            href={revisionsPath}
          >
            <Icon shape={adminIcons.history} />
            Revisions
          </a>
        )}
      </div>
    </div>
  )
}

/** Ctrl+S saves at once. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 's') return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/**
 * Where a keyboard covers the page instead of making it smaller (Safari), what stands at the foot of the screen is
 * raised above it.
 */
function useKeyboardHeight() {
  useEffect(() => {
    const { visualViewport: view, document } = window
    if (!view) return
    const follow = () => {
      const covered = view.scale > 1.01 ? 0 : innerHeight - view.height - view.offsetTop
      // Less is the bar of the browser.
      const isUp = covered > 120
      document.documentElement.toggleAttribute('data-keyboard', isUp)
      document.documentElement.style.setProperty('--keyboard', isUp ? `${covered}px` : '0px')
    }
    view.addEventListener('resize', follow)
    view.addEventListener('scroll', follow)
    return () => {
      view.removeEventListener('resize', follow)
      view.removeEventListener('scroll', follow)
    }
  }, [])
}

/** The logo, as the page has it beside its title. */
function iconOfPage(): string {
  const link = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="icon"]')
  return link?.getAttribute('href') ?? '/favicon.svg'
}
