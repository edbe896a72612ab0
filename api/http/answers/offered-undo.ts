import type { Undo } from '#contract/undo.ts'
import { scope } from '#db/driver/scope.ts'

const offers = scope<{ undo?: Undo }>()

/** Resolves to the result, with the Undo that was offered during the work. */
export async function collectOffer<T>(work: () => Promise<T>) {
  const offer: { undo?: Undo } = {}
  return { result: await offers.run(offer, work), undo: offer.undo }
}

/** What is being done can be undone, which the header `Undo` of the response says. */
export function offerUndo(undo: Undo) {
  const offer = offers.current()
  if (offer) offer.undo = undo
}
