/** They stand in the order of the submission form (specification 4.2). */
export const storyCategories = [
  'Editorial Commentary',
  'Fiction with Moral Lessons',
  'Success Stories from Humble Backgrounds',
  'Faith and Inspiration',
  'Politics and Profiles',
  'Education and Leadership',
  'Lifestyle and Culture',
  'Achievement in Schools (Primary, Secondary & Tertiary)',
  'Motivational Column for Positive Living',
  'Career Guide and Counseling',
  'Campus News from Nigerian Institutions',
  'Educational Development News',
  'School Features & Highlights',
] as const

/** The filter's first entry: no filter, never a story's own category. */
export const allFeatures = 'All Features'

/** The ten of the publishing form (specification 5.1). */
export const publishCategories = [
  'Novel',
  'Guide',
  'Fiction',
  'Policy',
  'Educational',
  'Biography',
  'Self-Help',
  'Career Development',
  'Youth Development',
  'Motivational',
] as const

/** They stand in the order of the publisher's form (specification 5.1). */
export const bookCategories = [
  ...publishCategories,
  'Magazine Issue',
  'Article Collection',
] as const

export const authorRoles = [
  'Student',
  'Graduate',
  'Young Professional',
  'Teacher/Educator',
  'Parent/Guardian',
  'School Administrator',
  'Community Leader',
  'Entrepreneur',
  'Athlete/Sports Person',
  'Other Achiever',
] as const

/** `Self-Help` → `self-help`. */
export function slugOf(category: string): string {
  return category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
