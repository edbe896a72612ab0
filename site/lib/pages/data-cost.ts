import { brand } from '../brand.ts'
import { formatBytes, formatCost } from '../format-bytes.ts'

/** A file's size, and for a large one the cost of fetching it: "1.4 MB, about ₦0.79 of data". */
export function sizeAndCost(bytes: number): string {
  return [formatBytes(bytes), formatCost(bytes, brand.nairaPerGigabyte)].filter(Boolean).join(', ')
}
