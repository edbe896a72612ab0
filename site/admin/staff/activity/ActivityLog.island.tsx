import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { activityLabels, kindOf } from '#contract/kinds/kinds.ts'
import type { Undo } from '#contract/undo.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { undoAction } from '#site/admin/lib/undo-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList } from '#site/admin/ui/lists/AdminList.tsx'
import { failedSignIns, undoneLabel } from '#site/messages/activity-messages.ts'

type Line = OutputOf<'GET /admin/activity'>[number]

const pageSize = 50

/** Why an island? The log is confidential: the calls need a token. */
export const ActivityLog = adminIsland(Lines)

function Lines() {
  const params = useListParams(['all'])
  const { page, isKnown } = params
  const query = useAdminQuery({
    queryKey: ['activity', page],
    enabled: isKnown,
    keptAs: page === 1 ? 'activity' : undefined,
    queryFn: () => adminCallPage('GET /admin/activity', { page, pageSize }),
  })
  return (
    <AdminList
      id="main"
      head="none"
      kind={{ one: 'line', many: 'Lines' }}
      called="the activity log"
      params={params}
      query={query}
      pageSize={pageSize}
      skeletonRows={6}
      empty={() => (
        <EmptyList
          title="Nothing yet"
          text="What is done on the admin pages is written down here."
        />
      )}
      row={(line) => (
        <li
          key={line.id}
          className="grid gap-x-20 gap-y-2 border-b border-line py-14 md:grid-cols-[180px_minmax(0,1fr)_auto] md:items-baseline"
        >
          <time className="text-14 text-ink-2" dateTime={line.at}>
            {formatMoment(line.at)}
          </time>
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {labelOf(line)}
            <Subject line={line} />
            <Note line={line} />
          </p>
          <span className="flex flex-wrap items-center gap-x-16 gap-y-4">
            {line.undo && <UndoButton line={line} undo={line.undo} />}
            <span className={bylineClass}>{line.who ?? 'Somebody unknown'}</span>
          </span>
        </li>
      )}
    />
  )
}

/** Gone when its time is over. */
function UndoButton({ line, undo: { id, seconds } }: { line: Line; undo: Undo }) {
  const [isOver, setOver] = useState(false)
  const press = useMutation({ mutationFn: () => undoAction(id) })
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  if (isOver) return null
  return (
    <Button isBusy={press.isPending} onClick={() => press.isPending || press.mutate()}>
      <span>
        Undo
        <span className="sr-only">
          : {labelOf(line)} {line.subject}
        </span>
      </span>
    </Button>
  )
}

function labelOf({ action, count, note }: Line) {
  if (action === 'signInFailed' && count > 1) return failedSignIns(count)
  if (action === 'undone') return undoneLabel(note)
  return activityLabels[action]
}

/** Links to the subject, unless that was deleted. */
function Subject({ line }: { line: Line }) {
  if (!line.subject) return null
  const path = pathOf(line)
  return <> {path ? <Link href={path} label={line.subject} /> : <b>{line.subject}</b>}</>
}

function Note({ line: { action, note } }: { line: Line }) {
  if (!note || action === 'undone') return null
  return kindOf(action)?.activity.isNoteFact ? (
    <span className={bylineClass}> {note}</span>
  ) : (
    <q className="mt-4 block text-15 text-ink-2 [overflow-wrap:anywhere]">{note}</q>
  )
}

function pathOf({ action, subject, subjectId, note }: Line): string | undefined {
  if (!subjectId || action.endsWith('Deleted')) return undefined
  return kindOf(action)?.activity.path?.({ id: subjectId, title: subject, note })
}
