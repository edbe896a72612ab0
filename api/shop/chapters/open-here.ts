import { randomBytes } from 'node:crypto'
import type { RequestContext } from '#api/http/request-context.ts'
import { addBrowser } from './rights.queries.ts'

/** Lets the browser that asks read what an order opens. */
export async function openHere(orderId: string, context: RequestContext) {
  const key = context.boughtKey() ?? randomBytes(32).toString('base64url')
  if (await addBrowser(orderId, key)) context.keepBoughtKey(key)
}
