import { useEffect, useRef, useState } from 'react'
import { reasonWords } from '#contract/magazine/reports.ts'
import { downloadAdminFile } from '#site/admin/lib/call.ts'
import { formatCounted, formatMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass, badgeClasses, bylineClass, factsClass } from '#site/admin/ui/classes.ts'
import { type Decision, ReportDialog } from './ReportDialog.tsx'
import { type AdminReport, stateClasses, stateLabels, timeLeft } from './report-labels.ts'

/** All reports of one thing for one reason: what it is, what was written, how long is left, and the decision. */
export function ReportRow({ report }: { report: AdminReport }) {
  const { kind, title, address, reason, count, words, status, message, createdAt } = report
  const [decision, setDecision] = useState<Decision>()
  const [isDone, setDone] = useState(false)
  const line = useRef<HTMLHeadingElement>(null)
  // The clicked button is gone.
  useEffect(() => {
    if (!isDone) return
    line.current?.focus()
    setDone(false)
  }, [isDone])
  const isOpen = status === 'open'
  const left = timeLeft(report.decideBy)
  const unread = count - words.length
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-14 border-b border-line py-20 [overflow-wrap:anywhere]">
      <div>
        <h3 className="text-19/120 md:text-22" tabIndex={-1} ref={line}>
          {report.isPublic ? (
            <a className="inline-block min-h-24 hover:underline" href={address}>
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <p className={factsClass}>
          <span className={stateClasses[status]}>{stateLabels[status]}</span>
          {isOpen && (
            <b className={left.isLate ? badgeClasses.bad : badgeClasses.planned}>{left.text}</b>
          )}
          <b>{reasonWords[reason].label}</b>
          {count > 1 && <span>{formatCounted(count, 'report')}</span>}
        </p>
        <p className={bylineClass}>
          {isOpen
            ? `Decide by ${formatMoment(report.decideBy)} in Lagos`
            : `Reported ${formatMoment(createdAt)}`}
          {!report.isPublic && ' · Readers cannot see it'}
        </p>
      </div>
      {report.text && <p className="max-w-[70ch] font-serif italic">{report.text}</p>}
      {words.length > 0 && (
        <ul className="grid max-w-[70ch] gap-8 font-serif leading-160">
          {words.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice.
            <li className="whitespace-pre-line border-l-2 border-line pl-12" key={index}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {report.notices.map(({ id, authority, hasPaper }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-16">
          <b>{authority}</b>
          {hasPaper && (
            <button
              type="button"
              className="btn-text"
              onClick={() => void downloadAdminFile(`/api/admin/notices/${id}/paper`)}
            >
              <span>Its paper</span>
            </button>
          )}
        </p>
      ))}
      {words.length > 0 && unread > 0 && (
        <p className={bylineClass}>{formatCounted(unread, 'other')} wrote nothing, or earlier.</p>
      )}
      {isOpen ? (
        <div className={actionsClass}>
          <Button look="action" onClick={() => setDecision('kept')} label="Keep" />
          {kind !== 'review' && <Button onClick={() => setDecision('corrected')}>Correct</Button>}
          <Button look="danger" onClick={() => setDecision('removed')} label="Take down" />
        </div>
      ) : (
        <p className="border-l-6 border-line-2 bg-sunk px-16 py-10">{message}</p>
      )}
      {decision && (
        <ReportDialog
          decision={decision}
          report={report}
          onDone={() => {
            setDecision(undefined)
            setDone(true)
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </li>
  )
}
