import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#api/http/escape-html.ts'
import { bookSearches } from '#api/http/find-route.ts'
import { readShelfQuery } from '#contract/page-queries.ts'

/** Stands where the typed text goes. Nobody can guess it, so that no book has it. */
const standIn = randomUUID()

/** What an address of the shelf searches for; undefined for all others. */
export function readBookSearch(address: string) {
  const [path = '', query] = address.split('?')
  const { search, category, price } = readShelfQuery(new URLSearchParams(query))
  return search && bookSearches.includes(path) ? { search, category, price } : undefined
}

/**
 * Where the page is rendered that serves every text that finds nothing. Made of what changes that page alone, so that there
 * are few of them: `categories` are those that it offers.
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

/** The page of a text that finds nothing, out of that of the stand-in; undefined when this shows its text outside the field. */
export function fillInSearch(page: Buffer, text: string): Buffer | undefined {
  const value = `value="${escapeHtml(text)}"`
  const html = page.toString().replaceAll(`value="${standIn}"`, () => value)
  return html.includes(standIn) ? undefined : Buffer.from(html)
}
