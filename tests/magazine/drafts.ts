import type { OutputOf } from '#contract/endpoints/contract.ts'
import { storyCategories } from '#contract/magazine/categories.ts'

/** What the story editor saves: ready to be published. */
export function aDraft(): OutputOf<'GET /admin/drafts/:id'>['fields'] {
  return {
    title: 'The bridge that market women paid for',
    summary:
      'For nine years a plank led over the gutter. Then the women counted what it cost them.',
    category: storyCategories[0],
    authorName: 'Halima Sule',
    authorRole: 'Reporter',
    content: `The plank was **wet** again that morning. ${'It rained for a week. '.repeat(10)}\n\n## What it cost\n\n> We counted it.`,
    imageUrl: '',
    imageAlt: '',
    imageFocus: 'center',
    videoUrl: '',
    aiUse: '',
    imageCredit: '',
    imageLicence: '',
    imageSource: '',
    peopleAgree: false,
    seriesTitle: '',
    seriesPart: '',
    isFeatured: false,
  }
}
