import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#api/http/answers/escape-html.ts'
import { bookSearches } from '#api/http/requests/find-route.ts'
import { readShelfQuery } from '#contract/pages/page-queries.ts'

/** The placeholder for the typed text: random, so that no book contains it. */
const standIn = randomUUID()

/** The search text of a shelf address; undefined for other addresses. */
export function readBookSearch(address: string) {
  const [path = '', query] = address.split('?')
  const { search, category, price } = readShelfQuery(new URLSearchParams(query))
  return search && bookSearches.includes(path) ? { search, category, price } : undefined
}

/**
 * The address of the page that serves all searches without results. It contains only parameters that change the page, so
 * that few variants exist. `categories`: those that the page offers.
 */
export function emptySearchAddress(address: string, categories: string[]): string {
  const [path, query] = address.split('?')
  const parameters = new URLSearchParams(query)
  const { category = '', price } = readShelfQuery(parameters)
  const blank = new URLSearchParams({ search: standIn })
  if (categories.includes(category)) blank.set('category', category)
  if (price) blank.set('price', price)
  for (const name of ['at', 'lite']) {
    const value = parameters.get(name)
    if (value) blank.set(name, value)
  }
  return `${path}?${blank}`
}

/** Replaces the placeholder by the typed text; undefined when the page shows it outside of the search field. */
export function fillInSearch(page: Buffer, text: string): Buffer | undefined {
  const value = `value="${escapeHtml(text)}"`
  const html = page.toString().replaceAll(`value="${standIn}"`, () => value)
  return html.includes(standIn) ? undefined : Buffer.from(html)
}
