import { useEffect, useRef, useState } from 'react'
import {
  faultOf,
  type MailId,
  type MailPart,
  missingFrom,
  placeholdersOf,
} from '#contract/mails/mail-texts.ts'
import {
  isBlock,
  namesIn,
  type PlaceholderName,
  placeholders,
} from '#contract/mails/placeholders.ts'
import type { ChipText } from '#site/admin/editor/text/chip-text.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass, fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  mail: MailId
  part: MailPart
  value: string
  error: string | undefined
  onChange(text: string): void
}

const fieldTextClass =
  `${controlClass} h-auto whitespace-pre-wrap break-words py-10 leading-150 ` +
  '[&_.ProseMirror-selectednode]:[outline:3px_solid_var(--focus)] [&_p+p]:mt-14 [&_img]:inline'
const chipClass =
  'cursor-grab rounded-2 border border-line-2 bg-sunk px-6 py-1 text-15 font-semibold'
const addClass =
  'inline-flex min-h-44 items-center gap-6 rounded-2 border border-line-2 bg-sunk px-10 text-14 font-semibold'

const labels: Record<MailPart, string> = { subject: 'Subject', text: 'Text' }

/** A part of a mail: words are typed, placeholders are put in, moved and taken out as chips. */
export function ChipField({ mail, part, value, error, onChange }: Props) {
  const id = `${mail}.${part}`
  const names = placeholdersOf(mail, part)
  const field = useChipText({ mail, part, value, onChange })
  const { editor, selected, hasFailed } = field
  const fault = error ?? faultOf(value, mail, part)
  useEffect(() => editor?.setInvalid(fault !== undefined), [editor, fault])
  const missing = part === 'text' ? missingFrom(value, mail) : []
  const there = namesIn(value)
  // What makes paragraphs stands once.
  const offered = names.filter(
    (name) => !missing.includes(name) && !(isBlock(name) && there.includes(name)),
  )
  const chip = selected.chip as PlaceholderName | undefined
  return (
    <div className={fieldClass}>
      <p className={labelClass}>{labels[part]}</p>
      <div ref={field.place} aria-busy={editor || hasFailed ? undefined : true} />
      {hasFailed && <p role="alert">The field could not be loaded. Open the page again.</p>}
      <FieldNote
        id={`${id}-note`}
        error={fault}
        hint={chip ? `“${placeholders[chip].label}” is selected.` : hints[part]}
      />
      <fieldset className={actionsClass}>
        <legend className="sr-only">{`Put into the ${part}`}</legend>
        {missing.map((name) => (
          <AddChip key={name} name={name} words="Put back" onPress={() => editor?.insert(name)} />
        ))}
        {chip && (
          <>
            <MoveChip name={chip} by={-1} onPress={() => editor?.move(-1)} />
            <MoveChip name={chip} by={1} onPress={() => editor?.move(1)} />
          </>
        )}
        {offered.map((name) => (
          <AddChip key={name} name={name} words="Put in" onPress={() => editor?.insert(name)} />
        ))}
        <Button
          look="icon"
          className="disabled:opacity-40"
          disabled={!selected.canUndo}
          aria-label={`Undo in the ${part}`}
          onClick={() => editor?.undo()}
        >
          <Icon shape={adminIcons.undo} />
        </Button>
      </fieldset>
    </div>
  )
}

const hints: Record<MailPart, string> = {
  subject: 'A chip is put in by its button, and moved by dragging, cutting or its arrows.',
  text: 'Each line is a paragraph. Greeting and sign-off come by themselves.',
}

/** The field itself, which is mounted once; a value from elsewhere takes the place of its text. */
function useChipText({ mail, part, value, onChange }: Omit<Props, 'error'>) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<ChipText>()
  const [hasFailed, setFailed] = useState(false)
  const [selected, setSelected] = useState({
    chip: undefined as string | undefined,
    canUndo: false,
  })
  const now = useRef({ text: value, onChange })
  now.current.onChange = onChange
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mail.
  useEffect(() => {
    let mounted: ChipText | undefined
    let isGone = false
    const mount = async () => {
      const { mountChips } = await import('#site/admin/editor/text/rich-text.ts')
      if (isGone || !place.current) return
      mounted = mountChips({
        place: place.current,
        text: now.current.text,
        chips: placeholdersOf(mail, part).map((name) => ({
          name,
          label: placeholders[name].label,
          isBlock: isBlock(name),
        })),
        isOneLine: part === 'subject',
        id: `${mail}.${part}`,
        className: fieldTextClass,
        chipClass,
        label: labels[part],
        describedBy: `${mail}.${part}-note`,
        onChange(text) {
          if (text === now.current.text) return
          now.current.text = text
          now.current.onChange(text)
        },
        onSelect: setSelected,
      })
      setEditor(mounted)
    }
    mount().catch(() => setFailed(true))
    return () => {
      isGone = true
      mounted?.destroy()
    }
  }, [])
  useEffect(() => {
    if (!editor || now.current.text === value) return
    now.current.text = value
    editor.replace(value)
  }, [editor, value])
  return { place, editor, selected, hasFailed }
}

interface ChipProps {
  name: PlaceholderName
  onPress(): void
}

function AddChip({ name, words, onPress }: ChipProps & { words: string }) {
  const { label } = placeholders[name]
  return (
    <button type="button" className={addClass} aria-label={`${words}: ${label}`} onClick={onPress}>
      <Icon shape={adminIcons.plus} size={16} />
      {words === 'Put back' ? `${words}: ${label}` : label}
    </button>
  )
}

function MoveChip({ name, by, onPress }: ChipProps & { by: -1 | 1 }) {
  const { label } = placeholders[name]
  return (
    <Button
      look="icon"
      className="border border-line-2"
      aria-label={`Move “${label}” ${by === -1 ? 'back' : 'on'}`}
      onClick={onPress}
    >
      <Icon name={by === -1 ? 'arrowLeft' : 'arrowRight'} />
    </Button>
  )
}
