import './story-form.css'
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { authorRoles, storyCategories } from '#contract/categories.ts'
import { formatDate } from '#contract/dates.ts'
import { stories, storyFields } from '#contract/endpoints/stories.ts'
import { errors } from '#contract/errors.ts'
import { readTimeMinutes } from '#contract/form-limits.ts'
import type { FormState } from '#contract/form-state.ts'
import { call } from '#site/lib/call.ts'
import { draftKeys } from '#site/lib/draft.store.ts'
import { paths } from '#site/lib/paths.ts'
import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { useDraftForm } from '#site/lib/use-draft-form.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import { Checkbox } from '#site/ui/Checkbox.tsx'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { SubmitButton } from '#site/ui/SubmitButton.tsx'
import { PictureDrop } from './PictureDrop.tsx'
import { proposeReadTime } from './read-time.ts'

const { file: _, ...fields } = storyFields
const { agree } = stories['POST /stories'].form
const schema = z.object({ ...fields, terms: z.literal(true, agree.message) })
const resolver: Resolver<z.input<typeof schema>, unknown, z.output<typeof schema>> = zodResolver(
  schema,
)

const labels = {
  authorName: 'Your Name',
  authorRole: 'Your Role',
  category: 'Story Category',
  readTimeMinutes: 'Estimated Read Time (minutes)',
  title: 'Story Title',
  summary: 'Story Summary',
  content: 'Your Story',
  imageUrl: 'Image URL',
  videoUrl: 'Video URL',
  terms: 'Terms',
}
const blank: Record<string, string> = { readTimeMinutes: String(readTimeMinutes.default) }

/** What the server says of a file. */
const fileFaults: string[] = [
  errors.fileTooLarge[1],
  errors.notAPicture[1],
  errors.videoNotTaken[1],
]

/** The placeholder of the summary says so; more is allowed (specification section 5). */
const summaryLength = { from: 50, to: 200 }
/** How long after the last key the default picture is drawn again. */
const drawAfterMs = 600
/** Whose picture stands there before a category is chosen. */
const firstCategory = 'Success Stories from Humble Backgrounds'

/** A submission that is being changed. */
interface Submission {
  id: string
  /** By field name. */
  values: Record<string, string>
  /** Empty for none. */
  authorImageUrl: string
  /** ISO 8601. */
  updatedAt: string
}

interface Props {
  submission?: Submission | undefined
  refused?: FormState | undefined
  /** The story was sent without script, and this page says so. */
  isSent?: boolean
}

/** Why an island? Fields are checked as they are left, the draft is kept, and the picture goes ahead of the form. */
export function StoryForm({ submission, refused, isSent: wasSent = false }: Props) {
  /** Each round is a fresh form. */
  const [round, setRound] = useState(0)
  const [isSent, setSent] = useState(wasSent)
  const again = (wasJustSent: boolean) => {
    setSent(wasJustSent)
    setRound(round + 1)
  }

  return (
    <Fields
      key={round}
      submission={submission}
      refused={round === 0 ? refused : undefined}
      isSent={isSent}
      isFromPage={round === 0}
      onAgain={again}
    />
  )
}

interface FieldsProps {
  submission: Submission | undefined
  refused: FormState | undefined
  isSent: boolean
  isFromPage: boolean
  onAgain(wasJustSent: boolean): void
}

