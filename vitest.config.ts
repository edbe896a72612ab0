import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A database per file and a build per builder test: the machine is the limit, not the clock.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['{api,art,content,contract,db,site,scripts,tests}/**/*.test.ts'],
          globalSetup: ['tests/start-database.ts'],
          setupFiles: ['tests/own-database.ts', 'tests/cheap-passwords.ts'],
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
