export type FieldErrors = Record<string, string[]>

/** Its `message` has the form of specification 11.1.6: status, colon, space, body text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly fields?: FieldErrors,
    body: string = sentence,
    /** Seconds, which are sent as Retry-After. */
    readonly retryAfter?: number,
    /** Further fields of the response body; in a browser the whole of it. */
    readonly beside?: Record<string, unknown>,
  ) {
    super(`${status}: ${body}`)
  }
}
