import type * as z from 'zod/mini'
import type { ErrorName } from '../errors.ts'
import type { Role } from '../roles.ts'
import type { ok } from './fields.ts'

/** Roles: staff with one of them (`contract/roles.ts` has the usual groups). */
type Who = 'anyone' | 'reader' | readonly Role[]

/** Redirects of a form post without script. `{name}` is replaced by a field of response or input. */
export interface Form {
  /** Page that is rendered again, with the values, when the post is rejected. */
  page: string
  done: string
  /** Fields that, left empty, are what the query of the form's own page has under this name. */
  fromPage?: Record<string, string>
  /** A checkbox that must be ticked. */
  agree?: { name: string; message: string }
}

export interface TakenFile {
  /** Maximum in bytes, and the error above it. */
  bytes: number
  tooLarge: ErrorName
  /** The file may also be the whole body. */
  isRaw?: true
}

/** One endpoint: what client and server must agree on, and all that the server decides by address. */
export type Endpoint = Line & Data & (SharedRead | PublicFile | Unshared)

interface Data {
  /**
   * Query, body and path as one flat object; the path wins. Left out, nothing is sent. With `paging` it is a list: the
   * function returns `{ items, total }`, the response body is the array.
   */
  input: z.ZodMiniObject
  /**
   * It filters the response, too: a field that it does not name is never sent. Left out, the response says `ok`, whatever
   * the function returns; a file needs none.
   */
  output: z.ZodMiniType
}

interface Line {
  who: Who
  /** Status of a success; 200 by default. */
  status?: 201 | 202
  /** Honours `Idempotency-Key`. */
  once?: true
  /**
   * Rate limit by network address (`callLimits` in contract/form-limits.ts); `elsewhere`: enforced outside of `serve`.
   * Readers' own changes are always limited, by reader.
   */
  limited?: 'form' | 'crowd' | 'elsewhere'
  /** 100 KB by default. */
  bodyBytes?: number
  /** What the field `file` takes; a reader's picture by default. */
  takes?: TakenFile
  /** The header of a signature over the body: both arrive raw, as `body` and `signature`. */
  signed?: string
  /** The response is never cached, by browsers or proxies. */
  isPrivate?: true
  /** The path contains a secret: logs show the names of its parameters only. */
  isSecret?: true
  /** A reader under 13 may do it before a guardian agrees: other writes of readers wait for that. */
  beforeGuardian?: true
  /** Staff use it before they are signed in: errors are phrased for staff. */
  isForStaff?: true
  /** The response is a redirect to `output.to`. */
  redirect?: true
  /** It accepts a form post without script, too. */
  form?: Form
  /** The 404 error; a malformed id gets it too, not a 400. */
  missing?: ErrorName
  /** The page that a browser is led to by the 404 error of a file. */
  missingPage?: string
  /** The media type of a file. */
  file?: string
}

/** The same response for everybody: the handler gets the input alone, and equal requests are coalesced (decision 30). */
interface SharedRead {
  shared: true
  who: 'anyone'
  /** A cache in front may store it for seconds, until the public data changes (decision 51). */
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
  /**
   * How long browsers and caches may store it: `forever` where the address changes with the bytes, `none` where it may be
   * taken down at any moment.
   */
  maxAge: 'none' | 'day' | 'forever'
  isPrivate?: never
  isSecret?: never
}

interface Unshared extends Unshareable {
  maxAge?: never
}

interface Unshareable {
  shared?: never
  cache?: never
}

type Read = `GET ${string}`
type Write = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

/** A write is never shared, and one that anybody may send names its rate limit. */
export type Lines = Record<Read, Endpoint & { once?: never; form?: never }> &
  Record<
    Write,
    Line & Data & Unshared & ({ who: 'reader' | readonly Role[] } | Required<Pick<Line, 'limited'>>)
  >

type Written = Line & Partial<Data> & (SharedRead | PublicFile | Unshared)

/** What the contract adds where a line says nothing of it. */
interface Left<Line> {
  input: z.ZodMiniObject<Record<never, never>>
  output: Line extends { file: string } ? z.ZodMiniUnknown : typeof ok
}

// Without the mark `@__NO_SIDE_EFFECTS__` a script that has a schema from beside a line would ship the line, too.

/** Checks the shape of an endpoint and preserves its exact types. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Written>(line: E) {
  return line as E & Omit<Left<E>, keyof E>
}

export type Rest = Partial<Line & Data & (SharedRead | PublicFile | Unshared)>

/** The line of a group of callers, whom the function's name says. The contract adds what `Left` says of it. */
export const lineOf = <const W extends Who, const E extends Rest>(who: W, line: E) =>
  ({ who, ...line }) as { who: W } & E & Omit<Left<E>, keyof E>

/* @__NO_SIDE_EFFECTS__ */
export const forAnyone = <const E extends Rest>(line: E) => lineOf('anyone', line)
/* @__NO_SIDE_EFFECTS__ */
export const forReader = <const E extends Rest>(line: E) => lineOf('reader', line)

/** A read of the public data: anybody may ask, and its response is the same for all until the data changes. */
export const publicRead = { who: 'anyone', shared: true, cache: true } as const
