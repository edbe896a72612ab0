import { call } from '#site/lib/call.ts'
import { applyCounters } from '#site/lib/engagement.store.ts'

/** Counts a share (once a reader, story and hour, says the server) and shows the new count wherever it stands. */
export async function countShare(id: string): Promise<void> {
  try {
    const { sharesCount } = await call('POST /stories/:id/share', { id })
    applyCounters([{ id, sharesCount }])
  } catch (error) {
    // Specification 4.12: a share that was not counted is logged, and nothing else.
    console.warn(error)
  }
}
