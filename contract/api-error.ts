/** Messages by field name, as they are shown at the fields of a form. */
export type FieldErrors = Record<string, string[]>

/**
 * A rejected request, on the server and in the browser alike.
 * Its `message` has the form of specification section 8: status, colon, space, body text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly fields?: FieldErrors,
    body: string = sentence,
    /** Seconds until it is worth trying again. */
    readonly retryAfter?: number,
    /** What the response body has beside its message. */
    readonly beside?: Record<string, unknown>,
  ) {
    super(`${status}: ${body}`)
  }
}
