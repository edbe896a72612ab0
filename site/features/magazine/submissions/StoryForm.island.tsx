import './story-form.css'
import { useState } from 'react'
import { formatDate, inLagos } from '#contract/dates.ts'
import { readTimeMinutes } from '#contract/form-limits.ts'
import type { FormState } from '#contract/form-state.ts'
import type { PublishingAwaits } from '#contract/magazine/age-bands.ts'
import { ageBandOptions } from '#contract/magazine/age-bands.ts'
import { authorRoles, storyCategories } from '#contract/magazine/categories.ts'
import { aiUseLabels, imageLicenceLabels, optionsOf } from '#contract/magazine/provenance.ts'
import { paths } from '#contract/paths.ts'
import { uploadId } from '#contract/uploads.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import { Checkbox } from '#site/ui/forms/Checkbox.tsx'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { formActionsClass, formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import { RestoredDraft } from '#site/ui/forms/RestoredDraft.tsx'
import { SentBox } from '#site/ui/forms/SentBox.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'
import { PictureDrop } from './PictureDrop.tsx'
import { StorySide } from './StorySide.tsx'
import { fileFaults, summaryLength } from './story-form.ts'
import {
  type Awaits,
  type StoryFormOptions,
  type Submission,
  useAwaits,
  useStoryForm,
} from './use-story-form.ts'

interface Props {
  submission?: Submission | undefined
  refused?: FormState | undefined
  /** The story was sent without script, and this page confirms it. */
  isSent?: boolean
  /** What is required before publication; undefined where the page does not know the reader. */
  awaits?: Awaits
  /** What may be chosen, where these are not the originals. */
  categories?: readonly string[] | undefined
}

/** Why an island? Fields are validated on blur, the draft is stored, and the picture is uploaded before the form. */
export function StoryForm({
  submission,
  refused,
  isSent: wasSent = false,
  awaits: known,
  categories = storyCategories,
}: Props) {
  /** Each round is a new form. */
  const [round, setRound] = useState(0)
  const [isSent, setSent] = useState(wasSent)
  const awaits = useAwaits(known, round)
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
      awaits={awaits}
      categories={categories}
      onAgain={again}
    />
  )
}

function Fields({
  awaits,
  categories,
  ...options
}: StoryFormOptions & { awaits: Awaits; categories: readonly string[] }) {
  const { submission, refused, isSent } = options
  const story = useStoryForm(options)
  const { field, isLive, draft } = story
  const fileFault = refused && fileFaults.includes(refused.sentence) ? refused.sentence : undefined
  const wrong = fileFault ? [...story.wrong, { id: 'file', label: 'Picture' }] : story.wrong

  return (
    <>
      <StorySide
        heading={submission ? 'Change Your Story' : 'Share Your Story'}
        title={story.watch('title')}
        category={story.watch('category')}
      />
      <form
        {...story.form}
        onInput={story.onInput}
        className={formClass}
        method="post"
        action={submission ? `/api/account/stories/${submission.id}?_method=PUT` : '/api/stories'}
        encType="multipart/form-data"
      >
        {isSent && (
          <SentBox>
            <b>{formMessages.storySubmitted.title}</b>
            <p>
              {formMessages.storySubmitted.text} You can see where it stands on{' '}
              <a href={paths.account}>your account page</a>.
            </p>
            {awaits && <AwaitedNote awaits={awaits} />}
          </SentBox>
        )}
        {(wrong.length > 0 || refused) && (
          <ErrorSummary fields={wrong}>
            {refused?.status === 401 ? (
              <SignInFirst submission={submission} />
            ) : (
              refused && <b>{refused.sentence}</b>
            )}
          </ErrorSummary>
        )}
        {story.restoredFrom && (
          <RestoredDraft onDiscard={story.discard}>
            Your draft from {formatDate(story.restoredFrom)} is back.
          </RestoredDraft>
        )}
        <input
          type="hidden"
          name="idempotencyKey"
          defaultValue={refused?.values['idempotencyKey'] ?? ''}
        />
        {submission && (
          <input type="hidden" name="authorImageUrl" value={submission.authorImageUrl} />
        )}
        <TextFields story={story} categories={categories} hasMarks={submission?.hasMarks} />
        <PictureDrop
          imageUrl={story.watch('imageUrl')}
          error={fileFault}
          hint={refused && 'If you had chosen a picture, please choose it again.'}
          isLive={isLive}
          onChange={(url) => story.put('imageUrl', url)}
          onSignedOut={story.onSignedOut}
          onUpload={story.onUpload}
        />
        <Provenance story={story} />
        {awaits !== null && awaits !== 'guardian' && awaits !== 'agreement' && (
          <div className={awaits === 'ageBand' || field('ageBand').error ? '' : 'js:hidden'}>
            <Field
              {...field('ageBand')}
              kind="select"
              isOptional={awaits !== 'ageBand'}
              options={ageBandOptions}
              placeholder="Choose your age"
              value={refused?.values['ageBand']}
              hint="We ask once, before your first story. Under 18, a parent or guardian must agree before we publish it; under 13, before you send it."
            />
          </div>
        )}
        <Checkbox
          name="terms"
          error={field('terms').error}
          isChecked={'terms' in (refused?.values ?? {})}
          control={field('terms').control}
        >
          I agree to the{' '}
          <a href={paths.terms} target="_blank" rel="noopener">
            terms and conditions
          </a>
        </Checkbox>
        <FieldNote error={story.problem} />
        <div className={formActionsClass} data-block="">
          <SubmitButton label="Submit Story" isBusy={story.isBusy} />
          <button
            type="button"
            className="btn btn-outline no-js:hidden"
            disabled={!isLive}
            onClick={story.saveDraft}
          >
            Save as Draft
          </button>
        </div>
        {draft.savedAt && draft.savedAt !== story.restoredFrom && (
          <FieldNote hint={`Draft kept on this device at ${timeOf(draft.savedAt)}.`} />
        )}
      </form>
    </>
  )
}

