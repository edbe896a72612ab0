import { editors } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { staffStates } from '#contract/states.ts'
import type { Kind } from './kind.ts'

/** One of the staff. The search finds authors in the same group. */
export const person = {
  one: 'person',
  many: 'Staff',
  roles: editors,
  path: () => staffPaths.people,
  look: { picture: 'portrait' },
  states: {
    invited: 'Invited',
    active: 'Staff',
    ended: 'Removed',
    public: 'Author',
    hidden: 'Author',
  } satisfies Record<(typeof staffStates)[number] | 'public' | 'hidden', string>,
  activity: {
    labels: {
      staffInvited: 'Invited',
      ownerBegan: 'Began the magazine',
      staffJoined: 'Accepted the invitation',
      staffPasswordChosen: 'Chose a new password by a mailed link',
      staffRoleChanged: 'Changed the role of',
      staffEnded: 'Removed from the staff',
      staffSignedOut: 'Signed out',
      staffReaderLinked: 'Linked an account of a reader to',
      staffReaderUnlinked: 'Unlinked the account of a reader from',
    },
    path: () => staffPaths.people,
    isNoteFact: true,
  },
} as const satisfies Kind
