import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatNaira } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useOne, useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { factsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { LoadedOne, OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
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

interface Props extends OpenProps {
  /** Undefined for a new one. */
  id: string | undefined
  onMade(id: string): void
}

/** One discount code: what it came to, its link, the form to change it, and its end. */
export function DiscountPage({ id, takesFocus, onMade, ...list }: Props) {
  const client = useQueryClient()
  const heading = useOpenedHeading(takesFocus)
  const query = useOne(
    ['discount', id],
    () => adminCall('GET /admin/discounts/:id', { id: id ?? '' }),
    id !== undefined,
  )
  const saved = (discount: AdminDiscount) => {
    client.setQueryData(['discount', discount.id], discount)
    void client.invalidateQueries({ queryKey: ['discounts'] })
  }
  const title = id === undefined ? 'New discount code' : (query.data?.code ?? 'Discount code')
  return (
    <OnePage title={title} headingRef={heading} {...list}>
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
        <LoadedOne query={query} name="discount code" missing="Discount Code Not Found">
          {(discount) => <OneDiscount discount={discount} onSaved={saved} />}
        </LoadedOne>
      )}
    </OnePage>
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
              {book ? linkTo(book.id, code) : `Any book’s link, with ?code=${code} at its end`}
              {state === 'running' && <ShareCode discount={discount} book={book} />}
            </dd>
          ))}
        </div>
      </dl>
      {state !== 'ended' && (
        <Button
          look="danger"
          className="mt-16"
          isBusy={end.isPending}
          onClick={() => end.isPending || end.mutate()}
          icon={adminIcons.stop}
          label={end.isPending ? 'Ending…' : 'End now'}
        />
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

interface ShareProps {
  discount: AdminDiscount
  /** Undefined for a code of all books. */
  book: { id: string; title: string } | undefined
}

/** Opens WhatsApp with what the code takes off, and where; a picture says the same. */
function ShareCode({ discount, book }: ShareProps) {
  const { code } = discount
  const thing = book ? `“${book.title}”` : 'any book'
  const link = book ? linkTo(book.id, code) : new URL(paths.books, location.href).href
  const value = describeValue(discount)
  const text = `${value} ${thing} with the code ${code}: ${link}`
  const save = useMutation({
    async mutationFn() {
      const { saveShareCard } = await import('#site/admin/lib/pictures/share-card.ts')
      const picture = book ? paths.bookSharePicture(book.id) : paths.siteSharePicture
      const words = { headline: value, line: thing, framed: code, foot: location.host }
      await saveShareCard(`${code}.png`, picture, words)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  const of = book && <span className="sr-only">: {book.title}</span>
  return (
    <span className="my-8 flex flex-wrap gap-10">
      <a
        className={outlineClass}
        href={`https://wa.me/?${new URLSearchParams({ text })}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        Share on WhatsApp{of}
      </a>
      <Button onClick={() => save.mutate()}>Save the picture{of}</Button>
    </span>
  )
}
