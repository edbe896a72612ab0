import { countPublishedStories } from '#api/magazine/stories/stories.queries.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { Capability } from '#contract/settings/capabilities.ts'
import type { Off } from './find-off.ts'

export type FirstStep = NonNullable<OutputOf<'GET /admin/tasks'>['firstSteps']>[number]

/** The brand comes with no address, and once came with one that cannot exist (RFC 2606). */
export const isOwnBrand = ({ email }: Pick<Brand, 'email'>) =>
  email !== '' && !email.endsWith('.example')

/** What a new magazine needs, in this order; undefined once all of it is there. Not every shop sells to schools. */
export async function listFirstSteps(
  off: Off,
  hasOwnBrand: boolean,
): Promise<FirstStep[] | undefined> {
  const stories = await countPublishedStories()
  const isLeft = (name: Capability) =>
    ['notSet', 'test', 'broken'].includes(off[name]?.why ?? 'works')
  const sellsNothing = off.payments?.why === 'chosen'
  const list: FirstStep[] = [
    { name: 'brand', isDone: hasOwnBrand },
    { name: 'story', isDone: stories > 0 },
    { name: 'payments', isDone: !isLeft('payments') },
    { name: 'bank', isDone: !isLeft('invoices') || sellsNothing },
    { name: 'mail', isDone: !isLeft('mail') },
    { name: 'backup', isDone: !isLeft('backups') },
  ]
  return list.every(({ name, isDone }) => isDone || name === 'bank') ? undefined : list
}
