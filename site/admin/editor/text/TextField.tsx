import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadedLater } from '#site/admin/lib/loaded-later.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { CardFaces } from '../card-faces.ts'
import { type CardKind, type Insert, insertsOf } from '../inserts.ts'
import type { CurrentText } from '../saving/document-store.ts'
import { type EditorMode, rememberedMode, rememberMode } from '../saving/on-device.ts'
import { usePictureUpload } from '../use-picture-upload.ts'
import type {
  CommandName,
  ListKey,
  PageTool,
  PictureAttrs,
  RichText,
  Selected,
} from './rich-text.ts'
import { TextTools } from './TextTools.tsx'

/** The context that the field needs from its page. */
export interface TextOfPage {
  /** Undefined until the device's copy was read. */
  start: string | undefined
  /** The current text, read only to save it: serialising Markdown takes a while. */
  text: RefObject<CurrentText>
  /** False while the text is loading: nobody may type over it. */
  isReady?: boolean
  changed(name: string): void
  /** Set by the field: inserts blocks of Markdown after the one with the caret. */
  insert?: RefObject<((markdown: string) => void) | undefined>
}

interface Props {
  editor: TextOfPage
  limit: string
  error: string | undefined
  cards?: CardFaces | undefined
  /** More stands below it that is to be seen. */
  isShort?: boolean
  /** The text can be written: what is needed later may be loaded. */
  onReady?(): void
  /** Lets a card be chosen, which becomes a block of its own. */
  onCard?(kind: CardKind): void
  /** Places the tools, and the text. */
  children(parts: { tools: ReactNode; field: ReactNode }): ReactNode
}

// Loaded once the text can be written, or at their first use: the dialogs bring what validates forms.
const InsertTiles = loadedLater(async () => (await import('../InsertTiles.tsx')).InsertTiles)
const InsertList = loadedLater(async () => (await import('../InsertList.tsx')).InsertList)
const LinkDialog = loadedLater(async () => (await import('./LinkDialog.tsx')).LinkDialog)
const PictureDialog = loadedLater(async () => (await import('../PictureDialog.tsx')).PictureDialog)
const laterParts = [InsertTiles, InsertList, LinkDialog, PictureDialog]

/** The id of the visible field: errors link to it. */
const fieldId = 'content'
const fieldLabel = 'Text'
const hintId = 'content-note'

/** As the story's page shows it. */
const textClass =
  'block w-full bg-transparent font-serif text-18/168 caret-accent md:text-20/155 focus-visible:[outline:none] '

const richClass =
  `${textClass} min-h-[220px] whitespace-pre-wrap break-words pb-24 max-md:[[data-empty]_&]:pl-56 ` +
  '[&_p]:mb-[1.1em] [&_h2]:mb-[0.5em] [&_h2]:mt-[1.2em] [&_h2]:text-30/106 [&_h3]:mb-[0.5em] [&_h3]:mt-[1.2em] [&_h3]:text-21/116 ' +
  '[&_ol]:mb-[1.1em] [&_ol]:list-decimal [&_ol]:pl-[1.4em] [&_ul]:mb-[1.1em] [&_ul]:list-square [&_ul]:pl-[1.2em] [&_a]:text-link [&_a]:underline ' +
  '[&_blockquote]:mb-[1.1em] [&_blockquote]:border-l-6 [&_blockquote]:border-accent [&_blockquote]:pl-16 [&_blockquote]:italic [&_blockquote>p:last-child]:mb-0 ' +
  '[&_.pullquote]:my-[1.4em] [&_.pullquote]:font-display [&_.pullquote]:text-25/120 [&_.pullquote]:not-italic md:[&_.pullquote]:text-30/120 ' +
  '[&_figure]:my-[1.6em] [&_hr]:mx-auto [&_hr]:my-[2em] [&_hr]:w-96 [&_hr]:border-t-2 [&_hr]:border-ink [&_img]:h-auto [&_img]:w-full [&_figcaption]:mt-8 [&_figcaption]:font-sans [&_figcaption]:text-14/140 [&_figcaption]:text-ink-2 ' +
  '[&_.ProseMirror-selectednode]:[outline:3px_solid_var(--focus)]'

