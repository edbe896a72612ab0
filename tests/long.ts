/** So many runs of a check that can go on for ever: a sample in `npm test` and `npm run test:operations`, the whole in `npm run test:long`. */
export function runs({ sample, long }: { sample: number; long: number }): number {
  return process.env['LONG_RUNS'] ? long : sample
}
