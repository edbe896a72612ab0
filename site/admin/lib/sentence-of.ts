import { ApiError } from '#contract/api-error.ts'
import { noAnswer } from '#site/lib/check-form.ts'

/** What to say of a failed call: the API's own sentence where it refused, else `otherwise`. */
export const sentenceOf = (error: unknown, otherwise = noAnswer): string =>
  error instanceof ApiError && error.status < 500 ? error.sentence : otherwise
