import { findBookPlace } from '#site/lib/reading/book-places.ts'
import { readingLine } from './measure-chapter.ts'

/**
 * Scrolls a chapter to where its reader stopped. An address with a fragment, and Back, Forward and Reload, for which the
 * browser restores the position, are left alone; so is a reader who has begun to scroll.
 */
function reopen(chapter: HTMLElement) {
  const { book = '', edition, number } = chapter.dataset
  const place = findBookPlace(book)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOpened = (navigation?.type ?? 'navigate') === 'navigate'
  if (!place || place.number !== Number(number) || place.editionId !== edition) return
  const block = chapter.querySelector('[data-chapter-text]')?.children[place.block]
  if (!block || !isOpened || location.hash || scrollY > 0) return
  if (place.block === 0 && place.within === 0) return
  const { top, height } = block.getBoundingClientRect()
  // One pixel lower, so that the block above stays above the line.
  scrollTo({ top: Math.ceil(top + place.within * height - readingLine) + 1, behavior: 'instant' })
}

const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
if (chapter) reopen(chapter)
