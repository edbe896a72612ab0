import type { Routes } from '#api/http/serve.ts'
import { transaction } from '#db/sql.ts'
import { deleteReading, findReading, upsertReading } from './reading.queries.ts'

export function readingRoutes({ serve }: Routes) {
  serve('PUT /account/reading', (upload, { reader }) =>
    inTurn(reader.id, () =>
      transaction(async () => {
        await upsertReading(reader.id, upload)
        return findReading(reader.id)
      }),
    ),
  )

  serve('DELETE /account/reading', async (_, { reader }) => {
    await transaction(() => deleteReading(reader.id))
  })

  serve('POST /data-saver', async ({ dataSaver }, context) => {
    context.switchDataSaver(dataSaver === 'on')
    return { dataSaver }
  })
}

const turns = new Map<string, Promise<unknown>>()

/** Requests of one reader wait here, since in the database each would hold a connection. */
async function inTurn<T>(readerId: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(readerId) ?? Promise.resolve()).then(work, work)
  turns.set(readerId, turn)
  try {
    return await turn
  } finally {
    if (turns.get(readerId) === turn) turns.delete(readerId)
  }
}
