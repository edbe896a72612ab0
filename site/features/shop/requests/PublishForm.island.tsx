import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { publishingRequest, requests } from '#contract/endpoints/shop/requests.ts'
import type { FormState } from '#contract/form-state.ts'
import { publishCategories } from '#contract/magazine/categories.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { draftKeys } from '#site/lib/forms/draft.store.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import { Checkbox } from '#site/ui/forms/Checkbox.tsx'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { formActionsClass, formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import { RestoredDraft } from '#site/ui/forms/RestoredDraft.tsx'
import { SentBox } from '#site/ui/forms/SentBox.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'

const { agree } = requests['POST /books/publish'].form
const schema = z.extend(publishingRequest, { terms: z.literal(true, agree.message) })

const labels = {
  title: 'Book Title',
  author: 'Author Name',
  description: 'Book Description',
  category: 'Category',
  price: 'Suggested Price',
  authorEmail: 'Email',
  authorPhone: 'Phone Number',
  publishingReason: 'Why do you want to publish this book?',
  coverImageUrl: 'Cover Image URL',
  terms: 'Terms',
}
const send = ({ terms: _, ...request }: z.output<typeof schema>, key: string) =>
  call('POST /books/publish', request, key)

interface Props {
  refused?: FormState | undefined
  /** The reference of a request that was posted without script: this page confirms it. */
  reference?: string | undefined
  /** What may be chosen, where these are not the originals. */
  categories?: readonly string[] | undefined
}

/** Why an island? Fields are validated on blur, and the draft survives a lost connection. */
export function PublishForm({
  refused,
  reference: sentBefore,
  categories = publishCategories,
}: Props) {
  /** Each round is a new form. */
  const [round, setRound] = useState(0)
  const [reference, setReference] = useState(sentBefore)
  const again = (sent: string | undefined) => {
    setReference(sent)
    setRound(round + 1)
  }

  return (
    <Fields
      key={round}
      refused={round === 0 ? refused : undefined}
      reference={reference}
      categories={categories}
      isFromPage={round === 0}
      onAgain={again}
    />
  )
}

interface FieldsProps {
  refused: FormState | undefined
  reference: string | undefined
  categories: readonly string[]
  isFromPage: boolean
  /** It is called with the reference when the request was sent. */
  onAgain(sent: string | undefined): void
}

function Fields({ refused, reference, categories, isFromPage, onAgain }: FieldsProps) {
  const form = useSubmit(schema, send, {
    id: 'publish-form',
    labels,
    blank: {},
    refused,
    draft: { key: draftKeys.request, over: undefined },
    isFromPage,
    isSent: reference !== undefined,
    messages: { terms: formMessages.requestTerms, failed: formMessages.requestFailed },
    async onSent(sent) {
      onAgain(sent.reference)
      const { showToast } = await import('#site/ui/toast.ts')
      showToast({ ...formMessages.requestReceived, note: `Reference ${sent.reference}` })
    },
  })
  const { field } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each round.
  useEffect(() => {
    // Confirmed once: the same address opened again is an empty form.
    if (reference && isFromPage) history.replaceState(null, '', paths.publish)
    if (!isFromPage) document.getElementById(reference ? 'sent' : 'title')?.focus()
  }, [])

  const discard = () => {
    form.draft.clear()
    onAgain(undefined)
  }

  return (
    <form {...form.form} className={formClass} method="post" action="/api/books/publish">
      {reference && (
        <SentBox>
          <b>{formMessages.requestReceived.title}</b>
          <p>{formMessages.requestReceived.text}</p>
          <p>
            Reference <b>{reference}</b>
          </p>
        </SentBox>
      )}
      {(form.wrong.length > 0 || refused) && (
        <ErrorSummary fields={form.wrong}>{refused && <b>{refused.sentence}</b>}</ErrorSummary>
      )}
      {form.restoredFrom && (
        <RestoredDraft onDiscard={discard}>
          Your draft from {formatDate(form.restoredFrom)} is back.
        </RestoredDraft>
      )}
      <input
        type="hidden"
        name="idempotencyKey"
        defaultValue={refused?.values['idempotencyKey'] ?? ''}
      />
      <Field {...field('title')} />
      <Field {...field('author')} autoComplete="name" />
      <Field
        {...field('description')}
        kind="textarea"
        rows={5}
        placeholder="What is the book about, and who is it for? At least 50 characters."
      />
      <div className={pairClass}>
        <Field
          {...field('category')}
          kind="select"
          options={categories}
          placeholder="Select a category"
        />
        <Field
          {...field('price')}
          kind="number"
          prefix="₦"
          min={0}
          step="any"
          inputMode="decimal"
          placeholder="0.00"
        />
        <Field
          {...field('authorEmail')}
          kind="email"
          autoComplete="email"
          placeholder="you@example.com"
        />
        <Field
          {...field('authorPhone')}
          kind="tel"
          autoComplete="tel"
          placeholder="0800 000 0000"
        />
      </div>
      <Field
        {...field('publishingReason')}
        kind="textarea"
        rows={3}
        placeholder="At least 20 characters."
      />
      <Field
        {...field('coverImageUrl')}
        isOptional
        inputMode="url"
        placeholder="https://"
        hint="No cover yet? We draw one for you from the title."
      />
      <Checkbox
        name="terms"
        error={field('terms').error}
        isChecked={refused?.values['terms'] !== undefined}
        control={field('terms').control}
      >
        I agree to the publishing{' '}
        <a href={paths.terms} target="_blank" rel="noopener">
          terms and conditions
        </a>{' '}
        <b aria-hidden="true">*</b>
      </Checkbox>
      <FieldNote error={form.problem} />
      <div className={formActionsClass}>
        <SubmitButton label="Submit for Review" isBusy={form.isBusy} />
      </div>
    </form>
  )
}
