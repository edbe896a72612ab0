import { dayOf } from '#contract/dates.ts'
import { isDay } from '#contract/days.ts'
import { email } from '#contract/endpoints/fields.ts'
import { apiError } from '#contract/errors.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

/** Why a row is skipped, as the owner reads it. */
export const skipReasons = {
  open: 'A quotation mark is not closed, so this row has the rest of the file',
  address: 'This is not an e-mail address',
  gone: 'The file says that they unsubscribed or cannot be reached',
  twice: 'The address stands in the file before',
  suppressed: 'The address is suppressed here: it bounced, or reported a newsletter as spam',
  listed: 'The address is on the list already',
  unsubscribed: 'They unsubscribed here',
  asked: 'They were asked to confirm within the last 30 days',
} as const
export type SkipReason = keyof typeof skipReasons

/** `address`: in lower case, or as it stands there if it is none; `agreedOn`: yyyy-mm-dd, of the row itself. */
export interface ListRow extends Pick<CsvRow, 'row'> {
  address: string
  agreedOn: string | null
  /** In the words that the owner reads. */
  reason: string | null
}

/** The headers of Substack, Mailchimp, Ghost, Selar and phones, without spaces and signs; the first that is there counts. */
const headers = {
  address: 'email emailaddress email1value customeremail buyeremail mail',
  agreedOn: 'optintime confirmtime createdat subscribedat startdate dateadded purchasedate date',
  status: 'unsubtime cleantime subscribedtoemails emaildisabled subscribed emailmarketing status',
}
/** Columns, counted from 0; -1 is none. */
type Mapping = Record<keyof typeof headers, number>

/** A cell may be megabytes long. Phones put several addresses into one. */
const addressIn = (cell = '') => email.safeParse(cell.slice(0, 1000).split(':::')[0]).data

/** Reads a list of subscribers. What `chosen` does not say is recognised. */
export async function readList(
  path: string,
  chosen: Partial<Record<keyof Mapping, number | undefined>>,
) {
  const all = await readCsv(path)
  const hasHeader = !all[0]?.cells.some(addressIn)
  const body = hasHeader ? all.slice(1) : all
  const header = hasHeader ? (all[0]?.cells ?? []) : []
  const width = Math.max(header.length, ...body.slice(0, 100).map(({ cells }) => cells.length))
  const columns = Array.from(
    { length: width },
    (_, at) => header[at]?.trim().slice(0, 80) || `Column ${at + 1}`,
  )
  const names = columns.map((column) => column.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const find = (what: keyof Mapping) =>
    names.indexOf(headers[what].split(' ').find((name) => names.includes(name)) ?? '')
  const filled = body.find(({ cells }) => cells.some(addressIn))
  const address = find('address')
  const mapping: Mapping = {
    address: chosen.address ?? (address < 0 ? (filled?.cells.findIndex(addressIn) ?? 0) : address),
    agreedOn: chosen.agreedOn ?? find('agreedOn'),
    status: chosen.status ?? find('status'),
  }
  const rows = judge(body, mapping, names[mapping.status] ?? '')
  if (rows.every(({ reason }) => reason === skipReasons.address))
    throw apiError('csvWithoutAddresses')
  return { columns, mapping, rows }
}

function judge(body: CsvRow[], columns: Mapping, statusName: string): ListRow[] {
  const read = body.map(({ row, cells, isOpen }) => {
    const address = addressIn(cells[columns.address])
    return {
      row,
      address: address ?? cells[columns.address]?.trim().slice(0, 200) ?? '',
      agreedOn: dayIn(cells[columns.agreedOn]),
      isGone: isGone(statusName, cells[columns.status]?.trim() ?? ''),
      wrong: isOpen ? ('open' as const) : address ? null : ('address' as const),
    }
  })
  // Whoever left stays out, even if another row says otherwise.
  const gone = new Set(read.filter((one) => one.isGone).map(({ address }) => address))
  const seen = new Set<string>()
  return read.map(({ row, address, agreedOn, wrong }) => {
    const again = seen.has(address) ? 'twice' : null
    if (!wrong) seen.add(address)
    const why = wrong ?? (gone.has(address) ? 'gone' : again)
    return { row, address, agreedOn, reason: why && skipReasons[why] }
  })
}

/** Some columns say when somebody left, others whether they get mails. */
const isGone = (header: string, value: string) =>
  /unsub|clean|disabled/.test(header)
    ? !/^(|false|no|0)$/i.test(value)
    : /^(false|no|0|unsub|clean|bounce|complain|spam|suppress|remove|delete|inactive)/i.test(value)

/** Only the order of year, month and day that can be read one way. */
function dayIn(cell = ''): string | null {
  const day = cell.trim().slice(0, 10)
  return /^(19[89]|20\d)\d-\d\d-\d\d$/.test(day) && isDay(day) && day <= dayOf(new Date())
    ? day
    : null
}
