import { apiErrorBecause } from '#contract/errors.ts'
import { type EpubFaultName, sayEpubFault } from '#contract/shop/epub-faults.ts'
import { runThread } from './run-thread.ts'

interface ReadEpub {
  /** The opening of the text; empty where there is none. */
  sample: string
  fault: EpubFaultName
  /** The file in the EPUB. */
  place: string
}

const thread = new URL('./epub-thread.mjs', import.meta.url)

/** Checks the whole file, and resolves to its sample. Rejects what may not be sold with the reason in words. */
export async function readEpub(path: string): Promise<string> {
  const { sample, fault = 'notAnEpub', place } = await runThread<ReadEpub>(thread, path)
  if (sample === undefined) throw apiErrorBecause('badEpub', sayEpubFault(fault, place))
  return sample
}
