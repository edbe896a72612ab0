import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StampProblem } from '#contract/states.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

const problems: Record<StampProblem, string> = {
  locked:
    'This PDF is protected against changes, so buyers get it as it is. Save it without that to have their names in it.',
  signed: 'This PDF is signed, and a change would break the signature: buyers get it as it is.',
  damaged:
    'This PDF has errors, so buyers get it as it is. Save it again with another program to have their names in it.',
}

const boxClass =
  'grid size-24 flex-none place-items-center rounded-2 border-2 border-line-2 bg-surface ' +
  'peer-checked:border-brand peer-checked:bg-brand before:size-18 ' +
  'peer-checked:before:bg-on-brand ' +
  'before:[clip-path:polygon(9%_47%,21%_36%,38%_53%,79%_13%,91%_25%,38%_78%)]'

interface Props {
  bookId: string
  isStamped: boolean
  problem: StampProblem | null
}

/** Whether buyers find their name in the PDF; takes effect at once. */
export function StampSwitch({ bookId: id, isStamped, problem }: Props) {
  const [isOn, setOn] = useState(isStamped)
  const change = useMutation({
    mutationFn: (next: boolean) =>
      adminCall('PATCH /admin/books/:id/stamp', { id, isStamped: next }),
    onMutate: setOn,
    onError(_, next) {
      setOn(!next)
      void showToast(adminMessages.stampNotChanged)
    },
  })
  return (
    <div className="basis-full">
      <label className="relative flex min-h-44 items-center gap-12 text-ink has-[:focus-visible]:[outline:3px_solid_var(--focus)]">
        {/* It is as large as its label, for thumbs. */}
        <input
          type="checkbox"
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          checked={isOn}
          aria-describedby="book-stamp-note"
          onChange={({ target }) => change.isPending || change.mutate(target.checked)}
        />
        <span className={boxClass} aria-hidden="true" />
        Buyer’s name and order at the foot of each page
      </label>
      <p id="book-stamp-note" className={problem && isOn ? 'text-danger' : ''}>
        {(isOn && problem && problems[problem]) || 'Only where the book has a price.'}
      </p>
    </div>
  )
}
