import { type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { FieldErrors } from '#contract/api-error.ts'
import { peopleLabel } from '#contract/magazine/provenance.ts'
import { focusWrong } from '#site/admin/editor/use-document-editor.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { skeletonClass } from '#site/admin/ui/classes.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { checkboxClass } from '#site/ui/forms/form-classes.ts'
import type { Editor } from '../editor/use-story-editor.ts'
import { ChangeFields } from './ChangeFields.tsx'
import { blankChange, changeShape, proposedChange, toldOf } from './change-form.ts'
import { Missing } from './Missing.tsx'
import { Outcome } from './Outcome.tsx'
import type { PublishFacts } from './publish-facts.ts'
import { nextMorning } from './publish-times.ts'
import { ShareCard } from './ShareCard.tsx'
import { SlugField } from './SlugField.tsx'
import { WhatHappens } from './WhatHappens.tsx'

interface Props {
  editor: Editor
  onClose(): void
  /** Marks what is wrong, and leads to a field of the editor: the first of these, unless it is named. */
  onFix(problems: FieldErrors, name?: string): void
}

const choiceClass =
  'grid min-h-44 cursor-pointer place-items-center text-16 font-semibold has-[:checked]:bg-ink ' +
  'has-[:checked]:text-paper has-[:focus-visible]:[outline:3px_solid_var(--focus)]'

/** Times as the fields have them (lagos-time.ts); what is wrong with them the API says. */
const sheetSchema = z.object({
  publishAt: z.string(),
  unpublishAt: z.string(),
  slug: z.string(),
  ...changeShape,
})

/** The button stays in sight, however much the story lacks. */
const footClass =
  'sticky -bottom-24 z-10 -mx-16 -mb-24 bg-surface px-16 pb-24 pt-10 sm:-bottom-32 sm:-mx-40 sm:-mb-32 sm:px-40 sm:pb-32'

type Done = 'Published' | 'Updated' | 'Scheduled'

/** Says when a story is published, who gets a mail, how its link looks, and what it lacks; publishes it. */
export function PublishSheet({ editor, onClose, onFix }: Props) {
  const { action, known } = editor
  const isLive = known.story?.state === 'published'
  const [byNewsletter, setByNewsletter] = useState(false)
  const times = useTimes(editor)
  const facts = usePublishFacts(editor, onClose, (loaded) => {
    const proposed = { slug: loaded.slug, ...proposedChange(loaded) }
    for (const [name, value] of Object.entries(proposed)) times.form.put(name, value)
    if (times.form.watch('publishAt') === '')
      times.form.put('publishAt', typedIn(nextMorning(new Date(loaded.now))))
  })
  const { peopleAgree: asksPeople, ...problems } = facts?.problems ?? {}
  const isBlocked = Object.keys(problems).length > 0
  useFocusBehind(editor, facts !== undefined, onClose)
  const eager = useEagerPress(facts !== undefined && !isBlocked, times.form.submit)
  const when = useRef<HTMLInputElement>(null)
  const { done, isLater } = times
  const published = isLater ? 'Schedule' : 'Publish now'
  const label = isLive ? 'Update' : published

  return (
    <Dialog
      title={done ?? (isLive ? 'Update' : 'Publish')}
      hasClose
      isBusy={action !== undefined && action !== 'check'}
      onOpen={() => when.current?.focus()}
      onClose={onClose}
    >
      {(leave) => {
        if (done && facts)
          return (
            <Outcome
              editor={editor}
              facts={facts}
              byNewsletter={byNewsletter}
              isUpdate={done === 'Updated'}
              onUndone={leave}
            />
          )
        const fix = (name?: string) => {
          leave()
          onFix(problems, name)
        }
        const missing = facts && <Missing facts={{ ...facts, problems }} onFix={fix} />
        return (
          <form
            method="dialog"
            className="grid grid-cols-[minmax(0,1fr)]"
            onSubmit={(event) => {
              event.preventDefault()
              if (isBlocked) fix()
              else if (!facts) eager.request()
              else if (!action) void times.form.submit()
            }}
          >
            {!isLive && <When times={times} first={when} />}
            {isLive && facts && <ChangeFields field={times.field} form={times.form} />}
            {isLater && !isLive && facts && (
              <div className="mt-14">
                <Field
                  {...times.field('publishAt')}
                  label="Publishes"
                  kind="datetime-local"
                  hint="A time in Lagos."
                />
              </div>
            )}
            {facts ? (
              <>
                <WhatHappens
                  editor={editor}
                  facts={facts}
                  time={times.time}
                  byNewsletter={byNewsletter}
                  onNewsletter={setByNewsletter}
                />
                {asksPeople && <PeopleAgree editor={editor} />}
                {isBlocked && missing}
                <ShareCard fields={editor.read()} id={known.id} url={facts.url} />
                <SlugField
                  field={times.field('slug')}
                  typed={times.form.watch('slug') || editor.read().title}
                  isKept={facts.isSlugKept}
                />
                {!isBlocked && missing}
                <UnpublishByItself times={times} />
              </>
            ) : (
              <SheetSkeleton />
            )}
            {editor.problem && (
              <p className="mt-12 font-semibold text-danger" role="alert">
                {editor.problem}
              </p>
            )}
            <div className={footClass}>
              <ActionButton
                className="min-h-52 w-full justify-center text-17"
                label={isBlocked ? 'Show what is missing' : label}
                busy="One moment…"
                kind="submit"
                isBusy={action === 'publish' || (eager.isWaiting && !isBlocked)}
              />
            </div>
          </form>
        )
      }}
    </Dialog>
  )
}

/** When the story is published and taken down again, and the form that does it. */
function useTimes(editor: Editor) {
  const { known, wrong } = editor
  const { story } = known
  const isLive = story?.state === 'published'
  const [isLater, setLater] = useState(Boolean(story?.publishAt))
  const [done, setDone] = useState<Done>()
  const form = useSubmit(
    sheetSchema,
    async ({ publishAt: typedAt, unpublishAt: until, slug, ...change }) => {
      const publishAt = isLater && !isLive ? momentOf(typedAt) : null
      const told = isLive ? toldOf(change) : {}
      const unpublishAt = momentOf(until)
      if (!(await editor.publish({ publishAt, unpublishAt, slug, ...told }))) return
      const published = publishAt ? 'Scheduled' : 'Published'
      setDone(isLive ? 'Updated' : published)
    },
    {
      blank: {
        publishAt: typedIn(story?.publishAt),
        unpublishAt: typedIn(story?.unpublishAt),
        slug: '',
        ...blankChange,
      },
    },
  )
  const at = isLater ? momentOf(form.watch('publishAt')) : null
  return {
    form,
    done,
    isLater,
    setLater,
    time: at ? new Date(at) : undefined,
    field: (name: keyof typeof sheetSchema.shape) => ({
      name,
      error: wrong[name]?.[0],
      control: form.field(name).control,
    }),
  }
}

type Times = ReturnType<typeof useTimes>

/**
 * What the sheet tells, undefined while it is loading. Saves what is typed, so that the sheet is about what the page
 * shows; an error is shown there.
 */
function usePublishFacts(
  { act, known: { id } }: Editor,
  onClose: () => void,
  onLoaded: (loaded: Omit<PublishFacts, 'clock'>) => void,
): PublishFacts | undefined {
  const [facts, setFacts] = useState<PublishFacts>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    let isGone = false
    const load = () => act('check', () => adminCall('GET /admin/drafts/:id/publishing', { id }))
    void load().then((loaded) => {
      if (isGone) return
      if (!loaded) return onClose()
      const ahead = Date.parse(loaded.now) - Date.now()
      setFacts({ ...loaded, clock: () => new Date(Date.now() + ahead) })
      onLoaded(loaded)
    })
    return () => {
      isGone = true
    }
  }, [])
  return facts
}

