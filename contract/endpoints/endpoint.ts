import type * as z from 'zod/mini'
import type { ErrorName } from '../errors.ts'

/** Who may call: anyone, a signed-in reader, or the publisher. */
export type Who = 'anyone' | 'reader' | 'publisher'

/** How a line answers an ordinary form post. In both addresses `{name}` stands for a field of the answer or the input. */
export interface Form {
  /** The page of the form: shown again, with the typed values, when the post is rejected. */
  page: string
  /** Where a post that went well leads. */
  done: string
  /** A box that must be ticked: its name, and the message when it is not. */
  agree?: { name: string; message: string }
}

/** The file that a line takes. */
export interface TakenFile {
  /** The most bytes that it may have, and the error for more. */
  bytes: number
  tooLarge: ErrorName
  /** It may also be the whole body, without a form around it. */
  isRaw?: true
}

/** One contract line: everything that both sides must agree on about one address. */
export interface Endpoint {
  who: Who
  /** Query, body and path parameters as one flat object; the path wins. */
  input: z.ZodMiniObject
  /** The answer's shape. It is also the presenter: a field it does not name is never sent. */
  output: z.ZodMiniType
  /** Status of a success; 200 by default. */
  status?: 201 | 202
  /** Honours `Idempotency-Key`: a repeat answers as the first did and does nothing twice. */
  once?: true
  /**
   * How often one network address may call it (`callLimits` in contract/form-limits.ts). What a reader changes is
   * counted by reader without being told; reading, buying and signing in rightly are hindered by no neighbour.
   */
  limited?: 'form' | 'crowd'
  /** The bytes a body may have; 100 KB by default. */
  bodyBytes?: number
  /** Of a line with the field `file`: what it accepts; a reader's picture in a form by default. */
  takes?: TakenFile
  /** The header of a signature over the body: both arrive as they are, as `body` and `signature`. */
  signed?: string
  /** Responses to requests with a secret are cached nowhere. */
  isPrivate?: true
  /** The answer is a redirect to `output.to`. */
  redirect?: true
  /** It also arrives as an ordinary form post, from a reader without script. */
  form?: Form
  /** The answer is a list: the function returns `{ items, total }`, the wire carries the array. */
  paged?: true
  /** The error for a malformed path: a bad id is a missing thing, not a bad request. */
  missing?: ErrorName
  /** The answer is a file of this media type; `output` then describes nothing. */
  file?: string
}

/** Keeps the exact types of a line while checking its shape. */
export function endpoint<const E extends Endpoint>(line: E): E {
  return line
}
