import * as z from 'zod/mini'
import { forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import { count, id } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { type BadgeName, badges } from '#contract/kinds/kinds.ts'
import { capabilities, offReasons } from '#contract/settings/capabilities.ts'
import {
  comparisons,
  connections,
  measures,
  mostOffline,
  mostSecondsAtOnce,
  sources,
  statSections,
  vitals,
} from '#contract/stats.ts'

const storyId = z.uuid('A story is named by its uuid')

export const stats = {
  /**
   * What a page tells of itself when it is left: no more than is counted, and nothing of who reads it. Nothing is
   * counted for browsers that ask not to be tracked. A reply says nothing about whether it was counted.
   */
  'POST /counts': forAnyone({
    input: z.object({
      /** The first word of the page's path: `story`, `book`, empty for the landing page. */
      page: z.string().check(z.maxLength(40, 'A page is named in at most 40 characters')),
      /** False after the first report of this page view. */
      isOpened: z._default(z.boolean(), false),
      /** Only the first page of a visit sends it. */
      visit: z.optional(
        z.object({
          source: z.enum(sources),
          /** This browser has visited before. */
          isReturning: z.boolean(),
          savesData: z.boolean(),
        }),
      ),
      story: z.optional(storyId),
      /** Reading time since the last report. */
      seconds: z._default(
        z.int().check(z.minimum(0), z.maximum(mostSecondsAtOnce, 'That is too long')),
        0,
      ),
      /** Read to the end, for the first time today. */
      isFinished: z._default(z.boolean(), false),
      /** Stories that were opened offline before. */
      offline: z._default(
        z.array(storyId).check(z.maxLength(mostOffline, `Name at most ${mostOffline} stories`)),
        [],
      ),
      vitals: z._default(
        z
          .array(
            z.object({
              name: z.enum(vitals),
              /** Milliseconds; of CLS a score. */
              value: z.number().check(z.minimum(0), z.maximum(1e6)),
              connection: z.enum(connections),
            }),
          )
          .check(z.maxLength(vitals.length)),
        [],
      ),
    }),
    // Limited in memory: beyond it, reports of a network are silently dropped.
    limited: 'elsewhere',
  }),
}

const day = z.iso.date('A day is written as 2026-11-21')
const period = {
  /** The last 28 days by default; at most two years. */
  from: z.optional(day),
  to: z.optional(day),
  /** Compared with as many days before; the same weekdays, or days, of the year before; or nothing. */
  against: z._default(z.enum(comparisons), 'before'),
  /** The stats of this story alone. */
  story: z.optional(storyId),
}

const range = z.object({ from: z.string(), to: z.string() })

/** A place on an axis: from 0, left or at the bottom, to 100. */
const mark = z.object({ at: z.number(), label: z.string() })

/**
 * It is drawn on the server, as SVG paths in a box of 100 by 100: treads as wide as their days, as high as their value.
 * An empty path draws nothing.
 */
const chart = z.object({
  /** The area below the treads that are over. */
  now: z.string(),
  edge: z.string(),
  /** The outline of the tread that is not over yet. */
  open: z.string(),
  /** A line for each tread of the period before. */
  before: z.string(),
  /** A point for each tread in which a story was published. */
  suns: z.string(),
  scale: z.array(mark),
  days: z.array(mark),
  treads: z.array(
    z.object({
      ...range.shape,
      /** Null: it is still to come. */
      value: z.nullable(z.number()),
      before: z.nullable(z.number()),
      isOpen: z.boolean(),
      published: count,
      /** The title of the newest story that was published in it. */
      title: z.nullable(z.string()),
      /** Where its middle and its upper edge are. */
      at: z.number(),
      top: z.number(),
    }),
  ),
})

/** Percent: a value in hundredths, whose change is a difference. */
const unit = z.enum(['count', 'percent', 'naira'])

const measure = z.object({
  name: z.enum(measures),
  label: z.string(),
  unit,
  total: z.number(),
  /** The change in percent; null where there was nothing before. */
  change: z.nullable(z.number()),
  /** The section with the same by day, as a file. */
  section: z.enum(statSections),
  chart,
})

/** The first rows of a section, with lengths from 0 to 100, relative to the longest. */
const bars = z.array(
  z.object({
    label: z.string(),
    value: z.string(),
    length: z.number(),
    /** Only a story has one. */
    id: z.optional(id),
  }),
)

const section = z.object({
  name: z.enum(statSections),
  title: z.string(),
  /** What is counted, and what is not. */
  note: z.string(),
  chart: z.nullable(chart),
  bars: z.nullable(bars),
  columns: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(['text', 'day', 'count', 'change', 'ms', 'score', 'naira']),
      /** It is about the period before. */
      isBefore: z.optional(z.boolean()),
    }),
  ),
  rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
})

/** Sums by role: authors see those of their own stories, shopkeepers of the books. */
export const adminStats = {
  'GET /admin/figures': forStaff({
    input: z.object(period),
    output: z.object({
      period: range,
      before: range,
      /** The one that was asked for. */
      story: z.nullable(z.object({ id, title: z.string() })),
      measures: z.array(measure),
      /** The newest that were published in the period, with their reads in it. */
      published: z.array(z.object({ id, title: z.string(), day: z.string(), reads: count })),
      sections: z.array(section),
    }),
    missing: 'storyNotFound',
  }),
  'GET /admin/figures.csv': forStaff({
    input: z.object({ ...period, section: z.enum(statSections, 'There are no such figures') }),
    file: 'text/csv',
    missing: 'storyNotFound',
  }),
  /** A contributor's own published stories, most read first: the last 28 days, and all time. */
  'GET /account/figures': forReader({
    output: z.array(
      z.object({
        id,
        title: z.string(),
        reads: count,
        finishes: count,
        minutes: count,
        views: count,
        likesCount: count,
        sharesCount: count,
      }),
    ),
  }),
}

const counted = z.optional(count)
/** What stands beside the tabs. */
const waiting = Object.fromEntries(badges.map(({ name }) => [name, counted])) as Record<
  BadgeName,
  typeof counted
>

export const dashboard = {
  /** Fields that a role may not see are absent. */
  'GET /admin/stats': forStaff({
    output: z.object({
      totalBooks: count,
      publishedBooks: count,
      /** Naira, over paid orders. */
      totalRevenue: z.optional(z.number()),
      /** The number of copies. */
      totalSales: z.optional(count),
      /** It stands beside them, while there is no real provider yet. */
      testRevenue: z.optional(z.number()),
      testSales: z.optional(count),
      /** What does not work, and the page where it is mended, for whoever may. */
      off: z.partialRecord(
        z.enum(capabilities),
        z.object({ why: z.enum(offReasons), path: z.optional(z.string()) }),
      ),
      overdueRequests: z.optional(count),
      ...waiting,
      /** The checks of the server that failed; absent until they are made. */
      failedChecks: z.optional(count),
    }),
  }),
}
