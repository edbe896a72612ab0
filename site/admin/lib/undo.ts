import { ApiError } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { readUndo, type Undo, undoHeader } from '#contract/undo.ts'
import { type Callable, clientOver } from '#site/lib/call.ts'
import { sendAsStaff, withAdminSession } from './call.ts'

/** Calls like `adminCall`, and adds the Undo that the server offers: hand it to `showToast` or `queueToast`. */
export async function callWithUndo<A extends Callable>(
  address: A,
  input: InputOf<A>,
): Promise<{ answer: OutputOf<A>; undo: Undo | undefined }> {
  let undo: Undo | undefined
  const { call } = clientOver(async (path, init) => {
    const response = await sendAsStaff(path, init)
    undo = readUndo(response.headers.get(undoHeader))
    return response
  })
  return { answer: await withAdminSession(call(address, input)), undo }
}

/** The same for a deletion; resolves to nothing for what is deleted already. */
export async function callUnlessGone<A extends Callable>(address: A, input: InputOf<A>) {
  try {
    return await callWithUndo(address, input)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
