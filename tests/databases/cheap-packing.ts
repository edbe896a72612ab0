import { vi } from 'vitest'

// At their best, which releases are packed with, Brotli and gzip would be half the time of every build.
vi.mock('#api/http/answers/respond.ts', async (original) => {
  const real = await original<typeof import('#api/http/answers/respond.ts')>()
  const compress: typeof real.compress = (body, encoding) => real.compress(body, encoding, 1)
  return { ...real, compress }
})
