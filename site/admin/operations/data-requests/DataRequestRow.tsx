import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { dataRequestWords } from '#contract/pages/data-requests.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import {
  actionsClass,
  badgeClasses,
  bylineClass,
  factsClass,
  outlineClass,
} from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { DataRequestDialog } from './DataRequestDialog.tsx'
import { daysLeft } from './request-clock.ts'

export type AdminDataRequest = OutputOf<'GET /admin/data-requests'>[number]

const quoteClass = 'max-w-[70ch] whitespace-pre-line border-l-6 border-line-2 bg-sunk px-16 py-10'

/** What somebody asks, how long is left, and what the owner does: answer, export, erase. */
export function DataRequestRow({ request }: { request: AdminDataRequest }) {
  const { id, kind, email, words, answerBy, answeredAt, answer } = request
  const [open, setOpen] = useState<'erase' | 'answer'>()
  const [report, setReport] = useState<string[]>()
  const [isDone, setDone] = useState(false)
  const line = useRef<HTMLHeadingElement>(null)
  // What was done is told below it; the clicked button may be gone.
  useEffect(() => {
    if (isDone) line.current?.focus()
    setDone(false)
  }, [isDone])
  const left = daysLeft(answerBy)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-14 border-b border-line py-20 [overflow-wrap:anywhere]">
      <div>
        <h3 className="text-19/120 md:text-22" tabIndex={-1} ref={line}>
          {email}
        </h3>
        <p className={factsClass}>
          {!answeredAt && (
            <b className={left.isPressing ? badgeClasses.bad : badgeClasses.planned}>{left.text}</b>
          )}
          <b>{dataRequestWords[kind]}</b>
        </p>
        <p className={bylineClass}>
          {answeredAt
            ? `Answered ${formatMoment(answeredAt)}`
            : `Answer by ${formatMoment(answerBy)} in Lagos`}
        </p>
      </div>
      {words && <p className="max-w-[70ch] whitespace-pre-line font-serif leading-160">{words}</p>}
      {report && (
        <div role="status" className={quoteClass}>
          {['What was erased, and what stays:', ...report].join('\n')}
          <p className="mt-8">
            Published stories stay, unless the account was of somebody under 18. Whether a name in
            one must go is for you, and perhaps a lawyer, to decide.
          </p>
        </div>
      )}
      {answer === null ? (
        <div className={actionsClass}>
          <Button look="action" onClick={() => setOpen('answer')} label="Answer" />
          <DownloadFile
            path={`/api/admin/data-requests/${id}/export.json`}
            label="Export"
            of={email}
            className={outlineClass}
            done={adminMessages.dataExported}
          />
          <Button look="danger" onClick={() => setOpen('erase')} label="Erase" />
        </div>
      ) : (
        <p className={quoteClass}>{answer}</p>
      )}
      {open && (
        <DataRequestDialog
          request={request}
          isErasing={open === 'erase'}
          onDone={(report) => {
            setOpen(undefined)
            if (report) setReport(report)
            setDone(true)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </li>
  )
}
