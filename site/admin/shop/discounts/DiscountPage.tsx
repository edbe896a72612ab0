import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { formatNaira } from '#contract/money.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { dangerClass, factsClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { PageBar } from '#site/admin/ui/PageBar.tsx'
import { paths } from '#site/lib/paths.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { DiscountForm } from './DiscountForm.tsx'
import {
  type AdminDiscount,
  describeBooks,
  describeDays,
  describeUses,
  describeValue,
  stateClasses,
  stateLabels,
} from './discount-labels.ts'

interface Props {
  /** Undefined for a new one. */
  id: string | undefined
  /** It was just opened: it takes the focus. */
  takesFocus: boolean
  listHref: string
  onBack(): void
  onMade(id: string): void
}

/** One discount code: what it came to, its link, the form to change it, and its end. */
export function DiscountPage({ id, takesFocus, listHref, onBack, onMade }: Props) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useAdminQuery<AdminDiscount | null>({
    queryKey: ['discount', id],
    enabled: id !== undefined,
    queryFn: () =>
      adminCall('GET /admin/discounts/:id', { id: id ?? '' }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [takesFocus])
  const saved = (discount: AdminDiscount) => {
    client.setQueryData(['discount', discount.id], discount)
    void client.invalidateQueries({ queryKey: ['discounts'] })
  }
  const title = id === undefined ? 'New discount code' : (query.data?.code ?? 'Discount code')
  return (
    <section aria-label={title}>
      <PageBar
        title={title}
        headingRef={heading}
        backHref={listHref}
        backLabel="Back to the list"
        onBack={onBack}
      />
      {id === undefined ? (
        <div className="mt-20 max-w-[720px] pb-24">
          <DiscountForm
            discount={undefined}
            onSaved={(made) => {
              saved(made)
              void showToast(adminMessages.discountMade)
              onMade(made.id)
            }}
          />
        </div>
      ) : (
        <Loaded
          query={query}
          failed="This discount code could not be loaded."
          skeleton={<AdminSkeleton label="Loading the discount code" rows={3} />}
        >
          {(discount) =>
            discount ? (
              <OneDiscount discount={discount} onSaved={saved} />
            ) : (
              <EmptyList
                title="Discount Code Not Found"
                text="There is no such discount code. Please look at the list again."
              />
            )
          }
        </Loaded>
      )}
    </section>
  )
}

interface OneProps {
  discount: AdminDiscount
  onSaved(discount: AdminDiscount): void
}

function OneDiscount({ discount, onSaved }: OneProps) {
  const { id, code, state, books, paid, given, revision } = discount
  const days = describeDays(discount)
  const end = useMutation({
    mutationFn: () => callWithUndo('POST /admin/discounts/:id/end', { id }),
    onSuccess({ answer, undo }) {
      onSaved(answer)
      void showToast(adminMessages.discountEnded, undo)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <div className="max-w-[720px] pb-24">
      <p className="mt-20 font-display text-50/100 font-heavy tracking-closer [overflow-wrap:anywhere]">
        {describeValue(discount)}
      </p>
      <p className={`${factsClass} mt-10 text-15 text-ink-2`}>
        <span className={stateClasses[state]}>{stateLabels[state]}</span>
        <span className="[overflow-wrap:anywhere]">{describeBooks(discount)}</span>
        <span>{describeUses(discount)}</span>
        {days && <span>{days}</span>}
      </p>
      <dl className="mt-20 grid gap-x-24 gap-y-12 bg-sunk p-16 sm:grid-cols-[1fr_1fr]">
        <div>
          <dt className="text-14 text-ink-2">Paid with it</dt>
          <dd className="font-semibold">{formatNaira(paid)}</dd>
        </div>
        <div>
          <dt className="text-14 text-ink-2">Taken off</dt>
          <dd className="font-semibold">{formatNaira(given)}</dd>
        </div>
        <div className="min-w-0 sm:col-span-full">
          <dt className="text-14 text-ink-2">Link that has the code</dt>
          {(books ?? [undefined]).map((book) => (
            <dd key={book?.id ?? ''} className="font-semibold [overflow-wrap:anywhere]">
              {book ? linkTo(book.id, code) : `…?code=${code} behind the address of a book`}
            </dd>
          ))}
        </div>
      </dl>
      {state !== 'ended' && (
        <button
          type="button"
          className={`${dangerClass} mt-16`}
          aria-busy={end.isPending || undefined}
          onClick={() => end.isPending || end.mutate()}
        >
          <Icon shape={adminIcons.stop} size={18} />
          {end.isPending ? 'Ending…' : 'End now'}
        </button>
      )}
      <h2 className="mb-16 mt-28 border-t-2 border-ink pt-16 text-25/110">Change</h2>
      <DiscountForm
        key={revision}
        discount={discount}
        onSaved={(changed) => {
          onSaved(changed)
          void showToast(adminMessages.discountChanged)
        }}
      />
    </div>
  )
}

const linkTo = (bookId: string, code: string) =>
  `${new URL(paths.book(bookId), location.href).href}?${new URLSearchParams({ code })}`
