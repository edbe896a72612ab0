import type { Section } from '#contract/pages/legal-text.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { controlClass, textareaClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { RowMoves } from '../RowMoves.tsx'

interface Props {
  section: Section
  isFirst: boolean
  isLast: boolean
  onChange(section: Section): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A section of Terms or Privacy, and its place in the order. */
export function SectionRow({ section, onChange, onRemove, ...moves }: Props) {
  const { heading, text, isLocked } = section
  const of = heading || (isLocked ? 'the beginning' : 'the new section')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-8 border-b border-line py-16">
      {isLocked ? (
        <Locked heading={heading} text={text} />
      ) : (
        <div className="grid gap-8">
          <input
            className={controlClass}
            value={heading}
            aria-label={`Heading of ${of}`}
            placeholder="Heading"
            onChange={({ target }) => onChange({ ...section, heading: target.value })}
          />
          <textarea
            className={`${controlClass} ${textareaClass}`}
            rows={rowsOf(text)}
            value={text}
            aria-label={`Text of ${of}`}
            onChange={({ target }) => onChange({ ...section, text: target.value })}
          />
        </div>
      )}
      {heading !== '' || !isLocked ? (
        <RowMoves of={of} isUpright {...moves}>
          {!isLocked && (
            <Button look="icon" aria-label={`Remove ${of}`} onClick={onRemove}>
              <Icon shape={adminIcons.trash} />
            </Button>
          )}
        </RowMoves>
      ) : (
        <span />
      )}
    </li>
  )
}

/** So many that most of the text is seen on a phone. */
function rowsOf(text: string): number {
  const lines = text.split('\n').map((line) => Math.ceil((line.length + 1) / 40))
  return Math.min(
    18,
    lines.reduce((sum, count) => sum + count, 1),
  )
}

function Locked({ heading, text }: Section) {
  return (
    <div className="min-w-0 bg-sunk px-16 py-14">
      {heading && <h2 className="font-sans text-17/130 font-semibold">{heading}</h2>}
      <p className="line-clamp-3 text-15 text-ink-2">{text}</p>
      <p className="mt-8 flex gap-8 text-14/140 font-semibold">
        <Icon shape={adminIcons.shield} size={18} className="flex-none" />
        Stays as it is: the law or the shop needs these words.
      </p>
    </div>
  )
}
