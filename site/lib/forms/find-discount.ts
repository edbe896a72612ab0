import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { FormState } from '#contract/form-state.ts'
import type { CallOnServer } from '../call.ts'

/** What the code of a rejected form takes off; undefined without one that can be used. The page itself is the same for all. */
export async function findDiscount(
  call: CallOnServer,
  id: string,
  form: FormState | undefined,
): Promise<OutputOf<'POST /books/:id/discount'> | undefined> {
  const { discountCode, buyerEmail } = form?.values ?? {}
  if (!discountCode || form?.errors['discountCode']) return undefined
  const asked = { id, discountCode, ...(buyerEmail && { buyerEmail }) }
  return call('POST /books/:id/discount', asked).then(
    ({ output }) => output,
    () => undefined,
  )
}