const plainClass =
  '[field-sizing:content] min-h-[220px] resize-none placeholder:text-placeholder placeholder:opacity-100 md:min-h-[420px]'

/** Shortcuts of the rich editor that the plain field has as well; with Ctrl. */
const plainKeys: Record<string, PageTool> = { k: 'link', 'Alt+m': 'mode', 'Alt+p': 'picture' }

/** What the rich editor, which is mounted once, asks of its page as it is by then. */
interface Handlers {
  press(tool: PageTool): void
  pressListKey(key: ListKey): boolean
  addFile(file: File | undefined): void
}

/**
 * The text and its tools: a plain Markdown field at once, and the rich editor over the same text, once it is loaded.
 */
export function TextField(props: Props) {
  const { editor, error, onCard, children } = props
  const { isReady = true } = editor
  const handlers = useRef<Handlers>(undefined)
  const plain = usePlainField(editor)
  const richField = useRichField(props, plain.area, handlers)
  const { rich, mode, selected } = richField
  const picker = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'link' | PictureAttrs>()
  const upload = usePictureUpload((url) => {
    const picture = { src: url, alt: '', caption: '', credit: '' }
    if (rich.current) {
      rich.current.addPicture(picture)
      setDialog(picture)
    } else plain.insert(`\n\n![](${url})\n\n`)
  })
  const inserting = useInserting(richField, onCard, () => picker.current?.click())

  useEffect(() => {
    if (!editor.insert) return
    editor.insert.current = (markdown) =>
      rich.current ? rich.current.insertBlocks(markdown) : plain.insert(`\n\n${markdown}\n\n`)
  })

  /** By shortcut or tool, in either field. */
  const press = (tool: PageTool) => {
    if (tool === 'insert') inserting.open()
    else if (tool === 'link') setDialog('link')
    else if (tool === 'picture' && rich.current && richField.picked.current)
      setDialog(richField.picked.current)
    else if (tool === 'picture') picker.current?.click()
    else richField.turn()
  }
  useEffect(() => {
    handlers.current = {
      press,
      pressListKey: inserting.pressKey,
      addFile: (file) => void upload.add(file),
    }
  })

  const tools = (
    <>
      <TextTools
        isInserting={inserting.form === 'tiles'}
        isReady={isReady}
        mode={mode}
        selected={selected}
        onRun={(name: CommandName) => rich.current?.run(name)}
        onPress={press}
      />
      {inserting.form === 'tiles' && (
        <InsertTiles
          inserts={inserting.inserts}
          onOpen={() => rich.current?.showCaret()}
          onChoose={inserting.insert}
          onClose={inserting.close}
        />
      )}
    </>
  )
  const field = (
    <div
      className="relative"
      data-text=""
      data-empty={selected?.isEmpty && mode === 'rich' ? '' : undefined}
    >
      <input
        ref={picker}
        type="file"
        className="hidden"
        accept="image/jpeg,image/png"
        aria-label="Picture for the text"
        onChange={({ target }) => {
          void upload.add(target.files?.[0])
          target.value = ''
        }}
      />
      <PlainField {...props} plain={plain} mode={mode} onPress={press} />
      <div className={mode === 'rich' ? 'relative min-w-0' : 'hidden'}>
        <div ref={richField.place} />
        <InsertHere inserting={inserting} />
      </div>
      <p role="status" className="text-14">
        {upload.percent === undefined ? '' : `Uploading… ${upload.percent} %`}
        {richField.hasFailed && 'The rich editor could not be loaded. Go on in the plain field.'}
        {lossesOf(richField.losses)}
      </p>
      {selected?.isEmpty && mode === 'rich' && (
        <p className="mb-12 flex gap-14 bg-sunk px-14 py-12 text-14/140">
          <Icon name="copy" className="flex-none text-accent" />
          Paste from Word, Google Docs or WhatsApp: only clean text comes in.
        </p>
      )}
      <FieldNote
        id={hintId}
        error={error ?? upload.problem}
        hint={<Hint limit={props.limit} mode={mode} />}
      />
      <Dialogs dialog={dialog} show={setDialog} plain={plain} richField={richField} />
    </div>
  )
  return children({ tools, field })
}