function Fields({ submission, refused, isSent, isFromPage, onAgain }: FieldsProps) {
  const before: Record<string, string> = submission?.values ?? blank
  const shown = refused?.values ?? before
  const [drawn, setDrawn] = useState({
    title: shown['title'] ?? '',
    category: shown['category'] ?? '',
  })
  const [summary, setSummary] = useState(shown['summary'] ?? '')
  const [imageUrl, setImageUrl] = useState(shown['imageUrl'] ?? '')
  const drawing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const uploading = useRef<Promise<boolean>>(undefined)
  /** The read time follows the text until somebody sets it. */
  const isProposed = useRef(false)

  const kept = useDraftForm({
    id: 'story-form',
    resolver,
    labels,
    blank: before,
    refused,
    draftKey: submission ? draftKeys.submission(submission.id) : draftKeys.story,
    draftOver: submission?.updatedAt,
    isFromPage,
    isSent,
    messages: { terms: formMessages.storyTerms, failed: formMessages.storyFailed },
    async isReady() {
      const isThere = (await uploading.current) ?? true
      if (!isThere) document.getElementById('file')?.focus()
      return isThere
    },
    async send({ terms: _, ...story }, key) {
      if (!submission) return void (await call('POST /stories', story, key))
      const { id, authorImageUrl } = submission
      await call('PUT /account/stories/:id', { ...story, id, authorImageUrl })
    },
    async onSent() {
      if (submission) return location.assign(paths.sentAgain)
      onAgain(true)
      const { showToast } = await import('#site/ui/toast.ts')
      showToast(formMessages.storySubmitted)
    },
  })
  const { field, put, isLive } = kept
  const page = submission ? paths.submitted(submission.id) : paths.submit

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what the device has kept is in its place.
  useEffect(() => {
    const values = Object.fromEntries(Object.keys(labels).map((name) => [name, typedIn(name)]))
    setDrawn({ title: values['title'] ?? '', category: values['category'] ?? '' })
    setSummary(values['summary'] ?? '')
    setImageUrl(values['imageUrl'] ?? '')
    isProposed.current =
      values['readTimeMinutes'] === String(proposeReadTime(values['content'] ?? ''))
    if (isSent && isFromPage) history.replaceState(null, '', paths.submit)
    if (!isFromPage) document.getElementById(isSent ? 'sent' : 'authorName')?.focus()
    return () => clearTimeout(drawing.current)
  }, [])

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    kept.form.onInput(event)
    const { name, value } = event.target as HTMLInputElement
    if (name === 'summary') setSummary(value)
    if (name === 'imageUrl') setImageUrl(value)
    if (name === 'readTimeMinutes') isProposed.current = false
    if (name === 'content' && isProposed.current) {
      put('readTimeMinutes', String(proposeReadTime(value)))
    }
    if (name === 'title' || name === 'category') {
      clearTimeout(drawing.current)
      drawing.current = setTimeout(
        () => setDrawn({ title: typedIn('title'), category: typedIn('category') }),
        drawAfterMs,
      )
    }
  }

  const saveDraft = async () => {
    const isKept = kept.keepNow()
    const { showToast } = await import('#site/ui/toast.ts')
    showToast(isKept ? formMessages.draftSaved : formMessages.draftNotSaved)
  }
  const discard = () => {
    kept.forget()
    onAgain(false)
  }

  const fileFault = refused && fileFaults.includes(refused.sentence) ? refused.sentence : undefined
  const wrong = fileFault ? [...kept.wrong, { id: 'file', label: 'Picture' }] : kept.wrong

  return (
    <>
      <div className="form-side">
        <h2 className="text-30/106 tracking-close md:text-46">
          {submission ? 'Change Your Story' : 'Share Your Story'}
        </h2>
        <p>Write the way you talk. Editors will help with the rest.</p>
        <figure className="default-picture">
          <figcaption>Your default picture</figcaption>
          <img
            className="cut"
            src={paths.storyArt({ ...drawn, category: drawn.category || firstCategory })}
            alt=""
            width={600}
            height={400}
            loading="lazy"
          />
          <p>Drawn from your title and category when you add no image.</p>
        </figure>
      </div>
      <form
        {...kept.form}
        onInput={onInput}
        className="form"
        method="post"
        action={submission ? `/api/account/stories/${submission.id}?_method=PUT` : '/api/stories'}
        encType="multipart/form-data"
      >
        {isSent && (
          <div className="form-sent" id="sent" tabIndex={-1}>
            <b>{formMessages.storySubmitted.title}</b>
            <p>
              {formMessages.storySubmitted.text} You can see where it stands on{' '}
              <a href={paths.account}>your account page</a>.
            </p>
          </div>
        )}
        {(wrong.length > 0 || refused) && (
          <ErrorSummary fields={wrong}>
            {refused?.status === 401 ? (
              <>
                <b>You are not signed in</b>
                <p>
                  <a href={paths.signIn(undefined, page)} target="_blank" rel="noopener">
                    Sign in in a new tab
                  </a>
                  , then come back here and send your story again. Everything that you typed is
                  still here.
                </p>
              </>
            ) : (
              refused && <b>{refused.sentence}</b>
            )}
          </ErrorSummary>
        )}
        {kept.restoredFrom && (
          <p className="form-restored">
            Your draft from {formatDate(kept.restoredFrom)} is back.
            <button type="button" className="btn-text" onClick={discard}>
              <span>Discard</span>
            </button>
          </p>
        )}
        <input type="hidden" name="idempotencyKey" value={isLive ? kept.key : ''} />
        {submission && (
          <input type="hidden" name="authorImageUrl" value={submission.authorImageUrl} />
        )}
        <div className="form-two">
          <Field {...field('authorName')} autoComplete="name" />
          <Field
            {...field('authorRole')}
            kind="select"
            options={authorRoles}
            placeholder="Select your role"
          />
          <Field
            {...field('category')}
            kind="select"
            options={storyCategories}
            placeholder="Select a category"
          />
          <Field
            {...field('readTimeMinutes')}
            kind="number"
            min={readTimeMinutes.min}
            max={readTimeMinutes.max}
            step={1}
          />
        </div>
        <Field {...field('title')} />
        <Field
          {...field('summary')}
          kind="textarea"
          rows={3}
          placeholder={`Say it in a few lines (${summaryLength.from}-${summaryLength.to} characters)`}
          hint={<SummaryCount length={summary.trim().length} />}
        />
        <Field {...field('content')} kind="textarea" rows={7} placeholder="Tell your story..." />
        <div className="form-two">
          <Field {...field('imageUrl')} isOptional inputMode="url" placeholder="https://" />
          <Field {...field('videoUrl')} isOptional inputMode="url" placeholder="https://" />
        </div>
        <PictureDrop
          imageUrl={imageUrl}
          error={fileFault}
          hint={refused && 'If you had chosen a picture, please choose it again.'}
          isLive={isLive}
          onChange={(url) => {
            put('imageUrl', url)
            setImageUrl(url)
          }}
          onSignedOut={() => {
            kept.keepNow()
            void signInAndReturn(formMessages.loggedOut)
          }}
          onUpload={(upload) => {
            uploading.current = upload
          }}
        />
        <Checkbox
          name="terms"
          error={field('terms').error}
          isChecked={'terms' in shown}
          control={field('terms').control}
        >
          I agree to the{' '}
          <a href={paths.terms} target="_blank" rel="noopener">
            terms and conditions
          </a>
        </Checkbox>
        {kept.problem && (
          <p className="form-wrong">
            <Icon name="alert" size={18} />
            <span>{kept.problem}</span>
          </p>
        )}
        <div className="form-actions">
          <SubmitButton label="Submit Story" isBusy={kept.isSending} />
          <button
            type="button"
            className="btn btn-outline no-js:hidden"
            disabled={!isLive}
            onClick={saveDraft}
          >
            Save as Draft
          </button>
        </div>
        {kept.keptAt && kept.keptAt !== kept.restoredFrom && (
          <p className="form-hint">Draft kept on this device at {timeOf(kept.keptAt)}.</p>
        )}
      </form>
    </>
  )
}

function SummaryCount({ length }: { length: number }) {
  const { from, to } = summaryLength
  return (
    <span className={length > to ? 'no-js:hidden badge bg-gold text-on-gold' : 'no-js:hidden'}>
      {length > to
        ? `${length} characters: more than the ${to} we suggest`
        : `${length} of ${from}-${to} characters`}
    </span>
  )
}

function typedIn(name: string): string {
  const field = document.getElementById(name)
  return field && 'value' in field ? String(field.value) : ''
}

function timeOf(savedAt: string): string {
  return new Date(savedAt).toLocaleTimeString('en-NG', { hour: 'numeric', minute: '2-digit' })
}
