import { owner, publishing } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

/** Nothing that is made or found, but it needs somebody as the other kinds do. */
export const server = {
  one: 'server',
  many: 'Server',
  roles: publishing,
  tasks: {
    buildFailed: {
      thing: ['Build failed', 'Builds failed'],
      action: 'Open',
      why: ['{Since}, {time}; the old pages stay up', 'The old pages stay up'],
      path: () => staffPaths.server,
    },
    checksFailed: {
      roles: owner,
      thing: ['Check failed', 'Checks failed'],
      action: 'Open',
      why: ['{name}: {note}'],
      path: () => staffPaths.server,
    },
  },
  activity: { labels: { siteBuildStarted: 'Rebuilt the site' } },
} as const satisfies Kind
