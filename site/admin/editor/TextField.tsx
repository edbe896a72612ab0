import { type RefObject, useEffect, useRef, useState } from 'react'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { controlClass, fieldClass, labelClass, textareaClass } from '#site/ui/form-classes.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { type EditorMode, rememberedMode, rememberMode } from './on-device.ts'
import { PictureDialog } from './PictureDialog.tsx'
import type { CommandName, PageTool, PictureAttrs, RichText, Selected } from './rich-text.ts'
import { TextTools } from './TextTools.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

/** The context that the field needs from its page. */
export interface TextOfPage {
  /** Undefined until the device's copy was read. */
  start: string | undefined
  /** The current text, read only to save it: serialising Markdown takes a while. */
  text: RefObject<{ read(): string }>
  /** False while the text is loading: nobody may type over it. */
  isReady?: boolean
  changed(): void
  /** Set by the field: inserts blocks of Markdown after the one with the caret. */
  insert?: RefObject<((markdown: string) => void) | undefined>
}

interface Props {
  editor: TextOfPage
  /** The maximum length. */
  limit: string
  error: string | undefined
}

/** The id of the visible field: errors link to it. */
const fieldId = 'content'
const labelId = 'content-label'
const hintId = 'content-note'

const richClass =
  `${controlClass} min-h-[320px] whitespace-pre-wrap break-words px-14 py-14 font-serif text-18/168 outline-none ` +
  'focus-visible:[outline:3px_solid_var(--focus)] ' +
  '[&_p]:mb-[0.9em] [&_h2]:mb-[0.4em] [&_h2]:mt-[0.8em] [&_h2]:text-25 [&_h3]:mb-[0.4em] [&_h3]:mt-[0.8em] [&_h3]:text-19 ' +
  '[&_ol]:list-decimal [&_ol]:pl-[1.4em] [&_ul]:list-square [&_ul]:pl-[1.2em] [&_a]:text-link [&_a]:underline ' +
  '[&_blockquote]:mb-[0.9em] [&_blockquote]:border-l-6 [&_blockquote]:border-accent [&_blockquote]:pl-16 [&_blockquote]:italic ' +
  '[&_.pullquote]:border-l-0 [&_.pullquote]:border-y-2 [&_.pullquote]:py-8 [&_.pullquote]:font-display [&_.pullquote]:text-25 [&_.pullquote]:not-italic ' +
  '[&_figure]:mb-[0.9em] [&_hr]:my-[1.4em] [&_hr]:border-t-2 [&_hr]:border-ink [&_img]:max-h-[320px] [&_figcaption]:text-14 ' +
  '[&_.ProseMirror-selectednode]:[outline:3px_solid_var(--focus)]'

/** Shortcuts of the rich editor that the plain field has as well; with Ctrl. */
const plainKeys: Record<string, PageTool> = { k: 'link', 'Alt+m': 'mode', 'Alt+p': 'picture' }

