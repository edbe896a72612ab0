import { editors, owner } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** A group of what the publisher sets: the look, the words at the top of the landing page, the menu. */
export const setting = {
  one: 'setting',
  many: 'Studio',
  roles: editors,
  undo: 'setting',
  tasks: {
    registrationEnds: {
      roles: owner,
      thing: ['Registration with the Data Protection Commission', 'Registrations'],
      action: 'Open',
      why: ['It ended {overdueDay}: renew it', 'It ends {dueDay}: renew it'],
      path: () => staffPaths.setting('dataProtection'),
    },
    returnDue: {
      roles: owner,
      thing: ['Return to the Data Protection Commission', 'Returns'],
      action: 'Open',
      why: ['It was due {overdueDay}', 'Due {dueDay}'],
      path: () => staffPaths.setting('dataProtection'),
    },
  },
  activity: {
    labels: { settingPublished: 'Published', settingSaved: 'Changed the' },
    path: () => staffPaths.studio,
    isNoteFact: true,
  },
} as const satisfies Kind
