import { ApiError } from '#contract/api-error.ts'
import { keptRoom } from '#contract/shop/reading.ts'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { NoRoom } from '#site/lib/offline/cache.ts'
import { removeKept } from '#site/lib/offline/kept-cache.ts'
import { findKeptBook, listKeptBooks, usedByOthers } from '#site/lib/reading/kept-books.ts'
import { keptWords } from '#site/messages/kept-messages.ts'
import { offlineWords } from '#site/messages/offline-messages.ts'
import { canCache, loadedFiles, registerWorker, settleOwner } from '../register.ts'
import { keepBook, type WantedBook } from './keep-book.ts'

type Sheet = HTMLDialogElement

const find = <E extends HTMLElement>(sheet: Sheet, name: string) =>
  sheet.querySelector<E>(`[data-${name}]`)

const bookIn = ({ dataset }: Sheet): Omit<WantedBook, 'hasPictures'> =>
  JSON.parse(dataset['keepSheet'] ?? '')

const choiceIn = (sheet: Sheet) => sheet.querySelector<HTMLInputElement>('input:checked')

let isBound = false

export function openSheet(sheet: Sheet, bringTools: () => Promise<unknown>) {
  if (!isBound) bind(sheet, bringTools)
  isBound = true
  say(sheet, canCache() ? '' : offlineWords.cannotCache)
  drawSheet(sheet)
  sheet.showModal()
}

function bind(sheet: Sheet, bringTools: () => Promise<unknown>) {
  sheet.addEventListener('click', ({ target }) => {
    if (target === sheet || (target as Element).closest('[data-close]')) sheet.close()
  })
  sheet.addEventListener('change', () => drawSheet(sheet))
  find(sheet, 'go')?.addEventListener('click', () => keep(sheet, bringTools))
  find(sheet, 'remove')?.addEventListener('click', async () => {
    await removeKept(bookIn(sheet).id)
    drawSheet(sheet)
    say(sheet, keptWords.removed)
    find(sheet, 'go')?.focus()
  })
}

/** Shows what is on this phone: in the sheet, in the bar, and above the contents where there is a new edition. */
export function drawSheet(sheet: Sheet, goWords = keptWords.keepSized) {
  const { id, editionId } = bookIn(sheet)
  const kept = findKeptBook(id)
  const isCurrent = kept?.editionId === editionId
  const chosen = Number(choiceIn(sheet)?.dataset['bytes'])
  const others = usedByOthers(id)
  find(sheet, 'choices')?.toggleAttribute('hidden', isCurrent)
  find(sheet, 'download')?.toggleAttribute('hidden', !!kept)
  find(sheet, 'go')?.toggleAttribute('hidden', isCurrent || !canCache())
  find(sheet, 'here')?.toggleAttribute('hidden', !kept)
  write(find(sheet, 'size'), keptWords.here(formatBytes(kept?.bytes ?? 0)))
  write(find(sheet, 'go'), goWords(formatBytes(chosen)))
  write(find(sheet, 'used'), keptWords.used(others + (kept?.bytes ?? 0), keptRoom))
  const shares = [others, isCurrent ? kept.bytes : chosen]
  for (const [at, bar] of sheet.querySelectorAll<HTMLElement>('[data-bar]').entries())
    bar.style.width = `${(100 * (shares[at] ?? 0)) / keptRoom}%`
  write(document.querySelector('[data-keep-words]'), kept ? keptWords.kept : keptWords.keep)
  document.querySelector('[data-new-edition]')?.toggleAttribute('hidden', !kept || isCurrent)
}

function write(place: Element | null, words: string) {
  if (place) place.textContent = words
}

const say = (sheet: Sheet, words: string) => write(find(sheet, 'told'), words)

async function keep(sheet: Sheet, bringTools: () => Promise<unknown>) {
  const go = find(sheet, 'go')
  if (!go || go.ariaBusy === 'true') return
  go.ariaBusy = 'true'
  const climb = find(sheet, 'climb')
  climb?.removeAttribute('hidden')
  say(sheet, keptWords.keeping)
  const climbed = climb?.querySelector('[data-climbed]')
  const onStep = (part: number) => climbed?.setAttribute('width', String(Math.round(part * 1000)))
  try {
    await settleOwner()
    await registerWorker()
    await bringTools()
    const hasPictures = choiceIn(sheet)?.value === 'pictures'
    await keepBook({ ...bookIn(sheet), hasPictures }, loadedFiles(), onStep)
    drawSheet(sheet)
    say(sheet, keptWords.done)
    find(sheet, 'remove')?.focus()
  } catch (error) {
    console.warn(error)
    drawSheet(sheet, error instanceof NoRoom ? undefined : keptWords.goOn)
    say(sheet, wordsOf(error))
  } finally {
    go.ariaBusy = null
    climb?.setAttribute('hidden', '')
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence
  if (!(error instanceof NoRoom)) return keptWords.brokeOff
  const [largest] = listKeptBooks().sort((one, other) => other.bytes - one.bytes)
  return keptWords.noRoom(largest?.title)
}
