import { type Achievement, progressOf } from '#contract/magazine/achievements.ts'
import type { ReadingStats } from '#contract/magazine/reading.ts'

export const rarities: Record<Achievement['rarity'], string> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
}

/** The progress as text: `95 of 120 min`, `79%`. Rounded down, so that nothing is complete too early. */
export function progressWords(achievement: Achievement, stats: ReadingStats) {
  const { requirement, category } = achievement
  const done = progressOf(achievement, stats)
  const percent = done < requirement ? Math.min(99, Math.round((done / requirement) * 100)) : 100
  const unit = category === 'time' ? ' min' : ''
  return { value: `${done} of ${requirement}${unit}`, percent: `${percent}%` }
}

/** The parts of `1h 35m`, for 95 minutes. */
export function hoursAndMinutes(minutes: number): [hours: number, minutes: number] {
  return [Math.floor(minutes / 60), minutes % 60]
}
