import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const publication = {
  one: 'publication',
  many: 'Publications',
  roles: editors,
  path: staffPaths.publication,
  tabs: [
    { name: 'publications', place: 'shop', label: 'Publications', path: staffPaths.publications },
  ],
  create: {
    label: 'Add publication',
    path: staffPaths.publication('new'),
    text: 'A free PDF for readers',
    tile: { text: 'A free PDF, its cover drawn', icon: 'file', colour: 'green' },
  },
  guide: {
    text: 'Free PDFs that readers read online or download.',
    steps: [
      'Say what it is called, and who wrote it.',
      'Upload its PDF: it is checked, and its text is read.',
      'Publish it: it stands with the others at once.',
    ],
  },
  look: { picture: 'cover' },
  states: { published: 'On the site', draft: 'Draft', retired: 'Retired' },
  undo: 'publication',
  activity: {
    labels: {
      publicationAdded: 'Added the publication',
      publicationChanged: 'Changed the publication',
      publicationFileReplaced: 'Uploaded a PDF for the publication',
      publicationCoverReplaced: 'Changed the cover of the publication',
      publicationPublished: 'Put the publication on the site',
      publicationRetired: 'Retired the publication',
      publicationMoved: 'Moved the publication',
      publicationDeleted: 'Removed the publication and its file',
    },
    path: ({ id }) => staffPaths.publication(id),
  },
} as const satisfies Kind
