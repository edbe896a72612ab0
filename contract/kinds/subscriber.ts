import { owner } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const subscriber = {
  one: 'subscriber',
  many: 'Subscribers',
  roles: owner,
  tabs: [
    { name: 'newsletter', place: 'audience', label: 'Subscribers', path: staffPaths.newsletter },
  ],
  guide: {
    text: 'Whoever asks for the newsletter on the site appears here.',
    steps: [
      'Readers type their address below a story, or at the foot of any page.',
      'They answer a mail, so that nobody is put on the list by others.',
      'Write to them: the first newsletter brings the next subscribers.',
    ],
  },
  activity: {
    labels: {
      subscribersImported: 'Imported subscribers:',
      importUndone: 'Undid an import of subscribers',
      newsletterExported: 'Downloaded the newsletter list',
      suppressionLifted: 'Restored a suppressed address',
    },
  },
} as const satisfies Kind
