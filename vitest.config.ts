import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { sourceFiles } from './tests/source-files.ts'

/** Where a test has Postgres, the site's bundle and, by tests/people.ts, the app. Everywhere else it has nothing. */
const withService = /^(api|db|scripts\/import|tests\/service)\//
/** What boots processes of its own, nginx, Varnish and the like, is for `npm run test:operations`. */
const withRealServers = /^tests\/(abuse|operations)\//

const files = sourceFiles().filter((file) => file.endsWith('.test.ts'))
/** Modules that a file replaces, or sees loaded for the first time, must not be those that other files have loaded. */
const alone = files.filter((file) =>
  /^\s*vi\.(mock|unmock|resetModules)\(|^\/\/ A worker of its own: /m.test(
    readFileSync(file, 'utf8'),
  ),
)
const filesOf = (isWanted: (file: string) => boolean) =>
  files.filter((file) => isWanted(file) && !alone.includes(file))

/** What takes minutes begins first, so that no worker has it left when the other has done all else. */
const isLongest =
  /containers\/images|operations\/(upgrade|dev|failover)|settings-pages|backup\/restore/
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const longest = sorted.filter(({ moduleId }) => isLongest.test(moduleId))
    return [...new Set([...longest, ...sorted])]
  }
}

const setUp = 'tests/set-up.ts'
const service = {
  globalSetup: ['tests/databases/start-database.ts'],
  setupFiles: [
    setUp,
    'tests/databases/own-database.ts',
    'tests/databases/cheap-passwords.ts',
    'tests/databases/cheap-packing.ts',
  ],
}

/** Pages are rendered by the React of production: faster, and what the service runs. */
const production = { NODE_ENV: 'production' }

export default defineConfig({
  test: {
    // A database per file and a build per builder test: the machine is the limit, not the clock.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Files of a worker load the service once, not each anew: that was a third of the run.
    isolate: false,
    projects: [
      {
        extends: true,
        esbuild: { jsxDev: false },
        test: {
          name: 'service',
          include: filesOf((file) => withService.test(file)),
          ...service,
          env: production,
        },
      },
      {
        extends: true,
        esbuild: { jsxDev: false },
        test: {
          name: 'service, alone',
          include: alone,
          isolate: true,
          sequence: { groupOrder: 1 },
          ...service,
          env: production,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/*.test.tsx'],
          environment: 'happy-dom',
          isolate: true,
          setupFiles: ['tests/components/set-up.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: filesOf((file) => !withService.test(file) && !withRealServers.test(file)),
          setupFiles: [setUp],
          // Next to the others of its kind: a worker that goes on to another project starts anew.
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: filesOf((file) => withRealServers.test(file)),
          isolate: true,
          ...service,
        },
      },
    ],
  },
})
