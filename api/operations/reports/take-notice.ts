import { readFile } from 'node:fs/promises'
import { noPage } from '#contract/endpoints/operations/reports.admin.ts'
import { apiError } from '#contract/errors.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { transaction } from '#db/sql.ts'
import { findReportedAt } from './find-reported.ts'
import {
  findReport,
  insertNotice,
  insertReport,
  insertReporter,
  type PaperType,
  type ReportRow,
} from './reports.queries.ts'

/** How files of a type begin. */
const beginnings: [PaperType, string][] = [
  ['application/pdf', '%PDF-'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
]

interface Notice {
  /** Of a page that readers see. */
  address: string
  authority: string
  words: string
  file: ReceivedFile
}

/** Stores a notice of an authority as a report that waits for its decision. Its paper is only ever sent to staff. */
export async function takeNotice({ address, authority, words, file }: Notice): Promise<ReportRow> {
  const paper = new Uint8Array(await readFile(file.path))
  const head = Buffer.from(paper.subarray(0, 8)).toString('latin1')
  const [paperType] = beginnings.find(([, begin]) => head.startsWith(begin)) ?? []
  if (!paperType) throw apiError('invalid', { file: ['The paper is a PDF, a JPG or a PNG'] })
  const reported = await findReportedAt(address)
  if (!reported) throw apiError('invalid', { address: [noPage] })
  return transaction(async () => {
    const { id: reportId } = await insertReport(reported, 'notice')
    if (words) await insertReporter({ reportId, words, email: null })
    await insertNotice({ reportId, authority, paper, paperType })
    return (await findReport(reportId)) as ReportRow
  })
}
