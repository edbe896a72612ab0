/** How long an action can be undone, and its mails wait. */
export const undoSeconds = 10

export interface Undo {
  id: string
  /** How many are left when the response is sent: clocks of phones are wrong. */
  seconds: number
}

/** The response header of an action that can be undone. */
export const undoHeader = 'Undo'

export const writeUndo = ({ id, seconds }: Undo) => `${id}; seconds=${seconds}`

export function readUndo(value: string | null): Undo | undefined {
  const [id, seconds] = value?.split('; seconds=') ?? []
  return id && seconds ? { id, seconds: Number(seconds) } : undefined
}
