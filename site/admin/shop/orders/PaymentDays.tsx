import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { type PaymentDifference, providerNames } from '#contract/shop/payment-providers.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { formatCount, formatCounted, formatDay, formatNearMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { type AdminQuery, useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { badgeClasses, bylineClass, outlineClass, rowClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass, labelClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { stateLabels } from './order-labels.ts'

type Comparison = OutputOf<'GET /admin/payment-days'>
type Difference = Comparison['differences'][number]

const queryKey = ['payment-days']
const headId = 'payment-days'

export function usePaymentDays(): AdminQuery<Comparison> {
  return useAdminCall(queryKey, 'GET /admin/payment-days', {})
}

/** Says above the orders, where something differs, what is below them. */
export function DifferencesNote({ query: { data } }: { query: AdminQuery<Comparison> }) {
  if (!data || data.totalDifferences === 0) return null
  const { totalDifferences: total } = data
  return (
    <p className="mb-16 flex flex-wrap items-center gap-x-16 gap-y-6 border-l-6 border-danger bg-sunk px-16 py-10 text-15">
      <span className="flex items-center gap-8">
        <Icon name="alert" size={18} className="flex-none text-danger" />
        <b>
          {formatCounted(total, 'payment differs', 'payments differ')} from the provider’s list.
        </b>
      </span>
      <a className="inline-flex min-h-44 items-center underline" href={`#${headId}`}>
        See what to do
      </a>
    </p>
  )
}

/** How the providers' lists compare with the orders, what differs, and a day to compare now. */
export function PaymentDays({ query }: { query: AdminQuery<Comparison> }) {
  return (
    <section
      className="mt-40 [scroll-margin-top:96px]"
      id={headId}
      aria-labelledby={`${headId}-title`}
    >
      <h2 className="mb-6 text-25/110" id={`${headId}-title`}>
        Payments compared
      </h2>
      <p className="mb-16 text-15 text-ink-2">
        Each night the provider’s list of the day before is compared with these orders. What was
        paid there and not here is delivered by itself.
      </p>
      <Loaded query={query} things="the comparison" rows={2}>
        {(comparison) => <Compared {...comparison} />}
      </Loaded>
      <CompareDay />
    </section>
  )
}

function Compared({ days, differences, totalDifferences }: Comparison) {
  return (
    <>
      {differences.length > 0 && (
        <>
          <GroupHead title={formatCounted(totalDifferences, 'difference')} isAlert />
          <ul className="mb-24">
            {differences.map((one) => (
              <DifferenceRow key={`${one.provider} ${one.reference}`} difference={one} />
            ))}
          </ul>
        </>
      )}
      <ul className="grid gap-8 text-15">
        {days.slice(0, 6).map((day) => (
          <li key={`${day.provider} ${day.day}`} className="[overflow-wrap:anywhere]">
            <b className="font-semibold">
              {formatDay(day.day)}, {providerNames[day.provider]}
            </b>
            <span className="block text-ink-2">{describeDay(day)}</span>
          </li>
        ))}
      </ul>
      {days.length === 0 && <p className="text-15 text-ink-2">No day has been compared yet.</p>}
    </>
  )
}

function describeDay(day: Comparison['days'][number]): string {
  const { comparedAt, failure, isRunning, payments, settled } = day
  if (isRunning) return 'It is being compared now.'
  const last = comparedAt ? `Compared ${formatNearMoment(comparedAt)}.` : 'Not compared yet.'
  if (failure)
    return `The provider did not answer as expected: ${failure}. It is asked again. ${last}`
  const listed = `${formatCounted(payments, 'payment')} of ours in its list`
  return `${last} ${listed}${settled > 0 ? `, ${formatCount(settled)} settled by it` : ''}.`
}

