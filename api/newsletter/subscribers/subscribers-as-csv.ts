import { csvLine } from '#api/http/escape.ts'
import { listConfirmedAfter } from './subscribers.queries.ts'

const batchRows = 2000
const columns = ['email', 'confirmedAt', 'unsubscribeUrl', 'askedAt', 'wording', 'source']

/** RFC 4180, read in pieces so that a slow download holds no connection. */
export async function* subscribersAsCsv(publicUrl: string): AsyncGenerator<string> {
  yield csvLine(columns)
  let last = ''
  while (true) {
    const piece = await listConfirmedAfter(last, batchRows)
    if (piece.length > 0) {
      yield piece
        .map(({ email, confirmedAt, unsubscribeToken, createdAt, wording, source }) => {
          const query = new URLSearchParams({ token: unsubscribeToken })
          return csvLine([
            email,
            confirmedAt,
            `${publicUrl}/api/newsletter/unsubscribe?${query}`,
            createdAt,
            String(wording ?? ''),
            source ?? '',
          ])
        })
        .join('')
    }
    if (piece.length < batchRows) return
    last = piece.at(-1)?.email ?? ''
  }
}
