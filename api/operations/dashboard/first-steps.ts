import type { Config } from '#api/config.ts'
import { countPublishedStories } from '#api/magazine/stories/stories.queries.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { findLastGoodRun } from '../backup/backup-place.ts'

type FirstStep = NonNullable<OutputOf<'GET /admin/tasks'>['firstSteps']>[number]

/** Steps that are done in the settings, read anew each time. */
export type StepsByConfig = Record<'brand' | 'payments' | 'bank' | 'mail', boolean>

/** The brand comes with no address, and once came with one that cannot exist (RFC 2606). */
export function stepsByConfig(
  config: () => Pick<Config, 'payments' | 'sellsNothing' | 'invoicing' | 'smtp'>,
  brand: Pick<Brand, 'email'>,
): StepsByConfig {
  return {
    get brand() {
      return brand.email !== '' && !brand.email.endsWith('.example')
    },
    get payments() {
      return config().payments.some(({ by }) => by !== 'test') || config().sellsNothing
    },
    get bank() {
      return config().invoicing !== undefined || config().sellsNothing
    },
    get mail() {
      return config().smtp !== undefined
    },
  }
}

/** What a new magazine needs, in this order; undefined once all of it is there. Not every shop sells to schools. */
export async function listFirstSteps(steps: StepsByConfig): Promise<FirstStep[] | undefined> {
  const [stories, backup] = await Promise.all([
    countPublishedStories(),
    findLastGoodRun(sql, 'backup'),
  ])
  const list: FirstStep[] = [
    { name: 'brand', isDone: steps.brand },
    { name: 'story', isDone: stories > 0 },
    { name: 'payments', isDone: steps.payments },
    { name: 'bank', isDone: steps.bank },
    { name: 'mail', isDone: steps.mail },
    { name: 'backup', isDone: backup !== undefined },
  ]
  return list.every(({ name, isDone }) => isDone || name === 'bank') ? undefined : list
}
