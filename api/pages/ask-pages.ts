import type { Context } from 'koa'
import { anonymous, type RequestContext } from '#api/http/request-context.ts'
import type { FoundRoute } from '#api/http/requests/find-route.ts'
import { ApiError } from '#contract/api-error.ts'
import type { Address } from '#contract/endpoints/contract.ts'

// What the serving of pages asks the contract: whether there is anything at an address, and who may see it.

interface Asking {
  localsFor(context: RequestContext, settings: undefined): object
}

interface Callable {
  call<Output>(line: Address, input: object): Promise<{ output: Output; total?: number }>
}

/** As anybody. */
export function ask<Output>({ localsFor }: Asking, line: Address, input: object) {
  return (localsFor(anonymous, undefined) as Callable).call<Output>(line, input)
}

/** Whether a line has something for the subject of an address. */
export async function answers(
  asking: Asking,
  { pattern }: FoundRoute,
  line: Address,
  url: string,
): Promise<boolean> {
  return ask(asking, line, namedIn(pattern, url)).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}

/** Undefined for whoever may read the page; else what they get instead. */
export async function passGate(
  { localsFor }: Asking,
  ctx: Context,
  { pattern, gate }: FoundRoute,
  path: string,
) {
  const { call } = localsFor(ctx.state.context, undefined) as Callable
  ctx.set('Cache-Control', 'private, no-store')
  try {
    const asked = namedIn(pattern, path)
    const { output } = await call<{ access: string; to: string | null }>(gate as Address, asked)
    return output.to || output.access === 'refunded' ? output : undefined
  } catch (error) {
    if (isMissing(error)) return 'missing' as const
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** The parameters of an address. */
function namedIn(pattern: string, url: string): Record<string, string> {
  const typed = (url.split('?')[0] ?? '').split('/')
  const named = pattern
    .split('/')
    .flatMap((segment, at) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(typed[at] ?? '')]] : [],
    )
  return Object.fromEntries(named)
}
