/** Badge colour by category (DESIGN section 3); every other category is grey. */
const colours: Record<string, string> = {
  'Success Story': 'gold',
  'Success Stories from Humble Backgrounds': 'gold',
  Technology: 'blue',
  'Education and Leadership': 'blue',
  Novel: 'blue',
  Innovation: 'sky',
  'Achievement in Schools (Primary, Secondary & Tertiary)': 'sky',
  'Parent Perspectives': 'green',
  'Fiction with Moral Lessons': 'green',
  Guide: 'green',
  Challenge: 'red',
  'Motivational Column for Positive Living': 'red',
  Policy: 'red',
  'Policy Impact': 'purple',
  Fiction: 'purple',
  'Career Guide and Counseling': 'orange',
}

/** The classes of a category's badge. */
export function badgeClass(category: string): string {
  const colour = colours[category]
  return colour ? `badge badge-${colour}` : 'badge'
}
