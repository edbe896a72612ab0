import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { CardKind } from '../inserts.ts'
import type { EditorMode } from '../saving/on-device.ts'
import { usePictureUpload } from '../use-picture-upload.ts'
import { InsertHere, useInserting } from './InsertHere.tsx'
import { InsertTiles } from './later-parts.ts'
import { PlainField, usePlainField } from './PlainField.tsx'
import type { PageTool } from './rich-text.ts'
import type { PictureAttrs } from './selected.ts'
import { TextDialogs } from './TextDialogs.tsx'
import { TextTools } from './TextTools.tsx'
import type { CommandName } from './text-commands.ts'
import { hintId } from './text-of-page.ts'
import { type Handlers, type RichFieldProps, useRichField } from './use-rich-field.ts'

interface Props extends RichFieldProps {
  limit: string
  error: string | undefined
  /** Lets a card be chosen, which becomes a block of its own. */
  onCard?(kind: CardKind): void
  /** Places the tools, and the text. */
  children(parts: { tools: ReactNode; field: ReactNode }): ReactNode
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

  /** Presses come from a shortcut or a tool, in either field. */
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
      addFile: (file) => file && void upload.add(file),
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
      <FileInput
        ref={picker}
        className="hidden"
        accept="image/jpeg,image/png"
        aria-label="Picture for the text"
        onFile={upload.add}
      />
      <PlainField editor={editor} error={error} plain={plain} mode={mode} onPress={press} />
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
      <TextDialogs dialog={dialog} show={setDialog} plain={plain} richField={richField} />
    </div>
  )
  return children({ tools, field })
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
