import { type ReactNode, useState } from 'react'
import { formatShortDate } from '#contract/dates.ts'
import { formatNaira } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { businessLabels } from '#contract/settings/business.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { isFromSteps } from '#site/admin/lib/addresses.ts'
import { formatNearMoment } from '#site/admin/lib/format.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { copyLink } from '#site/admin/ui/copy-link.ts'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { BusinessForm, type BusinessWork } from './BusinessForm.tsx'
import { Broken, OfServer, WorkButtons } from './BusinessPart.tsx'
import {
  businessFields,
  businessLeads,
  isOwn,
  type Part,
  webhookPlaces,
} from './business-fields.ts'

/** From the key of a provider to the first real sale. */
export function PaymentSteps({ part, children }: { part: Part; children: ReactNode }) {
  const [work, setWork] = useState<BusinessWork | 'live'>()
  const name = businessLabels[part.part]
  const { isTest } = part
  const isLive = isTest === false
  const order = part.testSale?.order
  const isSold = order?.hasWebhook === true
  const end = () => {
    setWork(undefined)
    document.getElementById(part.part)?.focus()
  }
  const form = (at: BusinessWork) =>
    isOwn(part) && (
      <BusinessForm key={at} part={part} work={at} mustBeLive={work === 'live'} onEnd={end} />
    )
  return (
    <section aria-labelledby={part.part}>
      <ListHead id={part.part} title={name} />
      <ol className="mt-20">
        <Step number={1} title="Secret key" isDone={isTest !== null}>
          <Key part={part}>
            {work && work !== 'live' ? form(work) : <WorkButtons part={part} onChoose={setWork} />}
          </Key>
        </Step>
        <Step number={2} title="Webhook address" isDone={part.heardAt !== null}>
          <Webhook {...part} isSold={order != null} />
        </Step>
        {!isLive && (
          <Step
            number={3}
            title="Test sale"
            isDone={isSold && order.isRefunded}
            isNext={part.isTest === true}
          >
            <TestSale {...part} />
          </Step>
        )}
        <Step number={4} title={isLive ? 'Live' : 'Go live'} isDone={isLive}>
          <p className="text-ink-2">
            {isLive
              ? 'Orders are paid with money.'
              : `Paste the key that begins with ${part.part === 'paystack' ? 'sk_live_' : 'FLWSECK-'}.`}
          </p>
          {work === 'live' && form('set')}
        </Step>
      </ol>
      {children}
      {!isLive && !work && (
        <GoLive reason={whyNotLive(part, isSold)} onPress={() => setWork('live')} />
      )}
    </section>
  )
}

/** Undefined: there is something to do. */
function whyNotLive({ by, isTest }: Part, isSold: boolean): string | undefined {
  if (isTest === null) return 'First the secret key, best the test key.'
  if (by === 'server') return 'The server sets the key: the live key replaces it there.'
  return isSold ? undefined : 'First the test sale: paid, with its webhook.'
}

function GoLive({ reason, onPress }: { reason: string | undefined; onPress(): void }) {
  return (
    <div className="decision-bar bottom-0 z-[2] mt-28 border-t-2 border-ink bg-surface px-16 pb-[calc(12px+env(safe-area-inset-bottom))] pt-12 max-md:fixed max-md:inset-x-0 md:sticky md:px-0">
      <button
        type="button"
        className="btn min-h-48 w-full md:w-auto"
        disabled={reason !== undefined}
        aria-describedby={reason && 'why-not-live'}
        onClick={onPress}
      >
        Go live
      </button>
      {reason && (
        <p id="why-not-live" className="mt-6 text-14 text-ink-2">
          {reason}
        </p>
      )}
    </div>
  )
}

const intoView = (step: HTMLElement | null) => {
  if (isFromSteps()) step?.scrollIntoView?.({ block: 'start' })
}

interface StepProps {
  number: number
  title: string
  isDone: boolean
  /** Whoever comes from the first steps begins here. */
  isNext?: boolean
  children: ReactNode
}

function Step({ number, title, isDone, isNext, children }: StepProps) {
  return (
    <li
      ref={isNext ? intoView : undefined}
      className="relative grid grid-cols-[34px_minmax(0,1fr)] gap-x-12 pb-24"
    >
      <span
        className="absolute bottom-2 left-16 top-36 w-2 bg-line [li:last-child>&]:hidden"
        aria-hidden="true"
      />
      <b
        className={`grid size-34 place-items-center ${isDone ? 'bg-ok text-paper' : 'border-2 border-ink'}`}
      >
        {isDone ? <Icon name="check" /> : number}
        {isDone && <span className="sr-only">Done</span>}
      </b>
      <div className="grid min-w-0 gap-10">
        <h3 className="pt-4 text-19/120">{title}</h3>
        {children}
      </div>
    </li>
  )
}

interface FactProps {
  isTrue: boolean
  /** It is on its way. */
  isComing?: boolean
  children: ReactNode
}

