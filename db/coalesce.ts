import { outsideTransaction } from './sql.ts'

interface Turn<T> {
  running: Promise<T>
  next: Promise<T> | undefined
}

/**
 * Answers shared by whoever asks the same. Who comes while an answer is being made waits for the next one, together
 * with all others who came meanwhile: a thousand readers cost one answer at a time, and nobody is given one that was
 * begun before they asked.
 */
export function coalesce<T>() {
  const turns = new Map<string, Turn<T>>()

  const begin = (key: string, ask: () => Promise<T>): Promise<T> => {
    // Outside: what one transaction alone can see must not be in a shared answer.
    const running = outsideTransaction(ask)
    const turn: Turn<T> = { running, next: undefined }
    turns.set(key, turn)
    const end = () => {
      if (!turn.next) turns.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const turn = turns.get(key)
    if (!turn) return begin(key, ask)
    // Also after a failure: it was not theirs.
    const go = () => begin(key, ask)
    turn.next ??= turn.running.then(go, go)
    return turn.next
  }
}
