import type { Settings } from '#contract/settings/groups.ts'
import { formatBytes, formatCost } from '../format-bytes.ts'

/** A file's size, and for a large one the cost of fetching it: "1.4 MB, about ₦0.79 of data". */
export function sizeAndCost(bytes: number, { nairaPerGigabyte }: Settings['prices']): string {
  return [formatBytes(bytes), formatCost(bytes, nairaPerGigabyte)].filter(Boolean).join(', ')
}
