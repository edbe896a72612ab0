import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { edition as kind } from '#contract/kinds/edition.ts'
import { weekDays, weekTitle } from '#contract/pages/week-editions.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { sentenceOf } from '#site/admin/lib/call.ts'
import { formatCounted, formatNearMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import {
  actionsClass,
  badgeClasses,
  bylineClass,
  factsClass,
  outlineClass,
} from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

type Edition = OutputOf<'GET /admin/editions'>[number]

const stateClasses = {
  draft: badgeClasses.wait,
  published: badgeClasses.good,
  withdrawn: badgeClasses.plain,
} as const

/** The edition of a week: its files, to be looked at, and whether it is out. */
export function EditionRow({ edition }: { edition: Edition }) {
  const { id, week, state, stories, htmlBytes, pdfBytes, madeAt } = edition
  const title = weekTitle(week)
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: (to: 'published' | 'withdrawn') =>
      callWithUndo('PATCH /admin/editions/:id/state', { id, state: to }),
    async onSuccess({ undo }, to) {
      await client.invalidateQueries({ queryKey: ['editions'] })
      const { editionOut, editionWithdrawn } = adminMessages
      void showToast(to === 'published' ? editionOut : editionWithdrawn, undo)
    },
    onError: (error) =>
      void showToast({ ...adminMessages.notDone, text: sentenceOf(error, noAnswer) }),
  })
  const move = (to: 'published' | 'withdrawn') => () => isPending || mutate(to)
  const file = (format: 'html' | 'pdf', bytes: number) => (
    <DownloadFile
      path={`/api/admin/editions/${id}/stories.${format}`}
      of={title}
      label={`${format.toUpperCase()}, ${formatBytes(bytes)}`}
      className={outlineClass}
      done={{ title: 'Downloaded' }}
    />
  )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-14 border-b border-line py-20">
      <div>
        <h3 className="text-19/120 md:text-22">
          {state === 'draft' ? title : <Link href={magazinePaths.edition(week)} label={title} />}
        </h3>
        <p className={bylineClass}>
          {weekDays(week)}, {formatCounted(stories, 'story', 'stories')}
        </p>
        <p className={factsClass}>
          <span className={stateClasses[state]}>{kind.states[state]}</span>
          <span className="text-ink-2">Made {formatNearMoment(madeAt)}</span>
          {htmlBytes === 0 && state !== 'withdrawn' && <b>Being made anew: a story has left it</b>}
        </p>
      </div>
      <div className={actionsClass}>
        {htmlBytes > 0 && file('html', htmlBytes)}
        {htmlBytes > 0 && file('pdf', pdfBytes)}
        {state !== 'published' && htmlBytes > 0 && (
          <ActionButton
            label="Let it go out"
            busy="Letting it go out…"
            isBusy={isPending}
            onPress={move('published')}
          />
        )}
        {state !== 'withdrawn' && (
          <ActionButton
            label="Withdraw"
            busy="Withdrawing…"
            isOutline
            className="!text-danger"
            isBusy={isPending}
            onPress={move('withdrawn')}
          />
        )}
      </div>
    </li>
  )
}
