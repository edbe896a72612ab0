/** What buyer and publisher say of giving money back, as the events of an order call it. */
export const refundRequestEvents = [
  'money back wanted',
  'refund declined',
  'refusal undone',
] as const

interface Event {
  at: string
  what: string
  note: string | null
}

/** The last request out of an order's events, oldest first, which is open until it is declined or the money goes back. */
export function refundRequestOf(events: readonly Event[]) {
  const words: readonly string[] = refundRequestEvents
  const asked = events.findLast(({ what }) => what === 'money back wanted')
  const last = events.findLast(({ what }) => words.includes(what))
  if (!asked || !last) return null
  const refusal = last.what === 'refund declined' ? { at: last.at, text: last.note ?? '' } : null
  return { at: asked.at, reason: asked.note ?? '', refusal }
}
