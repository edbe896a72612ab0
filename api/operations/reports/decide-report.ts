import { isDeepStrictEqual } from 'node:util'
import { storyUndo } from '#api/magazine/stories/undo-story.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { type Snapshot, undoable, type WayBack } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ReportState } from '#contract/magazine/reports.ts'
import {
  findReport,
  listReporters,
  lockReport,
  type ReportRow,
  reopenReport,
  setReportState,
  snapshotReport,
} from './reports.queries.ts'
import { subjects } from './subjects.ts'

interface Decision {
  id: string
  status: Exclude<ReportState, 'open'>
  message: string
}

const actions = {
  kept: 'reportKept',
  corrected: 'reportCorrected',
  removed: 'reportRemoved',
} as const

/** Decides, and tells those who want an answer, which can be undone; a repeat changes nothing. */
export function decideReport(
  { id, status, message }: Decision,
  staff: { id: string; name: string },
): Promise<ReportRow> {
  const asked = { kind: 'report', id, staffId: staff.id, snapshot: reportUndo.snapshot } as const
  return undoable(asked, async (undo) => {
    const report = required(await lockReport(id), 'reportNotFound')
    if (report.status === status && report.message === message) return report
    if (report.status !== 'open') throw apiError('changedMeanwhile')
    const { kind, subjectId, title } = report
    if (kind === 'review' && status === 'corrected') throw apiError('reviewNotCorrected')
    if (status === 'removed') await subjects[kind].takeDown(subjectId, staff, undo)
    await setReportState(id, status, message)
    await queueMail('reportDecided', await listReporters(id), { title, status, message }, undo)
    await recordActivity(staff.name, actions[status], { id, title, note: message, undo })
    return (await findReport(id)) as ReportRow
  })
}

type Rows = Parameters<NonNullable<WayBack['isUnchanged']>>[1]

/** Only then does it matter whether somebody went on with what was reported. */
const wasTakenDown = ({ before, after }: Rows) => !isDeepStrictEqual(beside(before), beside(after))
const beside = ({ report: _, ...subject }: Snapshot) => subject

export const reportUndo = {
  async snapshot(id) {
    const report = await lockReport(id)
    if (!report) return {}
    const subject = await subjects[report.kind].snapshot(report.subjectId)
    return { ...subject, ...(await snapshotReport(id)) }
  },
  isUnchanged(now, rows) {
    if (!wasTakenDown(rows)) return isDeepStrictEqual(now['report'], rows.after['report'])
    // Somebody may go on writing a story.
    return 'story' in now ? storyUndo.isUnchanged(now, rows) : isDeepStrictEqual(now, rows.after)
  },
  async undo(id, rows) {
    const report = required(await lockReport(id), 'undoChanged')
    if (wasTakenDown(rows)) await subjects[report.kind].undo(report.subjectId, rows)
    await reopenReport(report)
    return report.title
  },
} satisfies WayBack
