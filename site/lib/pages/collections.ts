import type { LiveDataCollectionResult, LiveDataEntryResult } from 'astro'

type Fields = Record<string, unknown>
/** An entry has its long text only where it was loaded by itself. */
type Whole<Data> = Extract<Data, { content: unknown }>
type Listed<Data> = Exclude<Data, { content: unknown }>

/** The entries of a live collection, as lists show them. Throws the loader's error. */
export function listed<Data extends Fields>({
  entries = [],
  error,
}: LiveDataCollectionResult<Data>): Listed<Data>[] {
  if (error) throw causeOf(error)
  return entries.map(({ data }) => data as Listed<Data>)
}

/** One full entry; undefined when there is none. Throws every other error of the loader. */
export function whole<Data extends Fields>(result: LiveDataEntryResult<Data>) {
  return found(result) as Whole<Data> | undefined
}

/** One entry as lists show it; null when there is none. */
export function summary<Data extends Fields>(result: LiveDataEntryResult<Data>) {
  return (found(result) ?? null) as Listed<Data> | null
}

function found<Data extends Fields>({ entry, error }: LiveDataEntryResult<Data>): Data | undefined {
  if (!error) return entry?.data
  const cause: Error & { status?: number } = causeOf(error)
  if (cause.status === 404 || cause.name === 'LiveEntryNotFoundError') return undefined
  throw cause
}

/** What a call answers; undefined for an error with one of these statuses. */
export const answered = <Output>(asked: Promise<{ output: Output }>, ...statuses: number[]) =>
  asked.then(
    ({ output }) => output,
    (error: { status?: number }): undefined => {
      if (!statuses.includes(error.status ?? 0)) throw error
    },
  )

/** Astro wraps the errors of a loader. */
function causeOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error
}

/**
 * One page of a live collection; a page number beyond the end gives the last page. `ask` reads the given
 * page, and passes `onTotal` on with its filter.
 */
export async function listPage<Data extends Fields>(
  wanted: number,
  size: number,
  ask: (page: number, onTotal: (total: number) => void) => Promise<LiveDataCollectionResult<Data>>,
): Promise<{ items: Listed<Data>[]; total: number; page: number }> {
  let total = 0
  const onTotal = (count: number) => {
    total = count
  }
  const items = listed(await ask(wanted, onTotal))
  const last = Math.max(1, Math.ceil(total / size))
  if (wanted <= last) return { items, total, page: wanted }
  return { items: listed(await ask(last, onTotal)), total, page: last }
}
