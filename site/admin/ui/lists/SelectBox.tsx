import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { checkboxClass } from '#site/ui/forms/form-classes.ts'

interface Props {
  id: string
  name: string
  selection: Pick<Selection, 'isSelecting' | 'has' | 'toggle'>
}

/** Selects a row: on a phone while rows are being selected, on a laptop beside the row that is hovered or focused. */
export function SelectBox({ id, name, selection }: Props) {
  const { isSelecting, has, toggle } = selection
  return (
    <label
      className={
        'relative z-[1] -mx-10 -my-12 min-h-44 min-w-44 flex-none cursor-pointer items-center justify-center md:absolute md:inset-y-0 md:-left-28 md:m-0 md:flex md:min-w-24 ' +
        (isSelecting
          ? 'flex'
          : 'hidden md:opacity-0 md:focus-within:opacity-100 md:group-hover:opacity-100 md:group-focus-within:opacity-100')
      }
    >
      <input
        type="checkbox"
        className={checkboxClass}
        aria-label={`Select ${name}`}
        checked={has(id)}
        onChange={() => toggle(id)}
      />
    </label>
  )
}
