import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

const boxClass =
  'grid size-24 flex-none place-items-center rounded-2 border-2 border-line-2 bg-surface ' +
  'peer-checked:border-brand peer-checked:bg-brand before:size-18 ' +
  'peer-checked:before:bg-on-brand ' +
  'before:[clip-path:polygon(9%_47%,21%_36%,38%_53%,79%_13%,91%_25%,38%_78%)]'

interface Props {
  /** Of the note. */
  id: string
  label: string
  wasOn: boolean
  /** What stands below it, while it is on or off. */
  note(isOn: boolean): { text: ReactNode; isProblem?: boolean }
  /** Stores it. */
  set(isOn: boolean): Promise<unknown>
}

/** A switch of a book that takes effect at once. */
export function BookSwitch({ id, label, wasOn, note, set }: Props) {
  const [isOn, setOn] = useState(wasOn)
  const change = useMutation({
    mutationFn: set,
    onMutate: setOn,
    onError(_, next) {
      setOn(!next)
      void showToast(adminMessages.bookSwitchNotChanged)
    },
  })
  const { text, isProblem } = note(isOn)
  return (
    <div className="basis-full">
      <label className="relative flex min-h-44 items-center gap-12 text-ink has-[:focus-visible]:[outline:3px_solid_var(--focus)]">
        {/* It is as large as its label, for thumbs. */}
        <input
          type="checkbox"
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => change.isPending || change.mutate(target.checked)}
        />
        <span className={boxClass} aria-hidden="true" />
        {label}
      </label>
      <p id={id} className={isProblem ? 'text-danger' : ''}>
        {text}
      </p>
    </div>
  )
}
