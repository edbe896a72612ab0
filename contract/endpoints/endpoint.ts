import type * as z from 'zod/mini'
import type { RefusalName } from '../refusals.ts'

/** Who may call: anyone, a signed-in reader, or the publisher. */
export type Who = 'anyone' | 'reader' | 'publisher'

/** One contract line: everything that both sides must agree on about one address. */
export interface Endpoint {
  who: Who
  /** Query, body and path parameters as one flat object; the path wins. */
  input: z.ZodMiniObject
  /** The answer's shape. It is also the presenter: a field it does not name is never sent. */
  output: z.ZodMiniType
  /** Status of a good answer; 200 unless said. */
  status?: 201 | 202
  /** The answer is a list: the function returns `{ items, total }`, the wire carries the array. */
  paged?: true
  /** What is refused when the path itself is malformed: a bad id is a missing thing, not a bad request. */
  missing?: RefusalName
  /** The answer is a file of this media type; `output` then describes nothing. */
  file?: string
}

/** Keeps the exact types of a line while checking its shape. */
export function endpoint<const E extends Endpoint>(line: E): E {
  return line
}
