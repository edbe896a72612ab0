import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FormState } from '#contract/form-state.ts'
import type { PublishingAwaits } from '#contract/magazine/age-bands.ts'
import { readTimeOf } from '#contract/magazine/read-time.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { draftKeys } from '#site/lib/forms/draft.store.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { signInAndReturn } from '#site/lib/sign-in-and-return.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import { blankStory, storyLabels, storySchema } from './story-form.ts'

export interface Submission {
  id: string
  /** By field name. */
  values: Record<string, string>
  /** Empty for none. */
  authorImageUrl: string
  /** ISO 8601. */
  updatedAt: string
  /** It is set once an editor has changed the text, which is Markdown since. */
  hasMarks?: boolean
}

export interface StoryFormOptions {
  submission: Submission | undefined
  refused: FormState | undefined
  isSent: boolean
  isFromPage: boolean
  onAgain(wasJustSent: boolean): void
}

/** The story form's own part: its endpoint, the picture that is uploaded before it, and the proposed read time. */
export function useStoryForm({
  submission,
  refused,
  isSent,
  isFromPage,
  onAgain,
}: StoryFormOptions) {
  const uploading = useRef<Promise<boolean>>(undefined)
  /** The read time follows the text until the contributor sets it. */
  const isProposed = useRef(false)

  const send = async ({ terms: _, ...story }: z.output<typeof storySchema>, key: string) => {
    if (!submission) return void (await call('POST /stories', story, key))
    const { id, authorImageUrl } = submission
    await call('PUT /account/stories/:id', { ...story, id, authorImageUrl })
  }

  const form = useSubmit(storySchema, send, {
    id: 'story-form',
    labels: storyLabels,
    blank: submission?.values ?? blankStory,
    refused,
    draft: {
      key: submission ? draftKeys.submission(submission.id) : draftKeys.story,
      over: submission?.updatedAt,
    },
    isFromPage,
    isSent,
    messages: { terms: formMessages.storyTerms, failed: formMessages.storyFailed },
    async isReady() {
      let isThere = true
      while (uploading.current) isThere = await uploading.current
      if (!isThere) document.getElementById('file')?.focus()
      return isThere
    },
    async onSent() {
      if (submission) return location.replace(paths.sentAgain)
      onAgain(true)
      const { showToast } = await import('#site/ui/toast.ts')
      showToast(formMessages.storySubmitted)
    },
  })
  const { draft } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the stored draft is in its place.
  useEffect(() => {
    const { readTimeMinutes, content = '' } = form.values()
    isProposed.current = readTimeMinutes === String(readTimeOf(content))
    if (isSent && isFromPage) history.replaceState(null, '', paths.submit)
    if (!isFromPage) document.getElementById(isSent ? 'sent' : 'authorName')?.focus()
  }, [])

  return {
    ...form,
    onInput(event: FormEvent<HTMLFormElement>) {
      form.form.onInput(event)
      const { name, value } = event.target as HTMLInputElement
      if (name === 'readTimeMinutes') isProposed.current = false
      if (name === 'content' && isProposed.current) {
        form.put('readTimeMinutes', String(readTimeOf(value)))
      }
    },
    async saveDraft() {
      const isSaved = draft.save()
      const { showToast } = await import('#site/ui/toast.ts')
      showToast(isSaved ? formMessages.draftSaved : formMessages.draftNotSaved)
    },
    discard() {
      draft.clear()
      onAgain(false)
    },
    onSignedOut() {
      draft.save()
      void signInAndReturn(formMessages.loggedOut)
    },
    onUpload(upload: Promise<boolean>) {
      uploading.current = upload
      // An earlier failure was reported then; the picture is optional.
      void upload.finally(() => {
        if (uploading.current === upload) uploading.current = undefined
      })
    },
  }
}

/** Undefined while unknown. */
export type Awaits = PublishingAwaits | null | undefined

/** What is required before publication: from the page, else from the account, read again in each round. */
export function useAwaits(known: Awaits, round: number): Awaits {
  const [awaits, setAwaits] = useState(known)
  useEffect(() => {
    if ((known !== undefined && round === 0) || !mayBeSignedIn()) return
    // On failure the answer to the form asks for the age.
    call('GET /account/guardian', {}).then((account) => setAwaits(account.awaits), console.warn)
  }, [known, round])
  return awaits
}