/** The plain field, which starts with the text of the server, or the device. */
function usePlainField({ start, text, changed }: TextOfPage) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (start === undefined || !area.current) return
    // Unchanged text is saved byte for byte; a key before hydration is not lost either.
    if (text.current.read() === start) area.current.value = start
  }, [start, text])
  return {
    area,
    typed() {
      text.current = { read: () => area.current?.value ?? '' }
      changed('content')
    },
    selectedWords: () =>
      area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd),
    insert(added: string) {
      const field = area.current
      if (!field) return
      field.setRangeText(added, field.selectionStart, field.selectionEnd, 'end')
      changed('content')
      field.focus()
    },
  }
}

/** The rich editor, over the plain field once it is loaded, and what is selected in it. */
function useRichField(
  { editor, cards, isShort = false, onReady }: Props,
  area: RefObject<HTMLTextAreaElement | null>,
  handlers: RefObject<Handlers | undefined>,
) {
  const { start, text, changed } = editor
  const place = useRef<HTMLDivElement>(null)
  const rich = useRef<RichText>(undefined)
  const [mode, setMode] = useState<EditorMode>('plain')
  const [hasFailed, setFailed] = useState(false)
  /** Of what was pasted last. */
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

type RichField = ReturnType<typeof useRichField>

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

/** What can be inserted: all of it as tiles or as a list, or what fits the words after a slash. */
function useInserting(
  { rich, place, mode, selected }: RichField,
  onCard: Props['onCard'],
  choosePicture: () => void,
) {
  const [form, setForm] = useState<'tiles' | 'list'>()
  const [chosen, setChosen] = useState(0)
  /** The line whose slash is meant as text. */
  const [keptAt, setKeptAt] = useState<number>()
  const line = mode === 'rich' ? selected?.line : undefined
  const typed = line?.text ?? ''
  const inserts = insertsOf(onCard !== undefined, typed)
  const isWanted = typed ? keptAt !== line?.at && form !== 'tiles' : form === 'list'
  const isListed = line !== undefined && inserts.length > 0 && isWanted
  const top = useTopOf(line?.at, selected, rich, place)
  useEffect(() => {
    if (!typed) setKeptAt(undefined)
    setChosen(0)
  }, [typed])
  useEffect(() => {
    rich.current?.announceOption(isListed ? `insert-${chosen}` : undefined)
  }, [isListed, chosen, rich])

  const close = () => {
    setForm(undefined)
    rich.current?.focus()
  }
  const open = () => {
    if (!rich.current) return
    if (form) return close()
    if (matchMedia('(min-width: 56.25em)').matches) {
      rich.current.focus()
      setForm('list')
    } else setForm('tiles')
  }
  const insert = ({ name }: Insert) => {
    setForm(undefined)
    if (typed) rich.current?.clearLine()
    if (name === 'picture') choosePicture()
    else if (name === 'story' || name === 'book') onCard?.(name)
    else rich.current?.run(name)
  }
  const keepLine = () => {
    setForm(undefined)
    setKeptAt(line?.at)
  }
  const choose = (index: number) => {
    const wanted = inserts[index]
    if (wanted) insert(wanted)
    else keepLine()
  }
  const pressKey = (key: ListKey): boolean => {
    if (!isListed) return false
    const count = inserts.length + (typed ? 1 : 0)
    if (key === 'Escape') keepLine()
    else if (key === 'Enter') choose(chosen)
    else setChosen((chosen + (key === 'ArrowDown' ? 1 : count - 1)) % count)
    return true
  }
  return {
    form,
    inserts,
    typed,
    chosen,
    line,
    isListed,
    top,
    open,
    close,
    insert,
    choose,
    pressKey,
  }
}

/** Where a line is, from the top of the text. */
function useTopOf(
  at: number | undefined,
  selected: Selected | undefined,
  rich: RichField['rich'],
  place: RichField['place'],
) {
  const [top, setTop] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the text moves the line.
  useLayoutEffect(() => {
    const element = at === undefined ? null : rich.current?.elementAt(at)
    const around = place.current?.getBoundingClientRect()
    if (element && around) setTop(element.getBoundingClientRect().top - around.top)
  }, [at, selected])
  return top
}

interface PlainFieldProps extends Pick<Props, 'editor' | 'error'> {
  plain: ReturnType<typeof usePlainField>
  mode: EditorMode
  onPress(tool: PageTool): void
}

function PlainField({ editor, error, plain, mode, onPress }: PlainFieldProps) {
  const { isReady = true } = editor
  return (
    <textarea
      ref={plain.area}
      id={mode === 'rich' ? undefined : fieldId}
      name="content"
      className={`${textClass} ${plainClass} ${mode === 'rich' ? '!hidden' : ''}`}
      rows={8}
      aria-label={fieldLabel}
      placeholder="Write your story"
      readOnly={!isReady}
      aria-describedby={hintId}
      aria-invalid={error ? true : undefined}
      onInput={plain.typed}
      onKeyDown={(event) => {
        if (!isReady || !(event.ctrlKey || event.metaKey)) return
        const key = plainKeys[`${event.altKey ? 'Alt+' : ''}${event.key}`]
        if (!key) return
        event.preventDefault()
        onPress(key)
      }}
    />
  )
}

/** Beside or below the line with the caret. */
function InsertHere({ inserting }: { inserting: ReturnType<typeof useInserting> }) {
  const { form, inserts, typed, chosen, line, isListed, top, open, choose } = inserting
  return (
    <>
      {line && !form && (
        <button
          type="button"
          className="absolute right-0 -mt-7 grid size-44 place-items-center bg-sunrise text-night max-md:[[data-empty]_&]:left-0 max-md:[[data-empty]_&]:right-auto md:-mt-5 md:right-auto md:left-[-58px] md:size-40"
          style={{ top }}
          aria-label="Insert here"
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          <Icon shape={adminIcons.plus} />
        </button>
      )}
      {isListed && (
        <InsertList
          inserts={inserts}
          typed={typed}
          chosen={chosen}
          top={top + 40}
          onChoose={choose}
        />
      )}
    </>
  )
}

function Hint({ limit, mode }: { limit: string; mode: EditorMode }) {
  if (mode === 'plain')
    return `${limit} Markdown: ## Heading, **bold**, *italic*, [link](https://…), - list, > quotation, >> pull quote, --- divider.`
  return (
    <>
      {limit}{' '}
      <span className="[@media(pointer:coarse)]:hidden">
        Ctrl and B, I or K for bold, italic and links. Tab leaves the text.
      </span>
    </>
  )
}

interface DialogsProps {
  dialog: 'link' | PictureAttrs | undefined
  show(dialog: undefined): void
  plain: ReturnType<typeof usePlainField>
  richField: RichField
}

function Dialogs({ dialog, show, plain, richField }: DialogsProps) {
  const { rich, selected, focusText } = richField
  /** The dialog goes at once, and not at the next render: a key that is pressed by then belongs to the text. */
  const close = () => {
    flushSync(() => show(undefined))
    focusText()
  }
  return (
    <>
      {dialog === 'link' && (
        <LinkDialog
          href={selected?.link}
          words={rich.current ? rich.current.linkWords() : plain.selectedWords()}
          onSet={(href, words) => {
            close()
            if (rich.current) rich.current.setLink(href, words)
            else plain.insert(`[${words || href}](${href})`)
          }}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <PictureDialog
          picture={dialog}
          onSet={(picture: PictureAttrs) => {
            close()
            rich.current?.setPicture(picture)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function lossesOf(losses: readonly string[]): string {
  const hasTable = losses.includes('table')
  const hasPicture = losses.some((loss) => loss.startsWith('picture'))
  return [
    hasTable && 'A story cannot hold a table: each of its rows came in as a line. ',
    hasPicture && 'Pictures do not come along: add each with Picture.',
  ]
    .filter(Boolean)
    .join('')
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
