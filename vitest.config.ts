import { defineConfig } from 'vitest/config'

const withDatabase = {
  globalSetup: ['tests/start-database.ts'],
  setupFiles: ['tests/own-database.ts', 'tests/cheap-passwords.ts'],
}
/** What boots nginx, Varnish and the like is for `npm run test:operations`. */
const realServers = 'tests/operations/**/*.test.ts'

export default defineConfig({
  test: {
    // A database per file and a build per builder test: the machine is the limit, not the clock.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['{api,art,content,contract,db,markdown,site,scripts,tests}/**/*.test.ts'],
          exclude: [realServers],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: [realServers],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/components/set-up.ts'],
        },
      },
    ],
  },
})
