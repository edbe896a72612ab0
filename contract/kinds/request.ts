import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { RequestState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const request = {
  one: 'request',
  many: 'Requests',
  roles: shop,
  tabs: [
    {
      name: 'requests',
      place: 'shop',
      label: 'Requests',
      path: staffPaths.requests,
      badge: { name: 'openRequests', tasks: ['publishingRequests'] },
    },
  ],
  tasks: {
    publishingRequests: {
      thing: ['Publishing request', 'Publishing requests'],
      action: 'Reply',
      why: ['Reply due {dueDay}', 'Reply was due {overdueDay}'],
      path: (reference, count) =>
        count === 1 ? staffPaths.request(reference) : staffPaths.requests,
    },
  },
  guide: {
    text: 'Writers who want their book published by you ask on the Publish Your Book page.',
    steps: [
      'A writer sends the request, with what the book is about.',
      'You start the review, and see by when a reply is due.',
      'You accept or decline: they get a mail.',
    ],
  },
  states: {
    received: 'New',
    in_review: 'In review',
    accepted: 'Accepted',
    declined: 'Declined',
  } satisfies Record<RequestState, string>,
  undo: 'request',
  activity: {
    labels: {
      requestTakenUp: 'Started the review of the request for',
      requestReopened: 'Reopened the request for',
      requestAccepted: 'Accepted the request for',
      requestDeclined: 'Declined the request for',
      requestAsked: 'Asked a question about the request for',
      requestNoted: 'Wrote a note on the request for',
    },
    path: ({ note }) => (note ? staffPaths.request(note) : undefined),
    isNoteFact: true,
  },
} as const satisfies Kind
