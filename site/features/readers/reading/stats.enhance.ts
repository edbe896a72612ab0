import { dayOf, statsOf } from '#contract/magazine/reading.ts'
import { enhanceClearHistory } from '#site/lib/reading/clear-history.ts'
import { $reading, readingRecord, unlockedOf } from '#site/lib/reading/reading-record.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { hoursAndMinutes } from './achievement-words.ts'
import { enhanceRememberSwitch } from './remember-switch.ts'
import { syncReading } from './sync-reading.ts'

/** The account page: adds this device's events to the server's numbers. */
function showStats(section: HTMLElement) {
  $reading.subscribe((kept) => {
    // Until the account was read by script, the page has newer numbers than the device.
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
    for (const stat of section.querySelectorAll<HTMLElement>('[data-stat]')) {
      const text = texts[stat.dataset['stat'] ?? '']
      if (text !== undefined) stat.textContent = text
    }
  })

  const button = section.querySelector<HTMLElement>('[data-clear-history]')
  const status = section.querySelector('[role=status]')
  if (button && status) enhanceClearHistory(button, status)

  enhanceRememberSwitch(section)
  void syncReading()
}

const section = document.querySelector<HTMLElement>('[data-reading-stats]')
if (section) showStats(section)
