import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invoiceFields } from '#contract/endpoints/shop/invoices.ts'
import { formatNaira } from '#contract/money.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'

const typedFields = z.omit(invoiceFields, { shownTotal: true })
const labels = {
  bookId: 'Book',
  quantity: 'Copies',
  discountCode: 'Discount code',
  school: 'School',
  schoolAddress: 'Address of the school',
  buyerName: 'Contact person',
  buyerEmail: 'Email',
  purchaseNumber: 'Their purchase order number',
}
const blank = Object.fromEntries(Object.keys(labels).map((name) => [name, '']))

interface Props extends OpenProps {
  onMade(reference: string): void
}

/** The form of an invoice for a school that has written or called. */
export function NewInvoice({ takesFocus, onMade, ...list }: Props) {
  const client = useQueryClient()
  const heading = useOpenedHeading(takesFocus)
  const areInvoicesOff = useStats().off?.invoices !== undefined
  const books = useAdminCall(['books', 'of an invoice'], 'GET /admin/books', { pageSize: 100 })
  const form = useSubmit(
    typedFields,
    (typed, key) => adminCall('POST /admin/invoices', typed, key),
    {
      id: 'invoice-form',
      labels,
      blank,
      onSent({ reference }) {
        void client.invalidateQueries({ queryKey: ['invoices'] })
        void showToast(adminMessages.invoiceMade)
        onMade(reference)
      },
    },
  )
  const sold = books.data?.filter(({ isPublished, price }) => isPublished && price > 0) ?? []
  const book = sold.find(({ id }) => id === form.watch('bookId'))
  const copies = Number(form.watch('quantity'))
  return (
    <OnePage title="New invoice" headingRef={heading} {...list}>
      {areInvoicesOff ? (
        <div className="mt-20 max-w-[720px]">
          <Off name="invoices" />
        </div>
      ) : (
        <form {...form.form} className={`${formClass} mt-20 max-w-[720px] pb-24`} method="dialog">
          <Off name="mail" />
          {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
          <FormProblem problem={form.problem} summary={form.summary} />
          <Field
            {...form.field('bookId')}
            kind="select"
            placeholder={books.error ? 'The books could not be loaded' : 'Choose a book'}
            options={sold.map(({ id, title, price }) => ({
              value: id,
              label: `${title}, ${formatNaira(price)}`,
            }))}
          />
          <div className={pairClass}>
            <Field
              {...form.field('quantity')}
              inputMode="numeric"
              autoComplete="off"
              hint={
                book && copies > 1
                  ? `${formatNaira(book.price * copies)} without a discount.`
                  : '2 to 500'
              }
            />
            <Field {...form.field('discountCode')} isOptional autoComplete="off" />
          </div>
          <Field {...form.field('school')} autoComplete="off" />
          <Field {...form.field('schoolAddress')} kind="textarea" rows={3} isOptional />
          <div className={pairClass}>
            <Field {...form.field('buyerName')} autoComplete="off" />
            <Field
              {...form.field('buyerEmail')}
              kind="email"
              autoComplete="off"
              hint="Invoice and codes are sent there."
            />
          </div>
          <Field {...form.field('purchaseNumber')} isOptional autoComplete="off" />
          <FormActions form={form} label="Make the invoice" busyLabel="Making it…" />
        </form>
      )}
    </OnePage>
  )
}
