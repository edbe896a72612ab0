import { useState } from 'react'
import * as z from 'zod/mini'
import { discountFields } from '#contract/endpoints/shop/discounts.admin.ts'
import { discountLimits } from '#contract/shop/discounts.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { fieldClass, formClass, labelClass, pairClass } from '#site/ui/forms/form-classes.ts'
import type { AdminDiscount } from './discount-labels.ts'

const { code, percent, off, maxUses, maxUsesOfBuyer, note } = discountFields.shape
/** Times as they are typed; books are chosen beside it. The server checks the fields against each other. */
const typedFields = z.object({
  code,
  percent,
  off,
  maxUses,
  maxUsesOfBuyer,
  note,
  startsAt: z.string(),
  endsAt: z.string(),
  bookIds: z.optional(z.unknown()),
})

const labels = {
  code: 'Code',
  percent: 'Percent off',
  off: 'Naira off',
  bookIds: 'Books',
  startsAt: 'From',
  endsAt: 'Until',
  maxUses: 'Uses in all',
  maxUsesOfBuyer: 'Uses of one buyer',
  note: 'Note',
}

interface Props {
  /** Undefined for a new one. */
  discount: AdminDiscount | undefined
  onSaved(discount: AdminDiscount): void
}

/** The fields of a discount code; of one that was used, its name and value stay. */
export function DiscountForm({ discount, onSaved }: Props) {
  const [chosen, setChosen] = useState<readonly string[] | null>(
    discount?.books?.map(({ id }) => id) ?? null,
  )
  const form = useSubmit(
    typedFields,
    ({ startsAt, endsAt, ...typed }, key) => {
      const fields = {
        ...typed,
        bookIds: chosen === null ? null : [...chosen],
        startsAt: momentOf(startsAt),
        endsAt: momentOf(endsAt),
      }
      if (!discount) return adminCall('POST /admin/discounts', fields, key)
      const { id, revision } = discount
      return adminCall('PUT /admin/discounts/:id', { id, revision, ...fields })
    },
    { id: 'discount-form', labels, blank: valuesOf(discount), onSent: onSaved },
  )
  useLeaveWarning(form.isDirty())
  const isFixed = discount?.wasUsed === true
  const fixed = isFixed ? 'It was used, so it stays.' : undefined
  const { error: booksError } = form.field('bookIds')
  return (
    <form {...form.form} className={`${formClass} ${narrowClass}`} method="dialog">
      {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field
        {...form.field('code')}
        isOptional={!discount}
        isReadOnly={isFixed}
        autoComplete="off"
        hint={
          fixed ??
          'Letters, digits and dashes; buyers may type it in small letters. Left empty, one is made up.'
        }
      />
      <div className={pairClass}>
        <Field
          {...form.field('percent')}
          isOptional
          isReadOnly={isFixed}
          inputMode="numeric"
          hint={fixed ?? '1 to 100, of all copies. 100 makes them free.'}
        />
        <Field
          {...form.field('off')}
          isOptional
          isReadOnly={isFixed}
          prefix="₦"
          inputMode="decimal"
          hint={fixed ?? 'Or this, once an order.'}
        />
      </div>
      <BookChoice chosen={chosen} error={booksError} onChoose={setChosen} />
      <div className={pairClass}>
        <Field
          {...form.field('startsAt')}
          kind="datetime-local"
          isOptional
          hint="Time of Lagos. Empty: at once."
        />
        <Field
          {...form.field('endsAt')}
          kind="datetime-local"
          isOptional
          hint="Time of Lagos. Empty: until you end it."
        />
        <Field
          {...form.field('maxUses')}
          isOptional
          inputMode="numeric"
          hint="Orders. Empty: as many as there are."
        />
        <Field
          {...form.field('maxUsesOfBuyer')}
          isOptional
          inputMode="numeric"
          hint="By e-mail address. Empty: as often as they like."
        />
      </div>
      <Field
        {...form.field('note')}
        kind="textarea"
        rows={2}
        isOptional
        hint="Only staff see it."
      />
      <FormActions form={form} label={discount ? 'Save' : 'Make the code'} />
    </form>
  )
}

/** A day and a time in large text are wider than a phone. */
const narrowClass = '[&_[data-block]]:min-w-0 [&_input]:min-w-0'

interface BookChoiceProps {
  /** Null for all books. */
  chosen: readonly string[] | null
  error: string | undefined
  onChoose(chosen: readonly string[] | null): void
}

const lineClass = 'flex min-h-44 items-center gap-10 text-15'
const boxClass = 'size-20 flex-none accent-accent'

/** All books, or some. */
function BookChoice({ chosen, error, onChoose }: BookChoiceProps) {
  const page = { pageSize: discountLimits.books }
  const books = useAdminCall(['books', 'of a discount'], 'GET /admin/books', page, {
    enabled: chosen !== null,
  })
  const choice = (label: string, isChosen: boolean, next: readonly string[] | null) => (
    <label className={lineClass}>
      <input
        type="radio"
        name="whichBooks"
        className={boxClass}
        checked={isChosen}
        onChange={() => onChoose(next)}
      />
      {label}
    </label>
  )
  return (
    <fieldset
      className={fieldClass}
      id="bookIds"
      tabIndex={-1}
      aria-describedby={error ? 'bookIds-note' : undefined}
    >
      <legend className={labelClass}>Books</legend>
      {choice('All books', chosen === null, null)}
      {choice('Some books', chosen !== null, chosen ?? [])}
      {chosen && (
        <ul className="ml-30 max-h-[300px] overflow-auto border-t border-line">
          {books.error && <li className="py-12">The books could not be loaded.</li>}
          {books.data?.map(({ id, title }) => (
            <li key={id} className="border-b border-line">
              <label className={`${lineClass} py-6 [overflow-wrap:anywhere]`}>
                <input
                  type="checkbox"
                  className={boxClass}
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChoose(
                      target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                    )
                  }
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
      )}
      <FieldNote id="bookIds-note" error={error} />
    </fieldset>
  )
}

function valuesOf(discount: AdminDiscount | undefined): Record<string, string> {
  if (!discount) return {}
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    code: discount.code,
    percent: text(discount.percent),
    off: text(discount.off),
    startsAt: typedIn(discount.startsAt),
    endsAt: typedIn(discount.endsAt),
    maxUses: text(discount.maxUses),
    maxUsesOfBuyer: text(discount.maxUsesOfBuyer),
    note: discount.note ?? '',
  }
}
