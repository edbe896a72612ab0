import type { Config } from '#api/config.ts'
import { hashToken, testMailToken } from '#api/http/secrets/secrets.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira, toNaira } from '#contract/money.ts'
import type { Capability } from '#contract/settings/capabilities.ts'
import {
  type FirstStepName,
  firstStepNames,
  firstStepWords,
  fromSteps,
  untestedMail,
} from '#contract/settings/first-steps.ts'
import { isLiveKey, providerNames } from '#contract/shop/payment-providers.ts'
import type { Doctor } from '../doctor/doctor.ts'
import type { Off } from './find-off.ts'
import { findStepFacts, type StepFacts } from './first-steps.queries.ts'

export type FirstStep = NonNullable<OutputOf<'GET /admin/tasks'>['firstSteps']>[number]

/** The brand comes with no address, and once came with one that cannot exist (RFC 2606). */
export const isOwnBrand = ({ email }: Pick<Brand, 'email'>) =>
  email !== '' && !email.endsWith('.example')

export interface StepsWith {
  config(): Config
  orderSecret: Uint8Array
  hasOwnBrand(): boolean
  doctor: Pick<Doctor, 'last'>
  /** What the magazine is called at present. */
  name(): string
}

/** What a new magazine needs, in its order, each with what is there of it. */
export async function findSteps(off: Off, { config, ...known }: StepsWith) {
  const { orderSecret, hasOwnBrand, doctor, name } = known
  const { publicUrl, payments, publisher, smtp } = config()
  const facts = await findStepFacts(smtp ? hashToken(testMailToken(orderSecret, smtp)) : '')
  const isLeft = (of: Capability) => ['notSet', 'test', 'broken'].includes(off[of]?.why ?? 'works')
  const checks = doctor.last()?.findings ?? []
  const hasCertificate = checks.some(({ title, state }) => title === 'TLS' && state === 'ok')
  const sellsNothing = off.payments?.why === 'chosen'
  const provider = payments.find(({ by }) => by !== 'test')
  const state: Record<FirstStepName, [isDone: boolean, fact?: string | null | undefined]> = {
    address: [!off.domain, new URL(publicUrl).host + (hasCertificate ? ', certificate ready' : '')],
    signIn: [
      facts.chosePassword || publisher.password !== undefined,
      facts.hasPasskey ? 'Password and passkey' : null,
    ],
    look: [facts.settings.includes('look'), name()],
    mail: [!isLeft('mail'), facts.hasMailArrived ? 'Test mail arrived' : untestedMail],
    book: [facts.bookTitle !== null, bookFact(facts)],
    payments: [sellsNothing || provider !== undefined, provider && keyFact(provider)],
    testSale: [sellsNothing || facts.hasSold],
    open: [facts.doneSteps.includes('open') || facts.hasEarned],
    brand: [hasOwnBrand()],
    words: [facts.settings.includes('hero')],
    story: [facts.hasStory],
    bank: [!isLeft('invoices') || sellsNothing],
    live: [!isLeft('payments')],
    backup: [!isLeft('backups')],
    recovery: [facts.hasSheet],
  }
  return firstStepNames.map((name) => {
    const [isDone, fact] = state[name]
    const isLater = !isDone && facts.laterSteps.includes(name)
    return { name, isDone, isLater, fact: (isDone && fact) || null }
  })
}

const bookFact = ({ bookTitle, bookPriceKobo }: StepFacts) =>
  bookTitle && `${bookTitle}, ${formatNaira(toNaira(bookPriceKobo ?? 0))}`

const keyFact = (provider: Config['payments'][number]) =>
  provider.by === 'test'
    ? null
    : `${providerNames[provider.by]}, ${isLiveKey(provider.secretKey) ? 'live' : 'test'} key`

/** Undefined once all is there. Not every shop sells to schools, or greets in words of its own. */
export async function listFirstSteps(off: Off, known: StepsWith): Promise<FirstStep[] | undefined> {
  const steps = await findSteps(off, known)
  if (steps.every(({ name, isDone }) => isDone || name === 'bank' || name === 'words'))
    return undefined
  return steps.map(({ name, isDone }) => {
    const { title, how, path } = firstStepWords[name]
    return { name, isDone, title, how, path: name === 'open' ? path : fromSteps(path) }
  })
}
