/** Badge classes by category (DESIGN section 3), written out because Tailwind looks for whole names. */
const classes: Record<string, string> = {
  'Success Story': 'badge badge-gold',
  'Success Stories from Humble Backgrounds': 'badge badge-gold',
  Technology: 'badge badge-blue',
  'Education and Leadership': 'badge badge-blue',
  Novel: 'badge badge-blue',
  Innovation: 'badge badge-sky',
  'Achievement in Schools (Primary, Secondary & Tertiary)': 'badge badge-sky',
  'Parent Perspectives': 'badge badge-green',
  'Fiction with Moral Lessons': 'badge badge-green',
  Guide: 'badge badge-green',
  Challenge: 'badge badge-red',
  'Motivational Column for Positive Living': 'badge badge-red',
  Policy: 'badge badge-red',
  'Policy Impact': 'badge badge-purple',
  Fiction: 'badge badge-purple',
  'Career Guide and Counseling': 'badge badge-orange',
}

/** The classes of a category's badge; grey for every category without a colour of its own. */
export function badgeClass(category: string): string {
  return classes[category] ?? 'badge'
}
