import { open } from 'node:fs/promises'
import { apiError } from '#contract/errors.ts'
import { runThread } from './run-thread.ts'

/** The header must be within these (PDF 1.7, annex H.3.4.1). */
const headBytes = 1024

interface ReadPdf {
  pages: number
  /** The opening of the text; empty where there is none. */
  sample: string
  isLocked: boolean
}

const thread = new URL('./pdf-thread.mjs', import.meta.url)

/** Rejects what is not a PDF that anybody can open. A text that takes too long to read makes no sample. */
export async function readPdf(path: string): Promise<Pick<ReadPdf, 'pages' | 'sample'>> {
  const {
    pages = 0,
    sample = '',
    isLocked,
  } = (await beginsAsPdf(path)) ? await runThread<ReadPdf>(thread, path) : {}
  if (pages >= 1) return { pages, sample }
  throw apiError(isLocked ? 'lockedPdf' : 'notAPdf')
}

export async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.toString('latin1', 0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}
