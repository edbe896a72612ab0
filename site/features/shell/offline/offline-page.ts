import { paths } from '#contract/paths.ts'
import { savesData } from '#site/lib/engaged/is-slow.ts'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { cachedIn, clearCaches, findCached, removeCached } from '#site/lib/offline/cache.ts'
import {
  type CachedPage,
  contentsOf,
  isAsset,
  keptBooksKey,
  readCache,
  room,
  savedCache,
} from '#site/lib/offline/rules.ts'
import { readText } from '#site/lib/web-storage.ts'
import { offlineWords } from '#site/messages/offline-messages.ts'
import type { Entry } from './books/list-books.ts'
import { canCache, settleOwner } from './register.ts'

const find = <E extends HTMLElement>(name: string) => document.querySelector<E>(`[data-${name}]`)

/** Lists what is saved on the device, with buttons that delete one entry or all. */
async function show() {
  await settleOwner()
  const saved = await cachedIn(savedCache)
  const read = await cachedIn(readCache)
  const total = [...saved, ...read].reduce((sum, { bytes }) => sum + bytes, 0)
  const used = find('used')
  if (used) used.textContent = offlineWords.used(formatBytes(total), formatBytes(room.bytes))
  find('delete-all')?.toggleAttribute('hidden', total === 0 && !readText(keptBooksKey))
  await showBooks()
  await showList('saved', saved)
  await showList('read', read)
}

/** What lists them is with the books: without one it is not on the device. */
async function showBooks() {
  const isAny = readText(keptBooksKey) !== undefined
  find('list="books"')?.parentElement?.toggleAttribute('hidden', !isAny)
  if (!isAny) return
  const { listBooks } = await import('./books/list-books.ts')
  listBooks((entry) => row('books', entry))
}

async function showList(name: string, all: CachedPage[]) {
  const list = find(`list="${name}"`)
  const pages = all.filter(({ key }) => !isAsset(key))
  const rows = pages.map(async ({ key, bytes }) =>
    row(name, { key, bytes, title: await titleOf(key), remove: () => removeCached(key) }),
  )
  list?.replaceChildren(...(await Promise.all(rows)))
  find(`none="${name}"`)?.toggleAttribute('hidden', pages.length > 0)
}

function row(list: string, { key, title, bytes, remove }: Entry) {
  const item = find<HTMLTemplateElement>('row')?.content.cloneNode(true) as DocumentFragment
  const [link, size, button] = item.querySelectorAll<HTMLElement>('a, span, button')
  link?.setAttribute('href', key)
  if (link) link.textContent = title
  size?.append(formatBytes(bytes))
  if (button) button.ariaLabel = `Delete ${title}`
  button?.addEventListener('click', async () => {
    await remove()
    await show()
    tell(offlineWords.deleted(title), list)
  })
  return item
}

/** The page's title, without the name of the site. */
async function titleOf(key: string): Promise<string> {
  const cached = await findCached(key)
  if (!/html/.test(cached?.headers.get('Content-Type') ?? '')) return `${key.split('/').at(-1)}`
  const [, title = key] = /<title>([^<]*)<\/title>/.exec((await cached?.text()) ?? '') ?? []
  const text = new DOMParser().parseFromString(title, 'text/html').body.textContent ?? key
  return text.replace(/ · [^·]*$/, '')
}

/** Announces the deletion; the focus moves to the list's heading, because the clicked button is gone. */
function tell(words: string, list: string) {
  const status = find('told')
  if (status) status.textContent = words
  document.getElementById(list)?.focus({ preventScroll: true })
}

async function start() {
  const missed = location.pathname !== paths.offline && find('missed')
  if (missed) {
    if (contentsOf(location.pathname)) missed.textContent = offlineWords.missedChapter
    missed.hidden = false
  }
  try {
    if (!canCache()) throw new Error('This browser cannot cache pages')
    await show()
  } catch (error) {
    console.warn(error)
    find('cannot')?.removeAttribute('hidden')
    find('can')?.setAttribute('hidden', '')
    return
  }
  addEventListener('kept', show)
  find('delete-all')?.addEventListener('click', async () => {
    await clearCaches()
    await show()
    tell(offlineWords.allDeleted, 'saved')
  })
  const week = find('week')
  if (week && navigator.onLine && !savesData()) {
    await import('./save-week.ts').then(({ showWeek }) => showWeek(week)).catch(console.warn)
  }
}

void start()
