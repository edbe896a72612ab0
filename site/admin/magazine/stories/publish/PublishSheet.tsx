import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { FieldErrors } from '#contract/api-error.ts'
import { focusWrong } from '#site/admin/editor/use-document-editor.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { skeletonClass } from '#site/admin/ui/classes.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import type { Editor } from '../editor/use-story-editor.ts'
import { Missing } from './Missing.tsx'
import { Outcome } from './Outcome.tsx'
import type { PublishFacts } from './publish-facts.ts'
import { nextMorning } from './publish-times.ts'
import { ShareCard } from './ShareCard.tsx'
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
const timesSchema = z.object({ publishAt: z.string(), unpublishAt: z.string() })

/** The button stays in sight, however much the story lacks. */
const footClass =
  'sticky -bottom-24 z-10 -mx-16 -mb-24 bg-surface px-16 pb-24 pt-10 sm:-bottom-32 sm:-mx-40 sm:-mb-32 sm:px-40 sm:pb-32'

/** Says when a story is published, who gets a mail, how its link looks, and what it lacks; publishes it. */
export function PublishSheet({ editor, onClose, onFix }: Props) {
  const { action, known, wrong } = editor
  const { story } = known
  const isLive = story?.state === 'published'
  const [facts, setFacts] = useState<PublishFacts>()
  const [isLater, setLater] = useState(Boolean(story?.publishAt))
  const [byNewsletter, setByNewsletter] = useState(false)
  const [done, setDone] = useState<'Published' | 'Updated' | 'Scheduled'>()

  const form = useSubmit(
    timesSchema,
    async (times) => {
      const publishAt = isLater && !isLive ? momentOf(times.publishAt) : null
      const unpublishAt = momentOf(times.unpublishAt)
      if (await editor.publish({ publishAt, unpublishAt }))
        setDone(isLive ? 'Updated' : publishAt ? 'Scheduled' : 'Published')
    },
    {
      blank: {
        publishAt: typedIn(story?.publishAt),
        unpublishAt: typedIn(story?.unpublishAt),
      },
    },
  )

  // Saves what is typed, so that the sheet is about what the page shows; an error is shown there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    let isGone = false
    const load = () =>
      editor.act('check', () => adminCall('GET /admin/drafts/:id/publishing', { id: known.id }))
    void load().then((loaded) => {
      if (isGone) return
      if (!loaded) return onClose()
      const ahead = Date.parse(loaded.now) - Date.now()
      setFacts({ ...loaded, clock: () => new Date(Date.now() + ahead) })
      if (form.watch('publishAt') === '')
        form.put('publishAt', typedIn(nextMorning(new Date(loaded.now))))
    })
    return () => {
      isGone = true
    }
  }, [])

  // Errors of fields behind the dialog are not announced: when it closes, the focus goes there.
  const isBehind = Object.keys(wrong).length > 0 && !wrong['publishAt'] && !wrong['unpublishAt']
  const behind = useRef<typeof wrong>(undefined)
  useEffect(
    () => () => {
      if (behind.current) focusWrong(behind.current)
    },
    [],
  )
  useEffect(() => {
    if (!isBehind || !facts) return
    behind.current = wrong
    onClose()
  }, [isBehind, facts, wrong, onClose])

  const when = useRef<HTMLInputElement>(null)
  const at = isLater ? momentOf(form.watch('publishAt')) : null
  const time = at ? new Date(at) : undefined
  const isBlocked = facts && Object.keys(facts.problems).length > 0
  const label = isLive ? 'Update' : isLater ? 'Schedule' : 'Publish now'

  // Who presses before the sheet has loaded is not asked again.
  const [isEager, setEager] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has loaded.
  useEffect(() => {
    if (!isEager || !facts || isBlocked) return
    setEager(false)
    void form.submit()
  }, [isEager, facts])

  const title = done ?? (isLive ? 'Update' : 'Publish')
  const isBusy = action !== undefined && action !== 'check'

  return (
    <Dialog
      title={title}
      hasClose
      isBusy={isBusy}
      onOpen={() => when.current?.focus()}
      onClose={onClose}
    >
      {(leave) => {
        if (done && facts)
          return (
            <Outcome
              {...{ editor, facts, byNewsletter }}
              isUpdate={done === 'Updated'}
              onUndone={leave}
            />
          )
        const fix = (name?: string) => {
          leave()
          onFix(facts?.problems ?? {}, name)
        }
        return (
          <form
            method="dialog"
            className="grid grid-cols-[minmax(0,1fr)]"
            onSubmit={(event) => {
              event.preventDefault()
              if (isBlocked) fix()
              else if (!facts) setEager(true)
              else if (!action) void form.submit()
            }}
          >
            {!isLive && (
              <fieldset className="grid grid-cols-2 overflow-hidden rounded-2 border-2 border-ink">
                <legend className="sr-only">When</legend>
                {(['Now', 'Schedule'] as const).map((choice) => (
                  <label key={choice} className={choiceClass}>
                    <input
                      ref={isLater === (choice === 'Schedule') ? when : undefined}
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
            )}
            {isLater && !isLive && facts && (
              <div className="mt-14">
                <Field
                  name="publishAt"
                  label="Publishes"
                  kind="datetime-local"
                  hint="A time in Lagos."
                  error={wrong['publishAt']?.[0]}
                  control={form.field('publishAt').control}
                />
              </div>
            )}
            {facts ? (
              <>
                <WhatHappens
                  {...{ editor, facts, time, byNewsletter }}
                  onNewsletter={setByNewsletter}
                />
                {isBlocked && <Missing facts={facts} onFix={fix} />}
                <ShareCard fields={editor.read()} id={known.id} url={facts.url} />
                {!isBlocked && <Missing facts={facts} onFix={fix} />}
                <details
                  className="mt-12 border-t border-line"
                  open={form.watch('unpublishAt') !== '' || undefined}
                >
                  <summary className="min-h-44 w-fit cursor-pointer py-11 text-15 font-semibold">
                    Unpublish by itself
                  </summary>
                  <div className="pb-14">
                    <Field
                      name="unpublishAt"
                      label="Unpublishes"
                      kind="datetime-local"
                      isOptional
                      hint="A time in Lagos. Leave empty to keep it online."
                      error={wrong['unpublishAt']?.[0]}
                      control={form.field('unpublishAt').control}
                    />
                  </div>
                </details>
              </>
            ) : (
              <div className="grid gap-12 py-14" role="status">
                <span className="sr-only">Loading…</span>
                {[0, 1, 2].map((row) => (
                  <div key={row} className={`${skeletonClass} h-44`} />
                ))}
                <div className={`${skeletonClass} h-[220px]`} />
              </div>
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
                isBusy={action === 'publish' || (isEager && !isBlocked)}
              />
            </div>
          </form>
        )
      }}
    </Dialog>
  )
}
