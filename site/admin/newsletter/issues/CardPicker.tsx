import { useState } from 'react'
import { CardSearch } from '#site/admin/editor/CardSearch.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { IssueEditing } from './use-issue-editor.ts'

const pickerId = 'cards'

/** Leads there from the text. */
export function openCardPicker() {
  const picker = document.getElementById(pickerId) as HTMLDetailsElement | null
  if (!picker) return
  picker.open = true
  picker.querySelector('summary')?.focus()
  picker.scrollIntoView({ block: 'center' })
}

export function CardPicker({ editor: { insert } }: { editor: IssueEditing }) {
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState('')
  return (
    <details id={pickerId} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-44 w-fit cursor-pointer list-none items-center gap-14 font-semibold">
        <span className="grid size-40 place-items-center bg-sunrise text-on-sun">
          <Icon shape={adminIcons.plus} />
        </span>
        Add a story or a book
      </summary>
      <div className="mt-12 grid gap-12 border border-line-2 p-14">
        {isOpen && (
          <CardSearch
            onAdd={(markdown, { title }) => {
              insert.current?.(markdown)
              setAdded(`Added “${title}” below the cursor.`)
            }}
          />
        )}
        <p role="status" className="text-14">
          {added}
        </p>
      </div>
    </details>
  )
}
