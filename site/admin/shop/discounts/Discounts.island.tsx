import { useMutation, useQueryClient } from '@tanstack/react-query'
import { discount } from '#contract/kinds/discount.ts'
import { discountStates } from '#contract/states.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { idOf, newOne, useOneOfList } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { NewLink } from '#site/admin/ui/frame/NewLink.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { DiscountPage } from './DiscountPage.tsx'
import { DiscountRow, rowId } from './DiscountRow.tsx'
import { stateLabels } from './discount-labels.ts'

const filters = ['all', ...discountStates] as const
type Shown = (typeof filters)[number]

/** Why an island? The codes are confidential: the calls need a token, and each is changed in place. */
export const Discounts = adminIsland(DiscountsPage)

function DiscountsPage() {
  const params: ListParams<Shown> = useListParams(filters)
  const { opened, open, page } = useOneOfList(params, 'discount', { rowId })
  return (
    <>
      <div hidden={opened !== undefined}>
        <DiscountList params={params} onOpen={open} />
      </div>
      {opened && <DiscountPage key={opened} id={idOf(opened)} {...page} onMade={open} />}
    </>
  )
}

interface ListProps {
  params: ListParams<Shown>
  onOpen(id: string): void
}

function DiscountList({ params, onOpen }: ListProps) {
  const { status } = params
  const query = useListQuery('discounts', params, (asked) =>
    adminCallPage('GET /admin/discounts', { ...asked, pageSize: adminPageSize }),
  )
  const counts = useAdminCall(['discounts', 'counts'], 'GET /admin/discount-counts', {}).data
  const makeNew = <NewLink kind={discount} onOpen={() => onOpen(newOne)} />
  return (
    <AdminList
      kind={discount}
      params={params}
      query={query}
      searchLabel="Code or note"
      choices={chipsOf(filters, stateLabels, counts)}
      action={
        <div className={actionsClass}>
          <ReviewerCopy onMade={onOpen} />
          {makeNew}
        </div>
      }
      groupOf={status === 'all' ? ({ state }) => stateLabels[state] : undefined}
      makeNew={makeNew}
      row={(discount) => (
        <DiscountRow key={discount.id} discount={discount} onOpen={() => onOpen(discount.id)} />
      )}
    />
  )
}

const reviewDays = 30
const dayMs = 24 * 60 * 60_000

/** Makes a code for one free copy, and opens it. */
function ReviewerCopy({ onMade }: { onMade(id: string): void }) {
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () =>
      adminCall('POST /admin/discounts', {
        percent: 100,
        maxUses: 1,
        endsAt: new Date(Date.now() + reviewDays * dayMs).toISOString(),
        note: 'Free copy for a reviewer',
      }),
    onSuccess({ id }) {
      void client.invalidateQueries({ queryKey: ['discounts'] })
      void showToast(adminMessages.discountMade)
      onMade(id)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <ActionButton
      isOutline
      label="Free copy for a reviewer"
      busy="Making it…"
      isBusy={make.isPending}
      onPress={() => make.isPending || make.mutate()}
    />
  )
}
