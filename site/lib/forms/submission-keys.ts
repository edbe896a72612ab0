import { newId } from './new-id.ts'

/** The value of `Idempotency-Key`: the key of the last submission while its values are the same, else a new one. */
export function submissionKeys(last?: { key?: string | undefined; values?: string }) {
  let { key = newId(), values: sent } = last ?? {}
  return (values: string): string => {
    if (sent !== undefined && sent !== values) key = newId()
    sent = values
    return key
  }
}
