import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { createElement } from '#site/lib/create-element.ts'
import { dropPlace, listPlaces } from '#site/lib/reading/reading-places.ts'
import { readingLine } from './measure-text.ts'
import styles from './reopen-story.css?inline'

/**
 * Scrolls a story to where its reader stopped. An address with a fragment, and Back, Forward and Reload,
 * for which the browser restores the position, are left alone; so is a reader who has begun to scroll.
 */
function reopenStory(article: HTMLElement) {
  const id = article.dataset['story'] ?? ''
  const place = listPlaces().find(({ storyId }) => storyId === id)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOpened = (navigation?.type ?? 'navigate') === 'navigate'
  const text = article.querySelectorAll('[data-story-text] > :not(footer)')
  const paragraph = text[place?.paragraph ?? -1]
  if (!place || !paragraph || !isOpened || location.hash || scrollY > 0) return
  const { top, height } = paragraph.getBoundingClientRect()
  // One pixel lower, so that the paragraph above stays above the line.
  scrollTo({ top: Math.ceil(top + place.within * height - readingLine) + 1, behavior: 'instant' })
  showNote(id)
}

function showNote(id: string) {
  adoptStyles(styles)
  const words = createElement('p')
  const top = createElement(
    'button',
    { type: 'button', class: 'btn-text' },
    createElement('span', {}, 'Start from the top'),
  )
  const close = createElement(
    'button',
    { type: 'button', class: 'icon-btn', 'aria-label': 'Close' },
    '×',
  )
  const note = createElement('div', { class: 'reopened', role: 'status' }, words, top, close)
  const stopped = scrollY
  const remove = () => {
    note.remove()
    removeEventListener('scroll', onScroll)
    removeEventListener('keydown', onKey)
  }
  // A reader who scrolls on for a screen has found the place.
  const onScroll = () => Math.abs(scrollY - stopped) > innerHeight && remove()
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && remove()
  top.addEventListener('click', () => {
    dropPlace(id)
    remove()
    scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  })
  close.addEventListener('click', remove)
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('keydown', onKey)
  document.body.append(note)
  // Filled after it is in the page: screen readers do not announce a region that is inserted with its text.
  requestAnimationFrame(() => {
    words.textContent = 'You are where you stopped reading.'
  })
}

const article = document.querySelector<HTMLElement>('[data-story-page]')
if (article) reopenStory(article)
