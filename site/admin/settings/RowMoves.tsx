import type { ReactNode } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  /** What is moved. */
  of: string
  isFirst: boolean
  isLast: boolean
  onMove(by: -1 | 1): void
  /** Below each other, beside a row that is high. */
  isUpright?: boolean
  children?: ReactNode
}

export function RowMoves({ of, isFirst, isLast, onMove, isUpright, children }: Props) {
  return (
    <div className={isUpright ? 'grid' : 'flex'}>
      <Button
        look="icon"
        className="disabled:opacity-40"
        disabled={isFirst}
        aria-label={`Move ${of} up`}
        onClick={() => onMove(-1)}
      >
        <Icon shape={adminIcons.arrowUp} />
      </Button>
      <Button
        look="icon"
        className="disabled:opacity-40"
        disabled={isLast}
        aria-label={`Move ${of} down`}
        onClick={() => onMove(1)}
      >
        <Icon shape={adminIcons.arrowDown} />
      </Button>
      {children}
    </div>
  )
}
