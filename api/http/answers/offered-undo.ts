import { AsyncLocalStorage } from 'node:async_hooks'
import type { Undo } from '#contract/undo.ts'

const offers = new AsyncLocalStorage<{ undo?: Undo }>()

/** Resolves to the result, with the Undo that was offered during the work. */
export async function collectOffer<T>(work: () => Promise<T>) {
  const offer: { undo?: Undo } = {}
  return { result: await offers.run(offer, work), undo: offer.undo }
}

/** What is being done can be undone, which the header `Undo` of the response says. */
export function offerUndo(undo: Undo) {
  const offer = offers.getStore()
  if (offer) offer.undo = undo
}
