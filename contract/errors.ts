import { ApiError, type FieldErrors } from './api-error.ts'
import { errorSentences } from './error-sentences.ts'

type Sentences = typeof errorSentences
export type ErrorName = { [Status in keyof Sentences]: keyof Sentences[Status] }[keyof Sentences]

/** Every error with its status and sentence. */
export const errors = {} as Record<ErrorName, readonly [status: number, sentence: string]>
for (const [status, named] of Object.entries(errorSentences)) {
  for (const [name, sentence] of Object.entries(named)) {
    errors[name as ErrorName] = [Number(status), sentence]
  }
}

/** The only way to reject a request. */
export function apiError(name: ErrorName, fields?: FieldErrors): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, fields)
}

/** What was found; where there is nothing, the request is rejected. */
export function required<T>(found: T, name: ErrorName): NonNullable<T> {
  if (!found) throw apiError(name)
  return found
}

/** The error has the reason in words after the sentence. */
export function apiErrorBecause(name: ErrorName, reason: string): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, `${sentence} ${reason}`)
}

/** The error has further fields in the response body. */
export function apiErrorWith(name: ErrorName, beside: Record<string, unknown>): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, undefined, beside)
}

/** Sends Retry-After, in seconds. */
export function apiErrorLater(name: ErrorName, seconds: number): ApiError {
  const [status, sentence] = errors[name]
  return new ApiError(status, sentence, undefined, sentence, seconds)
}

/** The error stands for a failure of an external service: the log gets the cause. */
export function apiErrorFrom(cause: unknown, name: ErrorName): ApiError {
  return Object.assign(apiError(name), { cause })
}
