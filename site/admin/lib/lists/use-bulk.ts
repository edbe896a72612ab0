import { useState } from 'react'
import type { Undo } from '#contract/undo.ts'
import { sentenceOf } from '#site/admin/lib/call.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import type { Selection } from './use-selection.ts'

/** Requests at a time: the connection is a phone's, and readers need the server too. */
const atOnce = 3

export interface BulkResult<Row> {
  done: Row[]
  failed: { row: Row; why: string }[]
}

/** What BulkFailures shows. */
export interface BulkFailure {
  title: string
  failures: { name: string; why: string }[]
}

/** Why it failed, for one row; a text that the action throws is told as it is. */
const reasonOf = (error: unknown) =>
  error instanceof BulkRefusal
    ? error.message
    : sentenceOf(error, 'Something went wrong. Please try again.')

/** Thrown by an action for a row to which it cannot be done. */
export class BulkRefusal extends Error {}

/** One action on many rows, each with its own result. */
export function useBulk<Row>() {
  const [progress, setProgress] = useState<string>()
  const run = async (
    rows: readonly Row[],
    act: (row: Row) => Promise<unknown>,
  ): Promise<BulkResult<Row>> => {
    const result: BulkResult<Row> = { done: [], failed: [] }
    const tell = () =>
      setProgress(`${result.done.length + result.failed.length} of ${rows.length} done`)
    const waiting = [...rows]
    tell()
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        try {
          await act(row)
          result.done.push(row)
        } catch (error) {
          result.failed.push({ row, why: reasonOf(error) })
        }
        tell()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setProgress(undefined)
    return result
  }
  return { progress, run }
}

interface UndoableOptions {
  selection: Selection
  /** Singular and plural: "story", "stories". */
  things: readonly [string, string]
}

/** An action on many rows that one toast takes back; the rows that failed stay selected. */
export function useUndoableBulk<Row extends { id: string; title: string }>({
  selection,
  things,
}: UndoableOptions) {
  const bulk = useBulk<Row>()
  const [failure, setFailure] = useState<BulkFailure>()
  const counted = (rows: readonly unknown[]) => formatCounted(rows.length, ...things)

  /** `words`: what becomes of them, as in "2 stories unpublished". Resolves to those to which it was done. */
  const run = async (
    words: string,
    rows: readonly Row[],
    act: (row: Row) => Promise<{ undo: Undo | undefined } | undefined>,
    onUndone?: () => void,
  ): Promise<Row[]> => {
    setFailure(undefined)
    const undos: { undo: Undo; at: number }[] = []
    const { done, failed } = await bulk.run(rows, async (row) => {
      const undo = (await act(row))?.undo
      if (undo) undos.push({ undo, at: Date.now() })
    })
    if (failed.length > 0) {
      selection.select(failed.map(({ row }) => row.id))
      setFailure({
        title: `${counted(failed)} ${failed.length === 1 ? 'was' : 'were'} not ${words}`,
        failures: failed.map(({ row, why }) => ({ name: row.title, why })),
      })
    } else {
      selection.end()
    }
    if (done.length > 0) {
      // The first of them has been undoable for as long as the others took.
      const left = undos.map(({ undo, at }) => ({
        ...undo,
        seconds: undo.seconds - (Date.now() - at) / 1000,
      }))
      const canUndo = left.every(({ seconds }) => seconds > 0)
      void showToast({ title: `${counted(done)} ${words}` }, canUndo ? left : [], onUndone)
    }
    return done
  }
  return { run, counted, progress: bulk.progress, failure, setFailure }
}