/** The text: a plain Markdown field at once, and the rich editor over the same text, once it is loaded. */
export function TextField({ editor, limit, error }: Props) {
  const { start, text, isReady = true } = editor
  const area = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const rich = useRef<RichText>(undefined)
  const [mode, setMode] = useState<EditorMode>('plain')
  const [hasFailed, setFailed] = useState(false)
  const [selected, setSelected] = useState<Selected>()
  const [dialog, setDialog] = useState<'link' | PictureAttrs>()
  /** The picture that is selected in the rich editor. */
  const picked = useRef<PictureAttrs>(undefined)
  const picker = useRef<HTMLInputElement>(null)

  const { changed } = editor
  const upload = usePictureUpload((url) => {
    const picture = { src: url, alt: '', caption: '', credit: '' }
    if (rich.current) {
      rich.current.addPicture(picture)
      setDialog(picture)
    } else insertPlain(`\n\n![](${url})\n\n`)
  })

  const readPlain = () => area.current?.value ?? ''
  const insertPlain = (added: string) => {
    const field = area.current
    if (!field) return
    field.setRangeText(added, field.selectionStart, field.selectionEnd, 'end')
    changed()
    field.focus()
  }
  /** Once no dialog covers it, and what was hidden is visible. */
  const takesFocus = useRef(false)
  const closeDialog = () => {
    setDialog(undefined)
    takesFocus.current = true
  }

  useEffect(() => {
    if (!editor.insert) return
    editor.insert.current = (markdown) =>
      rich.current ? rich.current.insertBlocks(markdown) : insertPlain(`\n\n${markdown}\n\n`)
  })

  // The plain field starts with the text of the server, or the device.
  useEffect(() => {
    if (start === undefined || !area.current) return
    // Unchanged text is saved byte for byte; a key before hydration is not lost either.
    if (text.current.read() === start) area.current.value = start
  }, [start, text])

  // Restores the caret, so that typing continues in the text.
  useEffect(() => {
    if (!takesFocus.current || dialog) return
    takesFocus.current = false
    if (mode === 'rich') rich.current?.focus()
    else area.current?.focus()
  }, [mode, dialog])

  const openRich = async (wantsFocus: boolean) => {
    if (start === undefined || !place.current || rich.current) return
    try {
      const { mountRichText } = await import('./rich-text.ts')
      // Somebody is typing in the plain field: it is not replaced.
      if (!wantsFocus && document.activeElement === area.current) return
      if (rich.current || !place.current) return
      const markdown = text.current.read()
      const mounted = mountRichText({
        place: place.current,
        markdown,
        id: fieldId,
        className: richClass,
        labelledBy: labelId,
        describedBy: hintId,
        hasCards: editor.insert !== undefined,
        onChange() {
          text.current = { read: mounted.read }
          changed()
        },
        onSelect(next) {
          picked.current = next.picture
          // Most keys do not change the state: then nothing is rendered.
          setSelected((before) => (isSame(before, next) ? before : next))
        },
        onKey: press,
        onFiles: (files) => void upload.add(files[0]),
      })
      rich.current = mounted
      setMode('rich')
      takesFocus.current = wantsFocus
    } catch {
      setFailed(true)
    }
  }

  const openPlain = () => {
    const markdown = text.current.read()
    rich.current?.destroy()
    rich.current = undefined
    setMode('plain')
    if (area.current) area.current.value = markdown
    takesFocus.current = true
    text.current = { read: () => markdown }
    rememberMode('plain')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the text is known.
  useEffect(() => {
    if (start === undefined) return
    if (rememberedMode() === 'rich') void openRich(false)
    return () => {
      rich.current?.destroy()
      rich.current = undefined
    }
  }, [start])

  /** By shortcut or tool, in either field. */
  const press = (tool: PageTool) => {
    if (tool === 'link') setDialog('link')
    else if (tool === 'picture' && rich.current && picked.current) setDialog(picked.current)
    else if (tool === 'picture') picker.current?.click()
    else if (rich.current) openPlain()
    else {
      rememberMode('rich')
      void openRich(true)
    }
  }

  return (
    <div className={fieldClass}>
      <span className={labelClass} id={labelId}>
        <label htmlFor={fieldId}>Text</label>
      </span>
      <TextTools
        isReady={isReady}
        mode={mode}
        selected={selected}
        onRun={(name: CommandName) => rich.current?.run(name)}
        onPress={press}
      />
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
      <textarea
        ref={area}
        id={mode === 'rich' ? undefined : fieldId}
        name="content"
        className={`${controlClass} ${textareaClass} font-serif text-18/168 ${mode === 'rich' ? '!hidden' : ''}`}
        rows={14}
        readOnly={!isReady}
        aria-describedby={hintId}
        aria-invalid={error ? true : undefined}
        onInput={() => {
          text.current = { read: readPlain }
          changed()
        }}
        onKeyDown={(event) => {
          if (!isReady || !(event.ctrlKey || event.metaKey)) return
          const key = plainKeys[`${event.altKey ? 'Alt+' : ''}${event.key}`]
          if (!key) return
          event.preventDefault()
          press(key)
        }}
      />
      <div ref={place} className={mode === 'rich' ? 'min-w-0' : 'hidden'} />
      <p role="status" className="text-14">
        {upload.percent === undefined ? '' : `Uploading… ${upload.percent} %`}
        {hasFailed && 'The rich editor could not be loaded. Go on in the plain field.'}
      </p>
      <FieldNote
        id={hintId}
        error={error ?? upload.problem}
        hint={
          mode === 'plain'
            ? `${limit} Markdown: ## Heading, **bold**, *italic*, [link](https://…), - list, > quotation, >> pull quote, --- divider.`
            : `${limit} Ctrl and B, I or K for bold, italic and links. Tab leaves the text.`
        }
      />
      {dialog === 'link' && (
        <LinkDialog
          href={selected?.link}
          onSet={(href) => {
            closeDialog()
            if (rich.current) rich.current.setLink(href)
            else
              insertPlain(
                `[${area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd) || href}](${href})`,
              )
          }}
          onClose={closeDialog}
        />
      )}
      {typeof dialog === 'object' && (
        <PictureDialog
          picture={dialog}
          onSet={(picture: PictureAttrs) => {
            closeDialog()
            rich.current?.setPicture(picture)
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

function isSame(a: Selected | undefined, b: Selected): boolean {
  const list = ({ marks, blocks }: Selected) => [...marks, '', ...blocks].join()
  return (
    a !== undefined &&
    list(a) === list(b) &&
    a.link === b.link &&
    a.picture === b.picture &&
    a.canUndo === b.canUndo &&
    a.canRedo === b.canRedo
  )
}
