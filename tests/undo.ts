import type { InputOf } from '#contract/endpoints/contract.ts'
import { readUndo, type Undo, undoHeader } from '#contract/undo.ts'
import { sql } from '#db/sql.ts'
import type { Callable } from '#site/lib/call.ts'
import { clientOver } from '#site/lib/call.ts'

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Does something, and tells the Undo that the response offers. */
export async function does<A extends Callable>(
  { send }: { send: Send },
  address: A,
  input: InputOf<A>,
) {
  let undo: Undo | undefined
  const { call } = clientOver(async (path, init) => {
    const response = await send(path, init)
    undo = readUndo(response.headers.get(undoHeader))
    return response
  })
  const answer = await call(address, input)
  return { answer, undo }
}

/** Makes it as if the seconds had passed. */
export async function endUndo(undo: Undo | undefined) {
  const id = undo?.id ?? ''
  await sql`update undos set until = now() - interval '1 second' where id = ${id}`
  await sql`update mails set next_try_at = now() - interval '1 second' where undo_id = ${id}`
}
