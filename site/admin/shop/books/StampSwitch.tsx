import type { StampProblem } from '#contract/states.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { BookSwitch } from './BookSwitch.tsx'

const problems: Record<StampProblem, string> = {
  locked:
    'This PDF is protected against changes, so buyers get it as it is. Save it without that to have their names in it.',
  signed: 'This PDF is signed, and a change would break the signature: buyers get it as it is.',
  damaged:
    'This PDF has errors, so buyers get it as it is. Save it again with another program to have their names in it.',
}

interface Props {
  bookId: string
  isStamped: boolean
  problem: StampProblem | null
}

/** Whether buyers find their name in the PDF. */
export function StampSwitch({ bookId: id, isStamped, problem }: Props) {
  return (
    <BookSwitch
      id="book-stamp-note"
      label="Buyer’s name and order at the foot of each page"
      wasOn={isStamped}
      note={(isOn) => ({
        text: (isOn && problem && problems[problem]) || 'Only where the book has a price.',
        isProblem: isOn && problem !== null,
      })}
      set={(next) => adminCall('PATCH /admin/books/:id/stamp', { id, isStamped: next })}
    />
  )
}
