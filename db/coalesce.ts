import { outsideTransaction } from './sql.ts'

interface Turn<T> {
  running: Promise<T>
  next: Promise<T> | undefined
}

/**
 * Calls during a run share the next run, so that a thousand readers cost one run at a time and no result is older than
 * its call.
 */
export function coalesce<T>() {
  const turns = new Map<string, Turn<T>>()

  const begin = (key: string, run: () => Promise<T>): Promise<T> => {
    // It runs outside of any transaction, whose uncommitted rows must not get into a shared result.
    const running = outsideTransaction(run)
    const turn: Turn<T> = { running, next: undefined }
    turns.set(key, turn)
    const end = () => {
      if (!turn.next) turns.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key: string, run: () => Promise<T>): Promise<T> => {
    const turn = turns.get(key)
    if (!turn) return begin(key, run)
    // The next one begins after an error, too, which belongs to the other run.
    const beginNext = () => begin(key, run)
    turn.next ??= turn.running.then(beginNext, beginNext)
    return turn.next
  }
}
