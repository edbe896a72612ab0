import { editors } from '#contract/roles.ts'
import type { staffStates } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const person = {
  one: 'person',
  many: 'Staff',
  roles: editors,
  states: {
    invited: 'Invited',
    active: 'Staff',
    ended: 'Removed',
    public: 'Author',
    hidden: 'Author',
  } satisfies Record<(typeof staffStates)[number] | 'public' | 'hidden', string>,
} satisfies Kind
