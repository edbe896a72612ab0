import type * as z from 'zod/mini'
import type { ErrorName } from '../errors.ts'
import type { Role } from '../roles.ts'

/** Roles: staff with one of them (`contract/roles.ts` has the usual groups). */
type Who = 'anyone' | 'reader' | readonly Role[]

/** How an ordinary form post is answered. `{name}` stands for a field of response or input. */
export interface Form {
  /** Shown again, with the values, when the post is rejected. */
  page: string
  done: string
  /** A box that must be ticked. */
  agree?: { name: string; message: string }
}

export interface TakenFile {
  /** The most bytes, and the error for more. */
  bytes: number
  tooLarge: ErrorName
  /** It may also be the whole body. */
  isRaw?: true
}

/** One contract line: everything that both sides must agree on, and all that the server decides by address. */
export type Endpoint = Line & (SharedRead | PublicFile | Unshared)

interface Line {
  who: Who
  /** Query, body and path as one flat object; the path wins. */
  input: z.ZodMiniObject
  /** Also the presenter: a field it does not name is never sent. */
  output: z.ZodMiniType
  /** Of a success; 200 by default. */
  status?: 201 | 202
  /** Honours `Idempotency-Key`. */
  once?: true
  /**
   * By network address (`callLimits` in contract/form-limits.ts); `elsewhere`: not by `serve`, and a comment says why not.
   * Readers' own changes are always limited, by reader.
   */
  limited?: 'form' | 'crowd' | 'elsewhere'
  /** 100 KB by default. */
  bodyBytes?: number
  /** For the field `file`; a reader's picture by default. */
  takes?: TakenFile
  /** The header of a signature over the body: both arrive raw, as `body` and `signature`. */
  signed?: string
  /** Cached nowhere. */
  isPrivate?: true
  /** Its address is a secret: logs name its parameters alone. */
  isSecret?: true
  /** The staff use it before they are signed in: errors are put as to them. */
  isForStaff?: true
  /** A write that no later read shows to who sent it, who may go on reading from standbys (decision 54). */
  neverReadBack?: true
  /** The response is a redirect to `output.to`. */
  redirect?: true
  /** It also arrives as a form post without script. */
  form?: Form
  /** A list: the function returns `{ items, total }`, the wire carries the array. */
  paged?: true
  /** A malformed id is a missing thing, not a bad request. */
  missing?: ErrorName
  /** A file of this media type; `output` then describes nothing. */
  file?: string
}

/** The same answer for everybody: the function is given the input alone, and equal requests share it (decision 30). */
interface SharedRead {
  shared: true
  who: 'anyone'
  /** Databases that follow the primary may answer (decision 54). */
  standby?: true
  /** A cache in front may store it until the public data changes, for seconds at most (decision 51). */
  cache?: true
  status?: never
  once?: never
  limited?: never
  bodyBytes?: never
  takes?: never
  signed?: never
  isPrivate?: never
  redirect?: never
  form?: never
  file?: never
  maxAge?: never
}

/** The same file for everybody. */
interface PublicFile extends Unshareable {
  who: 'anyone'
  file: string
  /** How long browsers and every cache may store it; `forever` where the address stands for the bytes. */
  maxAge: 'day' | 'forever'
  isPrivate?: never
  isSecret?: never
}

interface Unshared extends Unshareable {
  maxAge?: never
}

interface Unshareable {
  shared?: never
  standby?: never
  cache?: never
}

type Read = `GET ${string}`
type Write = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

/** What a line may say depends on its method: a write is never shared, and one of anybody's says how it is limited. */
export type Lines = Record<Read, Endpoint & { once?: never; form?: never; neverReadBack?: never }> &
  Record<
    Write,
    Line & Unshared & ({ who: 'reader' | readonly Role[] } | Required<Pick<Line, 'limited'>>)
  >

/** Keeps the exact types of a line while checking its shape. */
export function endpoint<const E extends Endpoint>(line: E): E {
  return line
}
