import type { PageKind, Vital } from './stats.ts'

/** Each bucket ends a tenth above where it begins: a p75 is right to a few percent, and there are about 80 in all. */
const growth = 1.1
/** The end of the first bucket: milliseconds, of CLS a score. */
const first: Record<Vital, number> = { LCP: 50, INP: 8, CLS: 0.001 }
const lastBucket = 90

/** 0 for the smallest values. */
export function bucketOf(name: Vital, value: number): number {
  if (value <= first[name]) return 0
  return Math.min(lastBucket, Math.ceil(Math.log(value / first[name]) / Math.log(growth) - 1e-9))
}

/** Where a bucket begins and ends. */
export function boundsOf(name: Vital, bucket: number): [from: number, to: number] {
  const end = (at: number) => first[name] * growth ** at
  return [bucket === 0 ? 0 : end(bucket - 1), end(bucket)]
}

/** What the days count of a measured page. */
export const vitalClass = (page: PageKind, connection: string, name: Vital, value: number) =>
  `${page} ${connection} ${bucketOf(name, value)}`

/** The value that three of four stay below, interpolated within its bucket; undefined without any. */
export function p75(name: Vital, buckets: Map<number, number>): number | undefined {
  const total = [...buckets.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const rank = total * 0.75
  let below = 0
  for (const [bucket, count] of [...buckets].sort(([a], [b]) => a - b)) {
    if (below + count >= rank) {
      const [from, to] = boundsOf(name, bucket)
      return from + ((to - from) * (rank - below)) / count
    }
    below += count
  }
  return undefined
}