/** Errors of fields behind the dialog are not announced: it closes, and the focus goes there. */
function useFocusBehind({ wrong }: Editor, isLoaded: boolean, onClose: () => void) {
  const isBehind = Object.keys(wrong).some((name) => !(name in sheetSchema.shape))
  const behind = useRef<typeof wrong>(undefined)
  useEffect(
    () => () => {
      if (behind.current) focusWrong(behind.current)
    },
    [],
  )
  useEffect(() => {
    if (!isBehind || !isLoaded) return
    behind.current = wrong
    onClose()
  }, [isBehind, isLoaded, wrong, onClose])
}

/** Who presses before the sheet can publish is not asked again. */
function useEagerPress(canPublish: boolean, publish: () => Promise<void>) {
  const [isWaiting, setWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it can.
  useEffect(() => {
    if (!isWaiting || !canPublish) return
    setWaiting(false)
    void publish()
  }, [isWaiting, canPublish])
  return { isWaiting, request: () => setWaiting(true) }
}

function When({ times, first }: { times: Times; first: RefObject<HTMLInputElement | null> }) {
  const { isLater, setLater } = times
  return (
    <fieldset className="grid grid-cols-2 overflow-hidden rounded-2 border-2 border-ink">
      <legend className="sr-only">When</legend>
      {(['Now', 'Schedule'] as const).map((choice) => (
        <label key={choice} className={choiceClass}>
          <input
            ref={isLater === (choice === 'Schedule') ? first : undefined}
            type="radio"
            className="sr-only"
            name="when"
            checked={isLater === (choice === 'Schedule')}
            onChange={() => setLater(choice === 'Schedule')}
          />
          {choice}
        </label>
      ))}
    </fieldset>
  )
}

/** Before readers see uploaded pictures; the browser itself asks for the tick. */
const PeopleAgree = ({ editor: { form, changed } }: Pick<Props, 'editor'>) => (
  <label className="mt-12 flex min-h-44 cursor-pointer items-center gap-12 text-15">
    <input
      type="checkbox"
      className={checkboxClass}
      required
      checked={form.watch('peopleAgree')}
      onChange={({ target }) => {
        form.setValue('peopleAgree', target.checked)
        changed('peopleAgree')
      }}
    />
    {peopleLabel}
  </label>
)

const UnpublishByItself = ({ times: { form, field } }: { times: Times }) => (
  <details
    className="mt-12 border-t border-line"
    open={form.watch('unpublishAt') !== '' || undefined}
  >
    <summary className="min-h-44 w-fit cursor-pointer py-11 text-15 font-semibold">
      Unpublish by itself
    </summary>
    <div className="pb-14">
      <Field
        {...field('unpublishAt')}
        label="Unpublishes"
        kind="datetime-local"
        isOptional
        hint="A time in Lagos. Leave empty to keep it online."
      />
    </div>
  </details>
)

const SheetSkeleton = () => (
  <div className="grid gap-12 py-14" role="status">
    <span className="sr-only">Loading…</span>
    {[0, 1, 2].map((row) => (
      <div key={row} className={`${skeletonClass} h-44`} />
    ))}
    <div className={`${skeletonClass} h-[220px]`} />
  </div>
)
