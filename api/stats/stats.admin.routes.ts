import { type Cell, csvLine, excelMark, startCsv } from '#api/http/answers/csv.ts'
import { authorIdsOf, type StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { countBooks } from '#api/shop/books/books.admin.queries.ts'
import { sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import { countOverdueRequests } from '#api/shop/requests/requests.queries.ts'
import { dayOf } from '#contract/dates.ts'
import type { OutputOf, ParsedInputOf } from '#contract/endpoints/contract.ts'
import { apiError } from '#contract/errors.ts'
import { isAmong, newsroom, owner, type Role, shop } from '#contract/roles.ts'
import { type MeasureName, measures, type StatSection, statSections } from '#contract/stats.ts'
import { factsOf } from './facts.ts'
import { makeMeasures } from './measures.ts'
import { periodsOf } from './periods.ts'
import { makeSections } from './sections.ts'
import { findStory, listNewlyPublished, listReadsOf } from './stats.queries.ts'

interface DashboardOptions {
  /** Test sales are told of beside the real ones: only while nothing else can be paid with. */
  arePaymentsTests(): boolean
  findOff(role: Role): Promise<OutputOf<'GET /admin/stats'>['off']>
  /** The numbers beside the tabs of one of the staff. */
  countWaiting(staff: StaffMember): Promise<Partial<OutputOf<'GET /admin/stats'>>>
  /** Checks of the server that failed; undefined until they are made. */
  countFailedChecks(): number | undefined
}

export function dashboardRoutes(
  { serve }: Routes,
  { arePaymentsTests, findOff, countWaiting, countFailedChecks }: DashboardOptions,
) {
  serve('GET /admin/stats', async (_, { staff }) => {
    const [books, off, waiting, ofTheShop] = await Promise.all([
      countBooks(),
      findOff(staff.role),
      countWaiting(staff),
      isAmong(shop, staff.role) ? countShop(arePaymentsTests()) : {},
    ])
    const failedChecks = isAmong(owner, staff.role) ? countFailedChecks() : undefined
    return { ...books, off, ...waiting, ...ofTheShop, failedChecks }
  })
}

async function countShop(arePaymentsTests: boolean) {
  const [sales, overdueRequests] = await Promise.all([
    sumSales(arePaymentsTests),
    countOverdueRequests(),
  ])
  return { ...sales, overdueRequests }
}

interface Seen {
  sections: readonly StatSection[]
  measures: readonly MeasureName[]
}

/** Money is for owner and shop keepers alone. */
const seenBy: Record<Role, Seen> = {
  owner: { sections: statSections, measures },
  editor: {
    sections: statSections.filter((name) => name !== 'sales'),
    measures: measures.filter((name) => name !== 'sales'),
  },
  author: {
    sections: ['stories', 'summary', 'days'],
    measures: ['reads', 'finished', 'minutes'],
  },
  shopkeeper: { sections: ['topBooks', 'books', 'sales'], measures: ['sales'] },
}

const ofOneStory: Seen = {
  sections: ['sources', 'summary', 'days'],
  measures: ['reads', 'finished', 'minutes'],
}

/** Authors see the stories that are theirs, by account or as one of the staff. */
const authorsOf = (staff: StaffMember) => (staff.role === 'author' ? authorIdsOf(staff) : null)

const newlyPublished = 10

export function adminStatsRoutes({ serve, serveFile }: Routes) {
  /** What one of the staff sees of a period, of one story or of all. */
  async function read(asked: ParsedInputOf<'GET /admin/figures'>, staff: StaffMember) {
    const authors = authorsOf(staff)
    const story = asked.story ? await findStory(asked.story, authors) : null
    if (story === undefined) throw apiError('storyNotFound')
    const { sections, measures } = seenBy[staff.role]
    const facts = factsOf({
      ...periodsOf(asked),
      isCompared: asked.against !== 'none',
      today: dayOf(new Date()),
      whose: { authors, story: asked.story },
    })
    return {
      story,
      facts,
      sections: story ? sections.filter((name) => ofOneStory.sections.includes(name)) : sections,
      measures: story ? measures.filter((name) => ofOneStory.measures.includes(name)) : measures,
    }
  }

  serve('GET /admin/figures', async (asked, { staff }) => {
    const { story, facts, sections, measures } = await read(asked, staff)
    const { period, before, whose } = facts
    const [made, drawn, published] = await Promise.all([
      makeSections(facts, sections),
      makeMeasures(facts, measures),
      isAmong(newsroom, staff.role) && !story
        ? listNewlyPublished(period, whose, newlyPublished)
        : [],
    ])
    const reads = await listReadsOf(
      published.map(({ id }) => id),
      period,
    )
    return {
      period,
      before,
      story,
      measures: drawn,
      published: published.map((one) => ({ ...one, reads: reads.get(one.id) ?? 0 })),
      sections: made,
    }
  })

  serveFile('GET /admin/figures.csv', async ({ section: name, ...asked }, ctx, { staff }) => {
    const { facts, sections } = await read(asked, staff)
    if (!sections.includes(name)) throw apiError('forbiddenForRole')
    const { from, to } = facts.period
    if (!startCsv(ctx, `ascend-${name}-${from}-${to}.csv`)) return
    const [section] = await makeSections(facts, [name], { isFile: true })
    // A spreadsheet subtracts by itself.
    const columns =
      section?.columns.flatMap(({ kind }, at) => (kind === 'change' ? [] : [at])) ?? []
    const lineOf = (cells: Cell[]) => csvLine(columns.map((at) => cells[at]))
    const head = lineOf(section?.columns.map(({ label }) => label) ?? [])
    const rows = section?.rows.map(lineOf) ?? []
    ctx.body = `${excelMark}${head}${rows.join('')}`
  })
}
