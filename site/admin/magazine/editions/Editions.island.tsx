import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import { edition as kind } from '#contract/kinds/edition.ts'
import { weekOf } from '#contract/pages/week-editions.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage, sentenceOf } from '#site/admin/lib/call.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { EditionRow } from './EditionRow.tsx'

/** Why an island? What waits to go out needs a token, and each is changed in place. */
export const Editions = adminIsland(EditionList)

function EditionList() {
  const params = useListParams(['all'])
  const query = useListQuery('editions', params, ({ page }) =>
    adminCallPage('GET /admin/editions', { page, pageSize: adminPageSize }),
  )
  const make = (
    <div className={actionsClass}>
      <MakeEdition label="Make last week's" daysAgo={7} />
      <MakeEdition label="Make this week's so far" daysAgo={0} isOutline />
    </div>
  )
  return (
    <AdminList
      kind={kind}
      title="All editions"
      params={params}
      query={query}
      action={make}
      makeNew={make}
      row={(edition) => <EditionRow key={edition.id} edition={edition} />}
    />
  )
}

function MakeEdition({
  label,
  daysAgo,
  isOutline = false,
}: {
  label: string
  daysAgo: number
  isOutline?: boolean
}) {
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      adminCall('POST /admin/editions', {
        week: weekOf(addDays(dayOf(new Date()), -daysAgo)),
      }),
    onSuccess({ leftOut }) {
      void client.invalidateQueries({ queryKey: ['editions'] })
      const note = `Left out: ${leftOut} of young authors, whose guardians we have asked by mail.`
      void showToast({ ...adminMessages.editionMade, ...(leftOut > 0 && { note }) })
    },
    onError: (error) =>
      void showToast({ ...adminMessages.notDone, text: sentenceOf(error, noAnswer) }),
  })
  return (
    <ActionButton
      label={label}
      busy="Making it…"
      isOutline={isOutline}
      isBusy={isPending}
      onPress={() => isPending || mutate()}
    />
  )
}
