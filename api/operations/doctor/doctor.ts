import type { OutputOf } from '#contract/endpoints/contract.ts'
import { addressChecks } from '#contract/settings/capabilities.ts'
import type { Finding } from './judge.ts'

export type Diagnosis = OutputOf<'GET /admin/doctor'>

export const isProblem = ({ state }: Finding) => state === 'problem'

/** Whoever opens the admin meanwhile sees the same again. */
const freshMs = 10 * 60_000

interface Subject {
  publicUrl: string
}

export type Doctor = ReturnType<typeof openDoctor>

/**
 * Examines when somebody looks, and then once for everybody who does: no other request waits for it. `subject`: what is
 * examined; findings about another one are forgotten, but for
 * those about an address that stayed.
 */
export function openDoctor(run: () => Promise<Finding[]>, subject: () => Subject) {
  let running: Promise<Diagnosis> | undefined
  let newest: { of: Subject; diagnosis: Diagnosis } | undefined
  const fresh = () =>
    newest?.of === subject() && Date.now() - Date.parse(newest.diagnosis.lookedAt) < freshMs
      ? newest.diagnosis
      : undefined

  const examine = () => {
    running ??= (async () => {
      const of = subject()
      const diagnosis = { findings: await run(), lookedAt: new Date().toISOString() }
      newest = { of, diagnosis }
      return diagnosis
    })().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    examine,
    /** The last findings; examined again when they are old. */
    recent: async () => fresh() ?? examine(),
    /** The last findings, without waiting; undefined before the first. Old ones are renewed meanwhile. */
    last(): Diagnosis | undefined {
      // `run` never rejects.
      if (!fresh()) void examine()
      const now = subject()
      if (!newest || newest.of === now) return newest?.diagnosis
      if (newest.of.publicUrl !== now.publicUrl) return undefined
      const { findings, lookedAt } = newest.diagnosis
      return { findings: findings.filter(({ title }) => addressChecks.includes(title)), lookedAt }
    },
  }
}
