/** A story as a reader sends it in. */
export const aSubmission = {
  title: 'How our street got its light back',
  summary: 'Eleven households, one transformer and a meeting that lasted until the moon was up.',
  content: 'The transformer died on a Sunday. '.repeat(12),
  category: 'Lifestyle and Culture',
  authorName: 'Tamuno Briggs-Ade',
  authorRole: 'Community Leader',
}
