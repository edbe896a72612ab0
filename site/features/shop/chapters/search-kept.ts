import { findWords } from '#contract/shop/find-words.ts'
import { folded, mostFound } from '#contract/shop/reading.ts'
import { findCached } from '#site/lib/offline/cache.ts'
import { keptPages } from '#site/lib/offline/kept-cache.ts'
import { booksCache } from '#site/lib/offline/rules.ts'
import { sayFound } from './say-found.ts'

/** Shows where words stand in a kept book, as the service does. */
export async function searchKept(field: HTMLInputElement, typed: string) {
  field.value = typed
  const list = document.querySelector<HTMLElement>('[data-found]')
  const query = typed.trim().slice(0, 100)
  if (!list || query.length < 2) return
  const rows: Node[] = []
  for (const page of await keptPages(list.dataset['found'] ?? '')) {
    const html = (await (await findCached(page, booksCache))?.text()) ?? ''
    // The policy of this page forbids styles that its own HTML does not have.
    const text = html.replaceAll(' style="', ' data-style="').replace(/<(\/?)style/g, '<$1template')
    const chapter = new DOMParser().parseFromString(text, 'text/html')
    const title = chapter.getElementById('chapter')?.textContent ?? ''
    for (const block of chapter.querySelector('[data-chapter-text]')?.children ?? []) {
      const line = lineOf(block)
      const place = folded(line).includes(folded(query)) && findWords(line, query)
      if (place) rows.push(rowOf({ href: `${page}#${block.id}`, title, ...place }))
    }
  }
  list.replaceChildren(...rows.slice(0, mostFound))
  const told = document.querySelector('[data-told]')
  if (told) told.textContent = sayFound(Math.min(rows.length, mostFound), typed)
}

/** A block on one line, as the service has it: what stands below another is a word of its own. */
function lineOf(block: Element): string {
  for (const inner of block.querySelectorAll('p, li, td, th, caption, figcaption'))
    inner.append(' ')
  for (const end of block.querySelectorAll('br')) end.replaceWith(' ')
  return (block.textContent ?? '').replace(/\s+/g, ' ')
}

function rowOf(words: Record<'href' | 'title' | 'before' | 'found' | 'after', string>) {
  const row = document
    .querySelector<HTMLTemplateElement>('template[data-place]')
    ?.content.cloneNode(true) as DocumentFragment
  row.querySelector('a')?.setAttribute('href', words.href)
  const places = row.querySelectorAll('b, span > span, mark')
  for (const [at, text] of [words.title, words.before, words.found, words.after].entries())
    places[at]?.append(text)
  return row
}
