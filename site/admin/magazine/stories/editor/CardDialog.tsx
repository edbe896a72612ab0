import { CardSearch } from '#site/admin/editor/CardSearch.tsx'
import type { CardKind } from '#site/admin/editor/inserts.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import type { TextCard } from '#site/lib/pages/card-face.ts'

interface Props {
  kind: CardKind
  onAdd(markdown: string, card: TextCard): void
  onClose(): void
}

/** Chooses the story or the book that becomes a card of the text. */
export function CardDialog({ kind, onAdd, onClose }: Props) {
  return (
    <Dialog title={kind === 'story' ? 'Story card' : 'Book card'} hasClose onClose={onClose}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <CardSearch
            kind={kind}
            onAdd={(markdown, card) => {
              leave()
              onAdd(markdown, card)
            }}
          />
        </div>
      )}
    </Dialog>
  )
}
