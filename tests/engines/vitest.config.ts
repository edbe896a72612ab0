import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/engines/*.walk.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // One service, whose faults are those of the one walk.
    fileParallelism: false,
  },
})
