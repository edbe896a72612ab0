/** Every "no" the product says: its HTTP status and its sentence. Nothing else may invent one. */
export const refusals = {
  invalid: [400, 'Please check what you sent and try again.'],
  notJson: [400, 'The request body must be JSON.'],
  unauthorized: [401, 'Unauthorized'],
  crossSite: [403, 'This request came from another site and was not carried out.'],
  notFound: [404, 'There is nothing at this address.'],
  storyNotFound: [404, "The story you're looking for doesn't exist."],
  bookNotFound: [404, "The book you're looking for doesn't exist."],
  publicationNotFound: [404, "The publication you're looking for doesn't exist."],
  pictureNotFound: [404, "The picture you're looking for doesn't exist."],
  methodNotAllowed: [405, 'This address does not take that method.'],
  tooLarge: [413, 'The request is too large.'],
  wrongMediaType: [415, 'The request body must be sent as application/json.'],
  badRange: [416, 'The requested part lies outside the file.'],
  notReady: [503, 'The service is starting. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type RefusalName = keyof typeof refusals

/** Messages by field name, as they stand at the fields of a form. */
export type FieldErrors = Record<string, string[]>

/**
 * A refused request, on the server and in the browser alike.
 * Its `message` has the form of specification section 8: status, colon, space, body text.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly fields?: FieldErrors,
    body: string = sentence,
  ) {
    super(`${status}: ${body}`)
  }
}

/** `throw refuse('bookNotFound')`: the one way for a route or a rule to say no. */
export function refuse(name: RefusalName, fields?: FieldErrors): Refusal {
  const [status, sentence] = refusals[name]
  return new Refusal(status, sentence, fields)
}
