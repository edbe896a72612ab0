import type { ReadingStats } from './reading.ts'

/** This is apart from reading.ts, which every story's page ships. */
export interface Achievement {
  id: (typeof achievementIds)[number]
  title: string
  description: string
  requirement: number
  category: 'stories' | 'categories' | 'time' | 'streak' | 'legend'
  rarity: 'common' | 'rare' | 'epic' | 'legendary'
}

export const achievementIds = [
  'first-steps',
  'story-explorer',
  'speed-reader',
  'dedicated-reader',
  'story-master',
  'legendary-reader',
] as const

/** They stand in the order of specification 3.8. */
export const achievements: Achievement[] = [
  {
    id: 'first-steps',
    title: 'First Steps',
    description: 'Read your first story',
    requirement: 1,
    category: 'stories',
    rarity: 'common',
  },
  {
    id: 'story-explorer',
    title: 'Story Explorer',
    description: 'Read stories from 5 categories',
    requirement: 5,
    category: 'categories',
    rarity: 'rare',
  },
  {
    id: 'speed-reader',
    title: 'Speed Reader',
    description: 'Reach 2 hours of total reading',
    requirement: 120,
    category: 'time',
    rarity: 'rare',
  },
  {
    id: 'dedicated-reader',
    title: 'Dedicated Reader',
    description: 'Read on 7 consecutive days',
    requirement: 7,
    category: 'streak',
    rarity: 'epic',
  },
  {
    id: 'story-master',
    title: 'Story Master',
    description: 'Finish 25 complete stories',
    requirement: 25,
    category: 'stories',
    rarity: 'epic',
  },
  {
    id: 'legendary-reader',
    title: 'Legendary Reader',
    description: '100 stories and 20 hours of reading',
    requirement: 100,
    category: 'legend',
    rarity: 'legendary',
  },
]

/** A whole number, at most the requirement. */
export function progressOf({ category, requirement }: Achievement, stats: ReadingStats): number {
  return Math.min(requirement, counted[category](stats))
}

const counted: Record<Achievement['category'], (stats: ReadingStats) => number> = {
  stories: ({ storiesRead }) => storiesRead,
  categories: ({ categoriesExplored }) => categoriesExplored,
  time: ({ totalReadingTime }) => totalReadingTime,
  streak: ({ streakDays }) => streakDays,
  // The lesser of stories read and minutes divided by 12 (specification 3.8.10).
  legend: ({ storiesRead, totalReadingTime }) =>
    Math.min(storiesRead, Math.floor(totalReadingTime / 12)),
}
