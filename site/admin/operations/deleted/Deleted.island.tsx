import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { deletedKinds } from '#contract/kinds/kinds.ts'
import { keptDays } from '#contract/retention.ts'
import { undoSeconds } from '#contract/undo.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage, deleteUnlessGone } from '#site/admin/lib/call.ts'
import { capitalised, formatMoment } from '#site/admin/lib/format.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import {
  actionsClass,
  badgeClasses,
  bylineClass,
  factsClass,
  rowClass,
  rowTitleClass,
} from '#site/admin/ui/classes.ts'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

type Item = OutputOf<'GET /admin/deleted'>[number]

const listKey = 'deleted'

/** Why an island? What a role has deleted needs its token, and goes row by row. */
export const Deleted = adminIsland(List)

function List() {
  const client = useQueryClient()
  const params = useListParams(['all'])
  const query = useListQuery(listKey, params, ({ page, search }) =>
    adminCallPage('GET /admin/deleted', { page, search, pageSize: adminPageSize }),
  )
  const [asking, setAsking] = useState<Item>()
  const [isFocusLost, setFocusLost] = useState(false)
  useEffect(() => {
    if (!isFocusLost) return
    document.getElementById('list')?.focus()
    setFocusLost(false)
  }, [isFocusLost])
  const afterwards = () => {
    setFocusLost(true)
    void client.invalidateQueries()
  }
  const restore = useMutation({
    mutationFn: ({ kind, id }: Item) =>
      deleteUnlessGone(adminCall('POST /admin/deleted/:kind/:id/restore', { kind, id })),
    onSuccess(isDone, { kind, id, title }) {
      const action = { label: 'Open it', href: deletedKinds[kind].path(id) }
      void showToast(
        isDone ? { ...adminMessages.broughtBack, text: title, action } : adminMessages.deletedGone,
      )
      afterwards()
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  const erase = useMutation({
    mutationFn: ({ kind, id }: Item) =>
      deleteUnlessGone(adminCall('DELETE /admin/deleted/:kind/:id', { kind, id })),
    onSuccess() {
      setAsking(undefined)
      void showToast(adminMessages.deletedForEver)
      afterwards()
    },
    onError() {
      setAsking(undefined)
      void showToast(adminMessages.notDone)
    },
  })
  return (
    <>
      <AdminList
        title={`Kept for ${keptDays.deleted} days`}
        kind={{ one: 'deleted thing', many: 'Deleted things' }}
        params={params}
        query={query}
        searchLabel="Title of what was deleted"
        empty={({ search }) =>
          search ? (
            <EmptyList title={`Nothing deleted with “${search}”`}>
              <ShowAll onPress={() => params.change({ search: '' })} />
            </EmptyList>
          ) : (
            <EmptyGuide
              level={3}
              title="Nothing is deleted"
              text={`What is deleted stands here for ${keptDays.deleted} days.`}
              steps={[
                'Delete a story, a book or a newsletter where it stands.',
                `Undo it within ${undoSeconds} seconds, and nothing has changed.`,
                'Later bring it back here: unpublished, with its address.',
              ]}
            />
          )
        }
        row={(deleted) => (
          <Row
            key={`${deleted.kind} ${deleted.id}`}
            deleted={deleted}
            isBusy={restore.isPending && restore.variables.id === deleted.id}
            onRestore={() => restore.isPending || restore.mutate(deleted)}
            onErase={() => setAsking(deleted)}
          />
        )}
      />
      {asking && (
        <ConfirmDialog
          title={`Delete “${titleOf(asking)}” for ever?`}
          confirm="Delete for ever"
          confirming="Deleting..."
          isBusy={erase.isPending}
          isDangerous
          onConfirm={() => erase.mutate(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {asking.isSold
              ? 'It cannot be brought back. Whoever bought it keeps their copy.'
              : 'It cannot be brought back, nor can its files.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const titleOf = ({ title }: Item) => title.trim() || 'Untitled'

interface RowProps {
  deleted: Item
  isBusy: boolean
  onRestore(): void
  onErase(): void
}

function Row({ deleted, isBusy, onRestore, onErase }: RowProps) {
  const { kind, deletedAt, deletedBy, erasedAt } = deleted
  const which = <span className="sr-only">: {titleOf(deleted)}</span>
  return (
    <li className={`${rowClass} gap-y-12 md:grid-cols-[minmax(0,1fr)_auto] md:items-center`}>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className={rowTitleClass}>{titleOf(deleted)}</h3>
        <p className={bylineClass}>
          Deleted{deletedBy && ` by ${deletedBy}`}, {formatMoment(deletedAt)}
        </p>
        <p className={factsClass}>
          <span className={badgeClasses.plain}>{capitalised(deletedKinds[kind].one)}</span>
          <span>
            Erased on <time dateTime={erasedAt}>{formatMoment(erasedAt)}</time>
          </span>
        </p>
      </div>
      <div className={actionsClass}>
        <Button isBusy={isBusy} onClick={onRestore}>
          <Icon shape={adminIcons.undo} size={18} />
          <span>Bring back{which}</span>
        </Button>
        <Button look="danger" onClick={onErase}>
          <Icon shape={adminIcons.trash} size={18} />
          <span>Delete for ever{which}</span>
        </Button>
      </div>
    </li>
  )
}
