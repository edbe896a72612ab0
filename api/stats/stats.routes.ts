import type { Router } from '@koa/router'
import { networkOf } from '#api/http/load/rate-limit.ts'
import { serve } from '#api/http/serve.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { pageKindOf, storyClass, vitalClass } from '#contract/stats.ts'
import { countStat, countStory } from './counts.queries.ts'
import { listOwnStats } from './stats.queries.ts'

const done = { status: 'ok' } as const

export function statsRoutes(router: Router) {
  serve(router, 'POST /counts', async (told, context) => {
    if (context.asksNotToBeTracked) return done
    if (isWithinShare(networkOf(context.address))) countReport(told)
    return done
  })

  serve(router, 'GET /account/figures', (_, { reader }) => listOwnStats(reader.id))
}

function countReport(report: ParsedInputOf<'POST /counts'>) {
  const { story, visit } = report
  const page = pageKindOf(report.page)
  if (report.isOpened) countStat('pages', page)
  if (visit) {
    const { source, isReturning, savesData } = visit
    countStat('visits', source)
    if (story) countStat('storyVisits', storyClass(story, source))
    countStat('visitors', isReturning ? 'returning' : 'first')
    countStat('dataSaver', savesData ? 'on' : 'off')
  }
  if (story && (report.seconds > 0 || report.isFinished)) {
    countStory(story, { seconds: report.seconds, finishes: report.isFinished ? 1 : 0 })
  }
  for (const read of report.offline) countStory(read, { offlineReads: 1 })
  for (const { name, value, connection } of report.vitals) {
    countStat(name, vitalClass(page, connection, name, value))
  }
}

/** The most reports of a network in ten seconds. Thousands of phones may share an address; a flood is more. */
const mostReports = 1000
const windowMs = 10_000

let reports = new Map<string, number>()
let began = 0

/** Counts in memory, because only the truth of figures depends on it: past its share a network is not counted. */
function isWithinShare(network: string, now = Date.now()): boolean {
  if (now - began >= windowMs) {
    reports = new Map()
    began = now
  }
  const count = (reports.get(network) ?? 0) + 1
  reports.set(network, count)
  return count <= mostReports
}
