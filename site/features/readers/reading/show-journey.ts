import { formatShortDate } from '#contract/dates.ts'
import { achievements } from '#contract/magazine/achievements.ts'
import { dayOf, type ReadingStats, statsOf } from '#contract/magazine/reading.ts'
import { createElement } from '#site/lib/create-element.ts'
import {
  $reading,
  readingRecord,
  readKept,
  unlockedOf,
  unlockReached,
} from '#site/lib/reading/reading-record.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { hoursAndMinutes, progressWords } from './achievement-words.ts'
import { enhanceRememberSwitch } from './remember-switch.ts'

/** Fills the panel with the records of device and account, and updates it while it is visible. */
async function showJourney(panel: HTMLElement) {
  enhanceTabs(panel)
  enhanceRememberSwitch(panel)
  $reading.subscribe((kept) => {
    const stats = statsOf(readingRecord(kept), dayOf(new Date()))
    drawTiles(panel, stats)
    drawAchievements(panel, stats, unlockedOf(kept))
  })
  // The account knows which achievements another device has celebrated.
  if (mayBeSignedIn()) await (await import('./sync-reading.ts')).syncReading()
  unlockReached()
  if (readKept().unlocked.every(({ isTold }) => isTold)) return
  const { celebrate } = await import('./celebrate.ts')
  await celebrate()
}

function drawTiles(panel: HTMLElement, stats: ReadingStats) {
  for (const tile of panel.querySelectorAll<HTMLElement>('[data-stat]')) {
    const name = tile.dataset['stat'] as keyof ReadingStats
    if (name !== 'totalReadingTime') tile.textContent = String(stats[name])
    else tile.replaceChildren(...timeParts(stats.totalReadingTime))
  }
}

function timeParts(total: number) {
  const [hours, minutes] = hoursAndMinutes(total)
  const unit = (text: string) => createElement('small', {}, text)
  return [String(hours), unit('h'), ` ${minutes}`, unit('m')]
}

function drawAchievements(
  panel: HTMLElement,
  stats: ReadingStats,
  unlocked: ReturnType<typeof unlockedOf>,
) {
  for (const achievement of achievements) {
    const row = panel.querySelector<HTMLElement>(`[data-achievement="${achievement.id}"]`)
    if (!row) continue
    const since = unlocked.get(achievement.id)
    const { value, percent } = progressWords(achievement, stats)
    // An unlocked achievement stays complete, also after a streak has ended.
    const width = since ? '100%' : percent
    const ramp = row.querySelector<HTMLElement>('.ramp i')
    if (ramp) ramp.style.width = width
    write(row, '[data-value]', since ? `Unlocked ${formatShortDate(since)}` : value)
    write(row, '[data-percent]', width)
    const list = panel.querySelector(`#${since ? 'unlocked' : 'in-progress'} ul`)
    // They stand in the order of the specification, whichever was unlocked first.
    list?.append(row)
  }
  write(panel, '[data-progress-count]', String(achievements.length - unlocked.size))
  write(panel, '[data-unlocked-count]', String(unlocked.size))
  for (const part of panel.querySelectorAll('[role=tabpanel]')) {
    const [list, empty] = part.children as unknown as [HTMLElement, HTMLElement]
    list.hidden = list.children.length === 0
    empty.hidden = !list.hidden
  }
}

function write(within: HTMLElement, place: string, text: string) {
  const element = within.querySelector(place)
  if (element && element.textContent !== text) element.textContent = text
}

/** The tabs pattern of WAI-ARIA: arrows, Home and End move between the tabs and open them. */
function enhanceTabs(panel: HTMLElement) {
  const tabs = [...panel.querySelectorAll<HTMLElement>('[role=tab]')]
  const open = (tab: HTMLElement) => {
    for (const each of tabs) {
      const isOpen = each === tab
      each.ariaSelected = String(isOpen)
      each.tabIndex = isOpen ? 0 : -1
      const part = document.getElementById(each.getAttribute('aria-controls') ?? '')
      if (part) part.hidden = !isOpen
    }
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => open(tab))
    tab.addEventListener('keydown', (event) => {
      const at = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
      const next = at === undefined ? undefined : tabs.at(at % tabs.length)
      if (!next) return
      event.preventDefault()
      open(next)
      next.focus()
    })
  }
}

const panel = document.querySelector<HTMLElement>('[data-journey]')
if (panel) showJourney(panel).catch(console.warn)
