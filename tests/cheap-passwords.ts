import { vi } from 'vitest'

// At its real cost hashing would be a tenth of the run. Tests of the cost itself unmock it.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { ...real, hash: (password: string) => real.hash(password, cost) }
})
