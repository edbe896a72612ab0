import { defineConfig } from 'vitest/config'

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
          // Minutes: building images, and whole upgrades, are for `npm run test:long`.
          exclude: process.env['LONG_RUNS']
            ? []
            : ['tests/operations/containers/**', 'tests/operations/upgrade.test.ts'],
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
