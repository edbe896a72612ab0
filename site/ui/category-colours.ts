/** Badge classes by category (specification 14.2), written out because Tailwind only finds whole names. */
const classes: Record<string, string> = {
  'Success Story': 'badge bg-gold text-on-gold',
  'Success Stories from Humble Backgrounds': 'badge bg-gold text-on-gold',
  Technology: 'badge bg-blue text-on-blue',
  'Education and Leadership': 'badge bg-blue text-on-blue',
  Novel: 'badge bg-blue text-on-blue',
  Innovation: 'badge bg-sky text-on-sky',
  'Achievement in Schools (Primary, Secondary & Tertiary)': 'badge bg-sky text-on-sky',
  'Parent Perspectives': 'badge bg-green text-on-green',
  'Fiction with Moral Lessons': 'badge bg-green text-on-green',
  Guide: 'badge bg-green text-on-green',
  Challenge: 'badge bg-red text-on-red',
  'Motivational Column for Positive Living': 'badge bg-red text-on-red',
  Policy: 'badge bg-red text-on-red',
  'Policy Impact': 'badge bg-purple text-on-purple',
  Fiction: 'badge bg-purple text-on-purple',
  'Career Guide and Counseling': 'badge bg-orange text-on-orange',
}

/** The classes of a category's badge; grey for every category without a colour of its own. */
export function badgeClass(category: string): string {
  return classes[category] ?? 'badge'
}
