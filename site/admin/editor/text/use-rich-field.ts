import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CardFaces } from '../card-faces.ts'
import { type EditorMode, rememberedMode, rememberMode } from '../saving/on-device.ts'
import { laterParts } from './later-parts.ts'
import type { ListKey, PageTool, RichText } from './rich-text.ts'
import type { PictureAttrs, Selected } from './selected.ts'
import { fieldId, fieldLabel, hintId, type TextOfPage, textClass } from './text-of-page.ts'

export interface RichFieldProps {
  editor: TextOfPage
  cards?: CardFaces | undefined
  /** More stands below it that is to be seen. */
  isShort?: boolean
  /** The text can be written: what is needed later may be loaded. */
  onReady?(): void
}

const richClass =
  `${textClass} min-h-[220px] whitespace-pre-wrap break-words pb-24 max-md:[[data-empty]_&]:pl-56 ` +
  '[&_p]:mb-[1.1em] [&_h2]:mb-[0.5em] [&_h2]:mt-[1.2em] [&_h2]:text-30/106 [&_h3]:mb-[0.5em] [&_h3]:mt-[1.2em] [&_h3]:text-21/116 ' +
  '[&_ol]:mb-[1.1em] [&_ol]:list-decimal [&_ol]:pl-[1.4em] [&_ul]:mb-[1.1em] [&_ul]:list-square [&_ul]:pl-[1.2em] [&_a]:text-link [&_a]:underline ' +
  '[&_blockquote]:mb-[1.1em] [&_blockquote]:border-l-6 [&_blockquote]:border-accent [&_blockquote]:pl-16 [&_blockquote]:italic [&_blockquote>p:last-child]:mb-0 ' +
  '[&_.pullquote]:my-[1.4em] [&_.pullquote]:font-display [&_.pullquote]:text-25/120 [&_.pullquote]:not-italic md:[&_.pullquote]:text-30/120 ' +
  '[&_figure]:my-[1.6em] [&_hr]:mx-auto [&_hr]:my-[2em] [&_hr]:w-96 [&_hr]:border-t-2 [&_hr]:border-ink [&_hr]:relative [&_hr]:before:absolute [&_hr]:before:-inset-20 [&_img]:h-auto [&_img]:w-full [&_figcaption]:mt-8 [&_figcaption]:font-sans [&_figcaption]:text-14/140 [&_figcaption]:text-ink-2 ' +
  '[&_.ProseMirror-selectednode]:[outline:3px_solid_var(--focus)]'

/** What the rich editor, which is mounted once, asks of its page as it is by then. */
export interface Handlers {
  press(tool: PageTool): void
  pressListKey(key: ListKey): boolean
  addFile(file: File | undefined): void
}

/** The rich editor, over the plain field once it is loaded, and what is selected in it. */
export function useRichField(
  { editor, cards, isShort = false, onReady }: RichFieldProps,
  area: RefObject<HTMLTextAreaElement | null>,
  handlers: RefObject<Handlers | undefined>,
) {
  const { start, text, changed } = editor
  const place = useRef<HTMLDivElement>(null)
  const rich = useRef<RichText>(undefined)
  const [mode, setMode] = useState<EditorMode>('plain')
  const [hasFailed, setFailed] = useState(false)
  /** What was lost of the text that was pasted last. */
  const [losses, setLosses] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<Selected>()
  const picked = useRef<PictureAttrs>(undefined)
  const takesFocus = useFocusOnceShown(mode, () => focusText())
  const focusText = () => (rich.current ?? area.current)?.focus()

  useEffect(() => {
    if (cards && mode === 'rich') rich.current?.showCards(cards)
  }, [cards, mode])

  const mount = ({ mountRichText }: typeof import('./rich-text.ts'), on: HTMLElement) => {
    const mounted = mountRichText({
      place: on,
      markdown: text.current.read(),
      id: fieldId,
      className: `${richClass} ${isShort ? 'md:min-h-[120px]' : 'md:min-h-[420px]'}`,
      label: fieldLabel,
      describedBy: hintId,
      hasCards: editor.insert !== undefined,
      onChange() {
        text.current = mounted
        changed('content')
      },
      onSelect(next) {
        picked.current = next.picture
        // Most keys do not change the state: then nothing is rendered.
        setSelected((before) => (isSame(before, next) ? before : next))
      },
      onKey: (tool) => handlers.current?.press(tool),
      onListKey: (key) => handlers.current?.pressListKey(key) ?? false,
      onFiles: (files) => handlers.current?.addFile(files[0]),
      onPasted: setLosses,
    })
    return mounted
  }
  const openRich = async (wantsFocus: boolean) => {
    if (start === undefined || !place.current || rich.current) return
    try {
      const editors = await import('./rich-text.ts')
      // Somebody is typing in the plain field: it is not replaced.
      if (!wantsFocus && document.activeElement === area.current) return
      if (rich.current || !place.current) return
      rich.current = mount(editors, place.current)
      setMode('rich')
      takesFocus.current = wantsFocus
    } catch {
      setFailed(true)
    }
  }
  const unmount = () => {
    rich.current?.destroy()
    rich.current = undefined
  }
  const openPlain = () => {
    const markdown = text.current.read()
    unmount()
    setMode('plain')
    if (area.current) area.current.value = markdown
    takesFocus.current = true
    text.current = { read: () => markdown }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the text is known.
  useEffect(() => {
    if (start === undefined) return
    const writable = rememberedMode() === 'rich' ? openRich(false) : Promise.resolve()
    void writable.then(() => {
      // All of the editor is there if the connection is lost.
      for (const part of laterParts) part.preload().catch(console.warn)
      onReady?.()
    })
    return unmount
  }, [start])

  const turn = () => {
    rememberMode(rich.current ? 'plain' : 'rich')
    if (rich.current) openPlain()
    else void openRich(true)
  }
  return { place, rich, mode, hasFailed, losses, selected, picked, focusText, turn }
}

export type RichField = ReturnType<typeof useRichField>

/** Restores the caret once what was hidden is visible, so that typing continues in the text. */
function useFocusOnceShown(mode: EditorMode, focus: () => void) {
  const isWanted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the other field is shown.
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    focus()
  }, [mode])
  return isWanted
}

function isSame(a: Selected | undefined, b: Selected): boolean {
  const list = ({ marks, blocks }: Selected) => [...marks, '', ...blocks].join()
  return (
    a !== undefined &&
    list(a) === list(b) &&
    a.link === b.link &&
    a.picture === b.picture &&
    a.line?.at === b.line?.at &&
    a.line?.text === b.line?.text &&
    a.isEmpty === b.isEmpty &&
    a.canUndo === b.canUndo &&
    a.canRedo === b.canRedo
  )
}
