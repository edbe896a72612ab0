/** A size as readers know it from their data plan: "116 KB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${Number((bytes / 1024 / 1024).toFixed(1))} MB`
}

/** Larger files show their cost. */
const worthSaying = 50 * 1024

/** The cost of fetching so many bytes, "about ₦0.79 of data"; undefined where it is negligible. */
export function formatCost(bytes: number, nairaPerGigabyte: number): string | undefined {
  if (bytes <= worthSaying) return undefined
  return `about ₦${((bytes / 1024 ** 3) * nairaPerGigabyte).toFixed(2)} of data`
}
