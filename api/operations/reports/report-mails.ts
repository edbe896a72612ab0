import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  listed,
  type MailContext,
  type MailTexts,
  noteOf,
  quoted,
} from '#api/mails/mail-texts.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import type { MailContent } from '#api/mails/render-mail.ts'
import { inLagos } from '#contract/dates.ts'
import { reasonWords, reportHours } from '#contract/magazine/reports.ts'
import { staffPaths } from '#contract/staff-paths.ts'

const decided = {
  kept: 'It stays as it is.',
  corrected: 'We have corrected it.',
  removed: 'We have taken it down.',
}

export const reportMails = {
  reportReceived: ({ title }, context) =>
    inWords('reportReceived', context, {
      name: null,
      values: { title: quoted(title), hours: String(reportHours.allowed) },
    }),

  reportDecided: ({ title, status, message }, context) =>
    inWords('reportDecided', context, {
      name: null,
      values: { title: quoted(title), decision: decided[status], note: noteOf(message) },
    }),

  reportUrgent: notice,
  reportNotice: notice,
} satisfies Partial<MailTexts>

const moment = inLagos({ weekday: 'long', hour: '2-digit', minute: '2-digit' })

/** What was written with it stays at the admin: it may be private, or somebody's lie. */
function notice(
  report: MailData['reportNotice'],
  { publicUrl }: MailContext,
  others: MailData['reportNotice'][],
): MailContent {
  const reports = [report, ...others]
  const what = reports.length === 1 ? `“${report.title}” was reported` : `${reports.length} reports`
  return {
    subject: report.reason === 'private' ? `A child or private details: ${report.title}` : what,
    paragraphs: [
      `Please decide within ${reportHours.allowed} hours, also at a weekend: keep it, correct it or take it down. Until then readers see it as before.`,
      listed(
        reports.map(
          ({ title, reason, decideBy }) =>
            `“${title}”: ${reasonWords[reason].label}. By ${moment(decideBy)}`,
        ),
      ),
    ],
    link: { label: 'Decide', url: `${publicUrl}${staffPaths.reports}` },
    because: becauseForPublisher,
  }
}
