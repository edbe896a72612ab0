import { formatBytes } from '../format-bytes.ts'

/** What the browser recorded of a file. `deliveryType` is known to few, and not to TypeScript. */
export type Entry = Pick<
  PerformanceResourceTiming,
  'name' | 'transferSize' | 'encodedBodySize' | 'serverTiming' | 'workerStart'
> & { deliveryType?: string }

/** What the service worker stored with a file: the bytes that its fetch used, and the file's size packed. */
export interface Stored {
  used: number
  whole: number
  at: number
}

/** Undefined: unknown. */
interface Size {
  used: number | undefined
  whole: number | undefined
}

/** Metric of `Server-Timing` on a page that is sent as a difference: `desc` is its size in Brotli, in bytes. */
export const wholeSize = 'whole'

/** One line on what the open page has fetched so far; out of the browser's own records, and sent to nobody. */
export async function describePageCost(): Promise<string> {
  const entries = ['navigation', 'resource'].flatMap((kind) =>
    performance.getEntriesByType(kind),
  ) as unknown as Entry[]
  const isOwn = ({ name }: Entry) => new URL(name).origin === location.origin
  const sizes = entries.map(async (entry): Promise<Size> => {
    // Browsers do not tell the size of what comes from elsewhere.
    if (!isOwn(entry)) return { used: undefined, whole: undefined }
    const isThroughWorker = entry.workerStart > 0 || entry.deliveryType === 'cache-storage'
    return sizeOf(entry, isThroughWorker && (await findStored(entry)))
  })
  const rate = document.querySelector<HTMLElement>('[data-naira-per-gigabyte]')
  return describeCost(await Promise.all(sizes), Number(rate?.dataset['nairaPerGigabyte']))
}

async function findStored({ name }: Entry): Promise<Stored | undefined> {
  const { findStoredSize } = await import('../offline/stored-size.ts')
  return findStoredSize(new URL(name))
}

/** `stored` is false where no service worker answered. Behind one, browsers give the size of the unpacked file. */
export function sizeOf(
  { transferSize, encodedBodySize, serverTiming, deliveryType }: Entry,
  stored: Stored | undefined | false,
  openedAt = performance.timeOrigin,
): Size {
  const difference = serverTiming.find(({ name }) => name === wholeSize)
  const wholeOf = (body: number) => Number(difference?.description) || body
  if (stored === false)
    return { used: transferSize, whole: Math.max(transferSize, wholeOf(encodedBodySize)) }
  if (transferSize === 0 || deliveryType === 'cache-storage')
    return { used: 0, whole: stored?.whole }
  // An older copy is not this file: the worker may not have stored that yet.
  if (!stored || stored.at < openedAt) return { used: undefined, whole: undefined }
  return { used: stored.used, whole: Math.max(stored.used, wholeOf(stored.whole)) }
}

/** Says more only where it is known. */
export function describeCost(sizes: Size[], nairaPerGigabyte: number): string {
  const priced = (bytes: number) => inKoboToo(bytes, nairaPerGigabyte)
  const used = sum(sizes.map((size) => size.used))
  const saved = sum(sizes.map((size) => size.whole)) - used
  const least = sizes.some((size) => size.used === undefined) ? 'at least ' : ''
  const cost = used || least ? `${least}${priced(used)}` : 'no data'
  const more = `Without what your browser had: ${priced(used + saved)}.`
  return `This page has used ${cost}.${saved > 1024 ? ` ${more}` : ''}`
}

function inKoboToo(bytes: number, nairaPerGigabyte: number): string {
  const kobo = (bytes / 1024 ** 3) * nairaPerGigabyte * 100
  return `${formatBytes(bytes)}, about ${Number(kobo.toFixed(1))} kobo`
}

function sum(numbers: (number | undefined)[]): number {
  return numbers.reduce<number>((total, number = 0) => total + number, 0)
}
