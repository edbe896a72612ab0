import { minutesOf, sayMinutes } from '#contract/shop/reading.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { createElement } from '#site/lib/create-element.ts'
import { bookPlacesKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'

// The contents show how far the reader is, as this device knows it.

async function showPlace(contents: HTMLElement) {
  const { findBookPlace } = await import('#site/lib/reading/book-places.ts')
  const place = findBookPlace(contents.dataset['book'] ?? '')
  if (!place) return
  const chapters = [...contents.querySelectorAll<HTMLElement>('[data-chapter]')]
  const at = chapters.findLastIndex((one) => Number(one.dataset['chapter']) <= place.number)
  const go = contents.querySelector<HTMLAnchorElement>('[data-continue]')
  if (go) {
    const { chapter = '1', parts = '1' } = chapters.at(-1)?.dataset ?? {}
    go.textContent = `Continue chapter ${at + 1}`
    go.href = readingPaths.part(
      place.bookId,
      Math.min(place.number, Number(chapter) + Number(parts) - 1),
    )
    if (place.editionId !== contents.dataset['edition']) {
      const told = createElement('p', { class: 'mb-14', role: 'status' })
      go.before(told)
      told.textContent = 'This is a new edition. Your place in it may have moved.'
    }
  }
  for (const chapter of chapters.slice(0, at)) {
    const left = chapter.querySelector('[data-left]')
    if (left) left.textContent = 'Read ✓'
  }
  chapters[at]?.querySelector('a')?.setAttribute('aria-current', 'step')
  const words = Number(contents.dataset['words'])
  const read = contents.querySelector('[data-read]')
  const left = contents.querySelector(':scope > p [data-left]')
  if (read) read.textContent = `${Math.round(place.fraction * 100)} % read`
  if (left) left.textContent = `${sayMinutes(minutesOf(words * (1 - place.fraction)))} left`
  const told = document.querySelector('[data-chapters-read]')
  if (told) told.textContent = `${at} of ${chapters.length} chapters read`
  const treads = [...document.querySelectorAll<HTMLElement>('[data-tread]')]
  for (const tread of treads.slice(0, Math.round((treads.length * at) / chapters.length)))
    tread.dataset['climbed'] = ''
  const open = document.querySelector('[data-tread]:not([data-climbed])') ?? treads.at(-1)
  const climber = document.querySelector('[data-climber]')
  const sizeOf = (one: Element | null | undefined, name: string) => Number(one?.getAttribute(name))
  const right = sizeOf(open, 'x') + sizeOf(open, 'width')
  climber?.setAttribute('x', String(right - sizeOf(climber, 'width')))
  climber?.setAttribute('y', String(sizeOf(open, 'y') - sizeOf(climber, 'height')))
}

const contents = document.querySelector<HTMLElement>('[data-book][data-words]')
if (contents && readText(bookPlacesKey)?.includes(contents.dataset['book'] ?? ''))
  showPlace(contents).catch(console.warn)
