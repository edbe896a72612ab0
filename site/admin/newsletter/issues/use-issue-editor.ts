import { useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { localCopy } from '#site/admin/editor/local-copies.ts'
import { type Kept, useSavedForm } from '#site/admin/editor/use-saved-form.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { newId } from '#site/lib/new-id.ts'
import { issueLabels } from './issue-labels.ts'

export type Letter = OutputOf<'GET /admin/letters/:id/draft'>
export type IssueFields = Letter['fields']

/** On this device. */
export const copyOf = (id: string) => localCopy<IssueFields>(`ascend.admin-letter.${id}`)

const kept: Kept<IssueFields> = {
  send: (save) => adminCall('PUT /admin/letters/:id/draft', save),
  copyOf,
  newPath: adminPaths.newIssue,
  editPath: adminPaths.editIssue,
}

interface Options {
  letter: Letter
  isNew: boolean
  /** Shows what the server has. */
  onReload(): void
}

/** The fields of a letter, the saving of them, and what waits for it. */
export function useIssueEditor({ letter, isNew, onReload }: Options) {
  const { id } = letter
  const insert = useRef<(markdown: string) => void>(undefined)
  const [action, setAction] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { form, saving, text, start, saveState, changed, discard, ...session } = useSavedForm({
    kept,
    id,
    head: letter.number,
    savedAt: letter.savedAt ?? undefined,
    fields: letter.fields,
    isLoaded: true,
    isNew,
    onChange: () => setOutcome(undefined),
  })

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) setProblem(issueLabels.failed)
    else setProblem(error.status === 401 ? issueLabels.signedOut : error.sentence)
  }
  /** Saves first, so that what is done is done with what the page shows. Resolves to nothing if it was not done. */
  const act = async <T>(
    name: string,
    run: (number: number) => Promise<T>,
  ): Promise<T | undefined> => {
    if (action) return undefined
    setAction(name)
    setOutcome(undefined)
    setProblem(undefined)
    try {
      if (isNew && saveState.is === 'saved' && !saveState.at) saving.current?.change()
      const number = await saving.current?.flush()
      if (number !== undefined) return await run(number)
      setProblem(issueLabels.notSaved)
    } catch (error) {
      fail(error)
    } finally {
      setAction(undefined)
    }
    return undefined
  }

  return {
    id,
    ...session,
    form,
    start,
    text,
    insert,
    changed,
    saveState,
    action,
    outcome,
    problem,
    act,
    say: setOutcome,
    /** Resolves to whether it is done. */
    discard: async (): Promise<boolean> => {
      setAction('discard')
      setProblem(undefined)
      try {
        await discard((number) => adminCall('DELETE /admin/letters/:id/draft', { id, number }))
        location.assign(adminPaths.letters)
        return true
      } catch (error) {
        fail(error)
        return false
      } finally {
        setAction(undefined)
      }
    },
    /** These words as a letter of their own, and the other version in this one's place. */
    keepAsAnother: async () => {
      const another = { id: newId(), saveId: newId(), base: 0 }
      const fields = { ...form.getValues(), content: text.current.read() }
      setAction('keep')
      setProblem(undefined)
      try {
        await adminCall('PUT /admin/letters/:id/draft', { ...another, fields })
        saving.current?.adopt(0)
        location.assign(adminPaths.editIssue(another.id))
      } catch (error) {
        fail(error)
      } finally {
        setAction(undefined)
      }
    },
    takeTheirs: (number: number) => {
      saving.current?.adopt(number)
      onReload()
    },
  }
}

export type IssueEditing = ReturnType<typeof useIssueEditor>
