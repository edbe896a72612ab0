/** How often a check runs that can go on for ever: a sample, and in `npm run test:long` the whole. */
export function runs({ sample, long }: { sample: number; long: number }): number {
  return process.env['LONG_RUNS'] ? long : sample
}