function SignInFirst({ submission }: Pick<StoryFormOptions, 'submission'>) {
  const here = submission ? paths.submitted(submission.id) : paths.submit
  return (
    <>
      <b>You are not signed in</b>
      <p>
        <a href={paths.signIn(undefined, here)} target="_blank" rel="noopener">
          Sign in in a new tab
        </a>
        , then come back here and send your story again. Everything that you typed is still here.
      </p>
    </>
  )
}

interface TextFieldsProps {
  story: ReturnType<typeof useStoryForm>
  hasMarks: boolean | undefined
  categories: readonly string[]
}

function TextFields({ story, hasMarks, categories }: TextFieldsProps) {
  const { field } = story
  return (
    <>
      <div className={pairClass}>
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
          options={categories}
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
        hint={<SummaryCount length={story.watch('summary').trim().length} />}
      />
      <Field
        {...field('content')}
        kind="textarea"
        rows={7}
        placeholder="Tell your story..."
        hint={
          hasMarks &&
          'An editor has worked on this text, so it has marks: **bold**, *italic*, and ## before a heading.'
        }
      />
      <div className={pairClass}>
        <Field {...field('imageUrl')} isOptional inputMode="url" placeholder="https://" />
        <Field {...field('videoUrl')} isOptional inputMode="url" placeholder="https://" />
      </div>
    </>
  )
}

/** Where words and picture come from; of a picture it is asked once there is one, and without script always. */
function Provenance({ story: { field, watch } }: Pick<TextFieldsProps, 'story'>) {
  const url = watch('imageUrl')
  const agree = field('peopleAgree')
  return (
    <>
      <div className={url ? 'contents' : 'contents js:hidden'}>
        <div className={pairClass}>
          <Field {...field('imageCredit')} isOptional />
          <Field
            {...field('imageLicence')}
            isOptional
            kind="select"
            options={optionsOf(imageLicenceLabels)}
            placeholder="Choose what fits"
          />
        </div>
        <Field {...field('imageSource')} isOptional inputMode="url" placeholder="https://" />
        <div className={uploadId(url) ? '' : 'js:hidden'}>
          <Checkbox
            name="peopleAgree"
            isOptional
            value="yes"
            isChecked={agree.value === 'yes'}
            control={agree.control}
          >
            The people in it, or their guardians, agree
          </Checkbox>
        </div>
      </div>
      <Field
        {...field('aiUse')}
        isOptional
        kind="select"
        options={optionsOf(aiUseLabels)}
        placeholder="Choose what fits"
        hint="What you choose stands below your story. Without an answer, nothing is said."
      />
    </>
  )
}

function SummaryCount({ length }: { length: number }) {
  const { from, to } = summaryLength
  return (
    <span
      className={length > to ? 'no-js:hidden badge text-14 bg-gold text-on-gold' : 'no-js:hidden'}
    >
      {length > to
        ? `${length} characters: more than the ${to} we suggest`
        : `${length} of ${from}-${to} characters`}
    </span>
  )
}

const timeOf = inLagos({ hour: 'numeric', minute: '2-digit' })

/** Says below the confirmation what is required before the story may be published. */
function AwaitedNote({ awaits }: { awaits: PublishingAwaits }) {
  if (awaits === 'agreement') {
    return <p>We can publish it once your parent or guardian agrees. We have written to them.</p>
  }
  return (
    <p>
      One thing is missing before we can publish it.{' '}
      <a href={paths.guardian}>Name a parent or guardian</a>, who must agree because you are under
      18.
    </p>
  )
}
