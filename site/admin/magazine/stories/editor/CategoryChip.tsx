import type { UseFormRegisterReturn } from 'react-hook-form'
import { storyChoices } from '#site/admin/lib/lists/story-choices.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  name: string
  label: string
  value: string
  error: string | undefined
  isReadOnly: boolean
  control: Omit<UseFormRegisterReturn, 'name'>
}

const chipClass =
  'relative inline-grid max-w-full grid-cols-[minmax(0,auto)] min-h-44 items-center has-[select:focus-visible]:[outline:3px_solid_var(--focus)] ' +
  '[&>svg]:pointer-events-none [&>svg]:absolute [&>svg]:left-12'
const selectClass =
  '[field-sizing:content] max-w-full cursor-pointer appearance-none text-ellipsis [&>option]:bg-surface [&>option]:font-sans ' +
  '[&>option]:text-ink focus-visible:[outline:none]'
const emptyClass =
  'min-h-36 rounded-2 border-1.5 border-line-2 bg-transparent pl-40 pr-12 text-15 font-semibold'

/** It is as high as a finger needs, and drawn as the badge that it is. */
const chosenClass = 'min-h-44 border-x-0 border-y-[9px] border-transparent bg-clip-padding'

/** The category as the page shows it; pressing it chooses another. */
export function CategoryChip({ name, label, value, error, isReadOnly, control }: Props) {
  return (
    <div>
      <div className={chipClass}>
        {!value && <Icon shape={adminIcons.tag} size={18} />}
        <select
          {...control}
          id={name}
          name={name}
          className={`${selectClass} ${value ? `${badgeClass(value)} ${chosenClass}` : emptyClass}`}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-note` : undefined}
          disabled={isReadOnly}
        >
          <option value="">Choose a category</option>
          {storyChoices(value).map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </div>
      <FieldNote id={`${name}-note`} error={error} />
    </div>
  )
}
