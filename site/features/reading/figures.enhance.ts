import { dayOf, statsOf } from '#contract/reading.ts'
import {
  clearHistory,
  readingRecord,
  readKept,
  unlockedOf,
  whenReadingChanges,
} from '#site/lib/reading-record.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { hoursAndMinutes } from './achievement-words.ts'
import { syncReading } from './sync-reading.ts'

/** The account page: what the server wrote, and what this device knows beside it. */
function showFigures(section: HTMLElement) {
  const draw = () => {
    const kept = readKept()
    // Before the account was asked, its page knows more than the device.
    if (mayBeSignedIn() && !kept.account) return
    const stats = statsOf(readingRecord(kept), dayOf(new Date()))
    const [hours, minutes] = hoursAndMinutes(stats.totalReadingTime)
    const texts: Record<string, string> = {
      storiesRead: String(stats.storiesRead),
      totalReadingTime: `${hours}h ${minutes}m`,
      categoriesExplored: String(stats.categoriesExplored),
      streakDays: String(stats.streakDays),
      achievementsUnlocked: String(unlockedOf(kept).size),
    }
    for (const figure of section.querySelectorAll<HTMLElement>('[data-figure]')) {
      const text = texts[figure.dataset['figure'] ?? '']
      if (text !== undefined) figure.textContent = text
    }
  }

  /** A second press does it: what was read cannot be read back. */
  const button = section.querySelector<HTMLElement>('[data-clear-history]')
  const label = button?.querySelector('span')
  const status = section.querySelector('[role=status]')
  let isSure = false
  button?.addEventListener('click', async () => {
    if (!label || !status) return
    if (!isSure) {
      isSure = true
      label.textContent = 'Yes, clear my history'
      status.textContent = 'All figures and achievements go. This cannot be undone.'
      return
    }
    isSure = false
    label.textContent = 'Clear my history'
    try {
      await clearHistory()
      status.textContent = 'Your history is cleared.'
    } catch (error) {
      console.warn(error)
      status.textContent = 'This did not work. Please try again when you are online.'
    }
  })

  draw()
  whenReadingChanges(draw)
  void syncReading()
}

const section = document.querySelector<HTMLElement>('[data-reading-figures]')
if (section) showFigures(section)
