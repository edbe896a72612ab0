import { vi } from 'vitest'

// At its real cost, in threads, hashing would be a tenth of the run. Tests of the cost itself unmock it.
vi.mock('#api/http/secrets/hash-in-thread.ts', async () => {
  const { hash, verify } = await import('@node-rs/argon2')
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { hashInThread: (password: string) => hash(password, cost), verifyInThread: verify }
})
