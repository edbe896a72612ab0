import { networkOf } from '#api/http/load/rate-limit.ts'
import { shareOf } from '#api/http/load/within-share.ts'
import type { Routes } from '#api/http/serve.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { pageKindOf, storyClass, vitalClass } from '#contract/stats.ts'
import { countStat, countStory } from './counts.queries.ts'
import { listOwnStats } from './stats.queries.ts'

/** Of a network in ten seconds. Thousands of phones may share an address; a flood is more. */
const isWithinShare = shareOf(1000, 10_000)

export function statsRoutes({ serve }: Routes) {
  serve('POST /counts', async (told, context) => {
    if (context.asksNotToBeTracked) return
    if (isWithinShare(networkOf(context.address))) countReport(told)
  })

  serve('GET /account/figures', (_, { reader }) => listOwnStats(reader.id))
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
