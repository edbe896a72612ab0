import { createPublicKey } from 'node:crypto'
import { promises as dns } from 'node:dns'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { type MailProvider, mailProviderOf } from '#contract/mails/mail-providers.ts'

export type MailDomain = OutputOf<'GET /admin/letters/domain'>
type DnsRecord = MailDomain['spf']

/** The TXT records of a name, the strings of each joined; none when there is no such name. Rejects when DNS fails. */
export type LookUp = (name: string) => Promise<string[]>

export const lookUpTxt: LookUp = async (name) => {
  const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map((strings) => strings.join(''))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

interface Sending {
  /** Undefined: mails go to the outbox. */
  smtp: { url: string; from: string } | undefined
  dkim: { domain: string; selector: string; privateKey: string } | undefined
  reports: MailDomain['reports']
}

/** Checks the DNS records by which receiving servers verify the sender. */
export async function checkDomain(
  { smtp, dkim, reports }: Sending,
  lookUp: LookUp,
): Promise<MailDomain> {
  const domain = smtp?.from.split('@')[1]?.toLowerCase() ?? null
  const provider = smtp && mailProviderOf(new URL(smtp.url).hostname)
  const of = domain ?? 'your-domain.example'
  const [spf, key, dmarc] = await Promise.all([
    checkSpf(of, provider, lookUp),
    dkim ? checkDkim(of, dkim, lookUp) : checkDkimOf(of, provider, lookUp),
    checkDmarc(of, smtp?.from ?? `you@${of}`, lookUp),
  ])
  return {
    domain,
    from: smtp?.from ?? null,
    provider: provider?.name ?? null,
    isSigning: dkim !== undefined,
    spf,
    dkim: key,
    dmarc,
    reports,
  }
}

async function checkRecord(
  name: string,
  begins: RegExp,
  wanted: string | null,
  lookUp: LookUp,
  judge: (found: string) => string | undefined,
): Promise<DnsRecord> {
  const response = await lookUp(name).catch(() => undefined)
  const base = { name, wanted, note: null, found: null }
  if (!response) {
    const note = 'The DNS did not answer. Please look again in a while.'
    return { ...base, state: 'unknown', note }
  }
  const records = response.filter((text) => begins.test(text))
  const [found] = records
  if (found === undefined) return { ...base, state: 'missing' }
  if (records.length > 1) {
    const note = `There are ${records.length} such records. Only one may stand there: join them.`
    return { ...base, found: records.join('\n'), state: 'wrong', note }
  }
  const note = judge(found) ?? null
  return { ...base, found, state: note ? 'wrong' : 'right', note }
}

function checkSpf(domain: string, provider: MailProvider | undefined, lookUp: LookUp) {
  const wanted = `v=spf1 include:${provider?.spf ?? '<what your mail provider names>'} ~all`
  return checkRecord(domain, /^v=spf1(\s|$)/i, wanted, lookUp, (found) => {
    if (/\s\+?all(\s|$)/i.test(found))
      return 'It lets everybody send in your name. End it with ~all.'
    if (!/\s([~-]all|redirect=\S+)(\s|$)/i.test(found))
      return 'It excludes nobody. End it with ~all.'
    if (!/\s\+?(include:|a\b|mx\b|ip4:|ip6:|exists:|redirect=)/i.test(found)) {
      return 'It names no server that may send. Add what your mail provider tells you.'
    }
    return undefined
  })
}

/** Signed by the provider: only a name that it gives all domains can be looked for. */
async function checkDkimOf(
  domain: string,
  provider: MailProvider | undefined,
  lookUp: LookUp,
): Promise<DnsRecord> {
  const names = provider?.selectors.map((selector) => `${selector}._domainkey.${domain}`) ?? []
  const checked = await Promise.all(
    names.map((name) => checkRecord(name, keyRecord, null, lookUp, () => undefined)),
  )
  const found = checked.find(({ state }) => state === 'right') ?? checked[0]
  if (!provider || !found) {
    const note =
      'Mails are not signed here. Most providers sign them; their pages tell which record to add. Whoever runs the server may also give us a key to sign with.'
    const name = `<selector>._domainkey.${domain}`
    return { name, found: null, wanted: null, state: 'unknown', note }
  }
  if (found.state !== 'missing') return found
  return { ...found, note: `${provider.name} shows the record, where you add the domain there.` }
}

const keyRecord = /(^|;)\s*p=/i

async function checkDkim(
  domain: string,
  dkim: NonNullable<Sending['dkim']>,
  lookUp: LookUp,
): Promise<DnsRecord> {
  const key = createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' })
  const published = key.toString('base64')
  const wanted = `v=DKIM1; k=rsa; p=${published}`
  const name = `${dkim.selector}._domainkey.${dkim.domain}`
  return checkRecord(name, keyRecord, wanted, lookUp, (found) => {
    const recorded = /(?:^|;)\s*p=([^;]*)/i.exec(found)?.[1]?.replace(/\s/g, '')
    if (recorded !== published)
      return 'It holds another key than the one that mails are signed with.'
    if (!isAligned(dkim.domain, domain)) {
      return `Mails come from ${domain} and are signed for ${dkim.domain}: for DMARC the two must agree.`
    }
    return undefined
  })
}

function checkDmarc(domain: string, reader: string, lookUp: LookUp) {
  const wanted = `v=DMARC1; p=none; rua=mailto:${reader}`
  return checkRecord(`_dmarc.${domain}`, /^v=DMARC1\s*(;|$)/i, wanted, lookUp, (found) => {
    if (!/;\s*p=(none|quarantine|reject)\s*(;|$)/i.test(found)) {
      return 'It names no policy. Add p=none to begin with.'
    }
    return undefined
  })
}

const isAligned = (signer: string, sender: string) =>
  signer === sender || signer.endsWith(`.${sender}`) || sender.endsWith(`.${signer}`)
