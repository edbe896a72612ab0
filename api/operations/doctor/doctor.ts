import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { Finding } from './judge.ts'

export type Diagnosis = OutputOf<'GET /admin/doctor'>

export const isProblem = ({ state }: Finding) => state === 'problem'

/** Whoever opens the admin meanwhile sees the same again. */
const freshMs = 10 * 60_000

export type Doctor = ReturnType<typeof openDoctor>

/** Examines when somebody looks, and then once for everybody who does: no other request waits for it. */
export function openDoctor(run: () => Promise<Finding[]>) {
  let running: Promise<Diagnosis> | undefined
  let last: Diagnosis | undefined
  const isFresh = () => last && Date.now() - Date.parse(last.lookedAt) < freshMs

  const examine = () => {
    running ??= (async () => {
      const findings = await run()
      last = { lookedAt: new Date().toISOString(), findings }
      return last
    })().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    examine,
    /** The last findings; examined again when they are old. */
    recent: async () => (last && isFresh() ? last : examine()),
    /** The last findings, without waiting; undefined before the first. Old ones are renewed meanwhile. */
    last(): Diagnosis | undefined {
      // `run` never rejects.
      if (!isFresh()) void examine()
      return last
    },
  }
}