const kinds: Record<PaymentDifference, { title: string; todo: string }> = {
  paidThere: {
    title: 'Paid there, not here',
    todo: 'Settle it again: the book is delivered once the provider confirms the payment.',
  },
  paidHere: {
    title: 'Paid here, not there',
    todo: 'Look the reference up in the provider’s dashboard. If no money came, open the order and write to the buyer.',
  },
  otherAmount: {
    title: 'Another amount',
    todo: 'Open the order: refund what was paid, or settle it with the buyer.',
  },
  refundedThere: {
    title: 'Refunded there, not here',
    todo: 'Settle it again: the order and its download end once the provider confirms the refund.',
  },
  refundedHere: {
    title: 'Refunded here, not there',
    todo: 'The money has not gone back. Refund it in the provider’s dashboard.',
  },
  unknown: {
    title: 'A payment of no order',
    todo: 'Look the reference up in the provider’s dashboard, and refund it there.',
  },
}

const canSettle = ({ kind }: Difference) => kind === 'paidThere' || kind === 'refundedThere'

function DifferenceRow({ difference }: { difference: Difference }) {
  const { reference, kind, provider, day, amount, currency, order, providerStatus } = difference
  const client = useQueryClient()
  const settle = useMutation({
    mutationFn: () => adminCall('POST /admin/orders/:reference/settle', { reference }),
    onSuccess(settled) {
      void client.invalidateQueries()
      void showToast({ title: `The order is: ${stateLabels[settled.status].toLowerCase()}` })
    },
  })
  const there =
    amount === null
      ? providerStatus
      : `${currency === 'NGN' ? formatNaira(amount) : `${currency} ${amount}`}, ${providerStatus}`
  const here = order
    ? `${formatNaira(order.amount)}, ${stateLabels[order.status].toLowerCase()}`
    : 'no order'
  return (
    <li className={rowClass}>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b className="block text-16/130 font-semibold">{order?.buyerName || reference}</b>
        <p className="mt-6">
          <span className={badgeClasses.bad}>{kinds[kind].title}</span>
        </p>
        <p className={`mt-6 ${bylineClass}`}>
          At {providerNames[provider]}: {there}. Here: {here}.
        </p>
        <p className={bylineClass}>
          {order?.buyerName ? `Order ${order.orderNumber}, ` : ''}
          {formatDay(day)}
        </p>
        <p className="mt-6 text-15">{kinds[kind].todo}</p>
        {settle.error && (
          <div className="mt-6" role="alert">
            <FieldNote id={`settle-${reference}`} error={sentenceOf(settle.error, notAnswered)} />
          </div>
        )}
      </div>
      {order && (
        <div className="flex flex-wrap gap-10">
          {canSettle(difference) && (
            <ActionButton
              label="Settle again"
              busy="Settling..."
              isBusy={settle.isPending}
              onPress={() => !settle.isPending && settle.mutate()}
            />
          )}
          <a className={outlineClass} href={staffPaths.order(reference)}>
            Open the order<span className="sr-only"> {order.orderNumber}</span>
          </a>
        </div>
      )}
    </li>
  )
}

const notAnswered =
  'The provider did not answer, and nothing has changed. Please try again in a while.'

const yesterday = () => dayOf(new Date(Date.now() - 24 * 60 * 60_000))

const daySchema = z.object({ day: z.string() })

function CompareDay() {
  const client = useQueryClient()
  const { form, field, isBusy, problem } = useSubmit(
    daySchema,
    async ({ day }) => {
      const comparison = await adminCall('POST /admin/payment-days/compare', { day })
      client.setQueryData(queryKey, comparison)
      void client.invalidateQueries({ queryKey: ['orders'] })
      void showToast({
        title: comparison.days.some((one) => one.day === day && one.failure)
          ? 'The provider did not answer'
          : 'The day was compared',
      })
    },
    { id: 'compare-day', blank: { day: yesterday() } },
  )
  const wrong = field('day').error ?? problem
  return (
    <form {...form} className="mt-24 flex flex-wrap items-end gap-12">
      <div>
        <label className={labelClass} htmlFor="compare-day-day">
          Day
        </label>
        <input
          {...field('day').control}
          id="compare-day-day"
          className={`${controlClass} mt-6 block`}
          type="date"
          max={dayOf(new Date())}
        />
      </div>
      <ActionButton
        kind="submit"
        isOutline
        className="min-h-48"
        label="Compare now"
        busy="Comparing..."
        isBusy={isBusy}
      />
      {wrong && (
        <div className="basis-full" role="alert">
          <FieldNote id="compare-day-problem" error={wrong} />
        </div>
      )}
    </form>
  )
}
