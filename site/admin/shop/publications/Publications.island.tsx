import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { publication } from '#contract/kinds/publication.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { idOf, newOne, useOneOfList } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { NewLink } from '#site/admin/ui/frame/NewLink.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { PublicationPage } from './PublicationPage.tsx'
import { type Move, moveId, PublicationRow, rowId, type Shown } from './PublicationRow.tsx'

/** Why an island? Drafts are listed too, which need a token, and each is changed in place. */
export const Publications = adminIsland(PublicationsPage)

function PublicationsPage(shown: Shown) {
  const { opened, open, page } = useOneOfList(useListParams(['all']), 'publication', { rowId })
  return (
    <>
      <div hidden={opened !== undefined}>
        <PublicationList shown={shown} onOpen={open} />
      </div>
      {opened && (
        <PublicationPage key={opened} id={idOf(opened)} shown={shown} {...page} onMade={open} />
      )}
    </>
  )
}

interface ListProps {
  shown: Shown
  onOpen(id: string): void
}

function PublicationList({ shown, onOpen }: ListProps) {
  const query = useAdminCall(['publications'], 'GET /admin/publications', {})
  const moving = useMoving(query.data)
  const makeNew = <NewLink kind={publication} onOpen={() => onOpen(newOne)} />
  return (
    <section aria-labelledby="list">
      <ListHead id="list" title="All publications">
        {makeNew}
      </ListHead>
      <p className="sr-only" role="status">
        {moving.announcement}
      </p>
      <Loaded query={query} things="the publications" rows={4}>
        {(all) =>
          all.length === 0 ? (
            <NoneYet kind={publication}>{makeNew}</NoneYet>
          ) : (
            <ol>
              {all.map((one, at) => (
                <PublicationRow
                  key={one.id}
                  publication={one}
                  shown={shown}
                  isFirst={at === 0}
                  isLast={at === all.length - 1}
                  onOpen={() => onOpen(one.id)}
                  onMove={(by) => moving.move(one, by)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

/** The focus stays on the arrow of what was moved, and its new place is said. */
function useMoving(all: readonly { id: string; title: string }[] | undefined) {
  const client = useQueryClient()
  const last = useRef<{ id: string; by: Move }>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const change = useMutation({
    mutationFn: (moved: { id: string; by: Move }) =>
      callWithUndo('PATCH /admin/publications/:id/move', moved),
    async onSuccess({ undo }, moved) {
      last.current = moved
      await client.invalidateQueries({ queryKey: ['publications'] })
      void showToast(adminMessages.publicationMoved, undo)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  useEffect(() => {
    const at = all?.findIndex(({ id }) => id === last.current?.id) ?? -1
    if (!last.current || at < 0) return
    document.getElementById(moveId(last.current))?.focus()
    setAnnouncement(`${all?.[at]?.title} is now ${at + 1} of ${all?.length}.`)
    last.current = undefined
  }, [all])
  return {
    announcement,
    move: ({ id }: { id: string }, by: Move) => change.isPending || change.mutate({ id, by }),
  }
}
