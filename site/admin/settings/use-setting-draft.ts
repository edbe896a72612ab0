import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import type { SettingGroup } from '#contract/settings/groups.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useTypedText } from '#site/admin/lib/typed-text.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

export type SettingValue = Record<string, unknown>
type Loaded = OutputOf<'GET /admin/settings/:group'>

/** How long after the last change the draft is saved, and how long after a failure it is tried again. */
const saveAfterMs = 700
const againAfterMs = 5_000

export type DraftState =
  | 'loading'
  /** What stands here is what readers see. */
  | 'published'
  | 'saved'
  | 'saving'
  /** It is kept in this tab and tried again. */
  | 'unsaved'
  /** Somebody else has saved meanwhile. */
  | 'conflict'

/**
 * The draft of one group: saved as it changes, kept in this tab while the server cannot be reached, published as a whole.
 * `onReplaced` gets a value that comes from elsewhere than the form: the one that was loaded, restored, or theirs.
 */
export function useSettingDraft(group: SettingGroup, onReplaced: (value: SettingValue) => void) {
  const client = useQueryClient()
  const query = useAdminCall(['setting', group], 'GET /admin/settings/:group', { group })
  const [state, setState] = useState<DraftState>('loading')
  const server = useServerDraft(group)
  const [kept, keep] = useTypedText(`setting.${group}`)
  const value = useRef<SettingValue>({})
  const isBegun = useRef(false)

  const show = useCallback(
    (next: SettingValue) => {
      value.current = next
      onReplaced(next)
    },
    [onReplaced],
  )

  const begin = (loaded: Loaded) => {
    isBegun.current = true
    server.revision.current = loaded.revision
    show(loaded.draft?.value ?? loaded.published)
    setState(loaded.draft ? 'saved' : 'published')
  }

  const { data } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was loaded first fills the page.
  useEffect(() => {
    if (!data || isBegun.current) return
    begin(data)
    const before = kept['draft'] && (JSON.parse(kept['draft']) as Kept)
    if (before && before.revision === data.revision) change(before.value, true)
  }, [data, kept])

  function change(next: SettingValue, isShown = false) {
    if (isShown) show(next)
    value.current = next
    publishing.forget()
    keep('draft', JSON.stringify({ value: next, revision: server.revision.current } satisfies Kept))
    setState('saving')
    server.saveSoon(value, settle)
  }

  function settle(outcome: Outcome) {
    setState(outcome)
    if (outcome === 'saved') keep('draft')
  }

  const reload = async () => {
    keep('draft')
    publishing.forget()
    const loaded = await adminCall('GET /admin/settings/:group', { group })
    client.setQueryData(['setting', group], loaded)
    begin(loaded)
  }
  const publishing = usePublishing({ group, server, value, settle, reload })
  const { attempt } = publishing

  return {
    group,
    query,
    state,
    ...publishing,
    original: data?.original,
    /** What stands here is not the original. */
    isChanged: data !== undefined && state !== 'loading' && differs(value.current, data.original),
    /** Sets what the form has. */
    change,
    /** Sets a value from elsewhere, as a draft: the original, or an older revision. */
    use: (next: SettingValue) => change(next, true),
    /** What the draft was stays one press away. */
    discard: () =>
      attempt(async () => {
        const before = value.current
        await server.discard()
        await reload()
        const action = { label: 'Undo', press: () => change(before, true) }
        const { showToast } = await import('#site/ui/toast.ts')
        showToast({ ...adminMessages.settingDiscarded, action })
      }),
    /** After somebody else has saved: their draft, or this one over theirs. */
    takeTheirs: () => attempt(reload),
    keepMine: () =>
      attempt(async () => {
        const mine = value.current
        await reload()
        change(mine, true)
      }),
  }
}

export type SettingDraft = ReturnType<typeof useSettingDraft>

interface Kept {
  value: SettingValue
  /** Of the draft that it was made of. */
  revision: number
}

const differs = (one: SettingValue, other: SettingValue) =>
  Object.keys(other).some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** How a save ended. */
type Outcome = Extract<DraftState, 'saved' | 'unsaved' | 'conflict'>

interface PublishingParts {
  group: SettingGroup
  server: ReturnType<typeof useServerDraft>
  value: { current: SettingValue }
  settle(outcome: Outcome): void
  reload(): Promise<void>
}

function usePublishing({ group, server, value, settle, reload }: PublishingParts) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isPublishing, setPublishing] = useState(false)
  const forget = () => {
    setErrors({})
    setProblem(undefined)
  }

  /** Resolves to whether it was done; else the page says why not. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    forget()
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) settle('conflict')
      else if (error instanceof ApiError && error.fields) setErrors(error.fields)
      else setProblem(sentenceOf(error, noAnswer))
      return false
    }
  }

  /** Resolves to whether it was published. */
  async function publish(): Promise<boolean> {
    setPublishing(true)
    const isDone = await attempt(async () => {
      await server.saveNow(value)
      settle('saved')
      const { undo } = await callWithUndo('POST /admin/settings/:group/publish', {
        group,
        revision: server.revision.current,
      })
      await reload()
      const { settingSaved, settingPublished } = adminMessages
      const message = settingTexts[group].isPrivate ? settingSaved : settingPublished
      await showToast(message, undo, () => void attempt(reload))
    })
    setPublishing(false)
    return isDone
  }
  return { errors, problem, isPublishing, forget, attempt, publish }
}

/** The draft on the server: one save at a time, the last value wins. */
function useServerDraft(group: SettingGroup) {
  const revision = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(undefined)
  const isDue = useRef(false)

  async function saveNow(value: { current: SettingValue }) {
    clearTimeout(timer.current)
    await running.current?.catch(() => {})
    isDue.current = false
    running.current = adminCall('PUT /admin/settings/:group/draft', {
      group,
      value: value.current,
      revision: revision.current,
    }).then((saved) => {
      revision.current = saved.revision
    })
    return running.current
  }

  function saveSoon(
    value: { current: SettingValue },
    done: (outcome: Outcome) => void,
    afterMs = saveAfterMs,
  ) {
    clearTimeout(timer.current)
    isDue.current = true
    timer.current = setTimeout(async () => {
      try {
        await saveNow(value)
        if (!isDue.current) done('saved')
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return done('conflict')
        done('unsaved')
        saveSoon(value, done, againAfterMs)
      }
    }, afterMs)
  }

  async function discard() {
    clearTimeout(timer.current)
    isDue.current = false
    await running.current?.catch(() => {})
    await adminCall('DELETE /admin/settings/:group/draft', { group, revision: revision.current })
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  return { revision, saveNow, saveSoon, discard }
}