/** What holds, said with a mark; what does not yet, without. */
function Fact({ isTrue, isComing, children }: FactProps) {
  const open = isComing ? waitingShape : emptyShape
  return (
    <p className={`flex items-center gap-10 font-semibold ${isTrue ? 'text-ok' : 'text-ink-2'}`}>
      <Icon shape={isTrue ? adminIcons.checkCircle : open} className="flex-none" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
/** Lucide's circle, and its loader. */
const emptyShape = 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z'
const waitingShape =
  'M12 2v4M16.2 7.8l2.9-2.9M18 12h4M16.2 16.2l2.9 2.9M12 18v4M4.9 19.1l2.9-2.9M2 12h4M4.9 4.9l2.9 2.9'

function Key({ part, children }: { part: Part; children: ReactNode }) {
  const { part: provider, by, changed, isTest, shown } = part
  const name = businessLabels[provider]
  const kind = `${isTest ? 'test' : 'live'} key${provider === 'paystack' && by === 'here' ? ', naira' : ''}`
  const isRefused = useStats().off?.payments?.why === 'refused'
  return (
    <>
      {isTest === null && <p className="text-ink-2">{businessLeads[provider]}</p>}
      <Broken {...part} />
      {Object.entries(shown).map(([name, value]) => (
        <p
          key={name}
          className="border-1.5 border-line-2 bg-surface px-12 py-10 font-mono text-15 [overflow-wrap:anywhere]"
        >
          <span className="sr-only">{businessFields[name]?.label}: </span>
          {value}
        </p>
      ))}
      {isTest !== null && (
        <Fact isTrue={!isRefused}>
          {isRefused
            ? `${name} refuses this key`
            : `${by === 'server' ? 'Set on the server' : `${name} answers`}: ${kind}`}
        </Fact>
      )}
      {by === 'here' && changed && (
        <p className="text-14 text-ink-2">{`Set ${formatShortDate(changed.at)} by ${changed.by}`}</p>
      )}
      {children}
      <OfServer {...part} />
    </>
  )
}

function Webhook({ part, webhook, isTest, heardAt, isSold }: Part & { isSold: boolean }) {
  const name = businessLabels[part]
  const place = webhookPlaces[part]?.(isTest === false ? 'Live' : 'Test')
  const copied = { title: 'Address Copied', text: `Paste it at ${name}.` }
  return (
    <>
      <p className="text-ink-2">{`Paste it at ${name}: ${place}.`}</p>
      <Off name="domain" />
      <div className="flex items-stretch gap-8">
        <code className="min-w-0 flex-1 bg-sunk p-10 text-14 [overflow-wrap:anywhere]">
          {webhook}
        </code>
        <Button look="action" onClick={() => void copyLink(webhook ?? '', copied)} label="Copy" />
      </div>
      {isTest !== null && (
        <Fact isTrue={heardAt !== null}>
          {heardAt
            ? `Heard from ${name} at ${formatNearMoment(heardAt)}`
            : isSold
              ? `${name} has not called yet: is the address pasted, and saved there?`
              : `Nothing heard yet: it comes with the ${isTest ? 'test' : 'next'} sale`}
        </Fact>
      )}
    </>
  )
}

function TestSale({ part, testSale }: Part) {
  const name = businessLabels[part]
  const { book, order } = testSale ?? {}
  const ticks: [string, boolean | undefined][] = [
    ['Paid', order !== null && order !== undefined],
    ['Webhook', order?.hasWebhook],
    ['Receipt', order?.hasReceipt],
    ['Refund', order?.isRefunded],
  ]
  return (
    <>
      <p className="text-ink-2">
        {book
          ? `${formatNaira(book.price)} with ${name}’s test card, from Buy Now to the receipt. No money moves. The shop opens in a new tab: come back to this one when you have the receipt.`
          : `With ${name}’s test card, from Buy Now to the receipt. No money moves.`}
      </p>
      {testSale && <Off name="mail" />}
      {testSale && (
        <ul className="grid grid-cols-2 gap-8">
          {ticks.map(([label, isTrue = false]) => (
            <li key={label}>
              <Fact isTrue={isTrue} isComing={order !== null}>
                {label}
                {!isTrue && <span className="sr-only">: not yet</span>}
              </Fact>
            </li>
          ))}
        </ul>
      )}
      {testSale && !book && (
        <p>
          No book is on sale yet. <Link href={staffPaths.newBook} label="Add a book" />
        </p>
      )}
      <div className="flex flex-wrap gap-10 empty:hidden">
        {book && (
          <a className={outlineClass} href={paths.book(book.id)} target="_blank" rel="noreferrer">
            {`Buy “${book.title}”`}
            <Icon name="arrowOut" size={18} />
            <span className="sr-only">in a new tab</span>
          </a>
        )}
        {order && (
          <Link
            look="outline"
            href={staffPaths.order(order.reference)}
            label={order.isRefunded ? 'See the order' : 'Refund the order'}
          />
        )}
      </div>
    </>
  )
}
