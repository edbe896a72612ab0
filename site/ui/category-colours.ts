import type { BadgeColour } from '#contract/magazine/category-look.ts'

/** Written out because Tailwind only finds whole names. */
export const colourClasses: Record<BadgeColour, string> = {
  grey: 'badge',
  gold: 'badge bg-gold text-on-gold',
  blue: 'badge bg-blue text-on-blue',
  sky: 'badge bg-sky text-on-sky',
  green: 'badge bg-green text-on-green',
  red: 'badge bg-red text-on-red',
  purple: 'badge bg-purple text-on-purple',
  orange: 'badge bg-orange text-on-orange',
}
const { gold, blue, sky, green, red, purple, orange } = colourClasses

/** Badges by category (specification 14.2). */
const classes: Record<string, string> = {
  'Success Story': gold,
  'Success Stories from Humble Backgrounds': gold,
  Technology: blue,
  'Education and Leadership': blue,
  Novel: blue,
  Innovation: sky,
  'Achievement in Schools (Primary, Secondary & Tertiary)': sky,
  'Parent Perspectives': green,
  'Fiction with Moral Lessons': green,
  Guide: green,
  Challenge: red,
  'Motivational Column for Positive Living': red,
  Policy: red,
  'Policy Impact': purple,
  Fiction: purple,
  'Career Guide and Counseling': orange,
}

/**
 * The classes of a category's badge; grey for every category without a colour of its own. `own`: those of settings, by name
 * (`ownLooks`), which a script's page has.
 */
export function badgeClass(category: string, own = ownOfPage()): string {
  return own[category] ?? classes[category] ?? 'badge'
}

function ownOfPage(): Record<string, string> {
  return JSON.parse(globalThis.document?.documentElement.dataset['badges'] ?? '{}')
}
