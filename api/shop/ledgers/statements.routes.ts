import type { Routes } from '#api/http/serve.ts'
import type { SellerFacts } from '#api/shop/pdf/order-sheet.ts'
import { required } from '#contract/errors.ts'
import { type AccountRow, findAccountByToken, listCountsOf } from './author-accounts.queries.ts'
import { sendStatementPdf } from './draw-statement.ts'
import { makeStatement, monthsSince } from './statement.ts'
import { sendStatementCsv } from './statement-csv.ts'

/** These are for authors who have nothing but the mailed link. */
export function statementsRoutes({ serve, serveFile }: Routes, seller: SellerFacts) {
  serve('GET /statements/:token', async ({ token, month }) => {
    const account = await accountOf(token)
    return {
      months: monthsSince(account.createdAt),
      statement: await makeStatement(account, month),
      chapterCounts: await listCountsOf(account.id),
    }
  })

  serveFile('GET /statements.csv/:token', async ({ token, month }, ctx) =>
    sendStatementCsv(ctx, await accountOf(token), month),
  )

  serveFile('GET /statements.pdf/:token', async ({ token, month }, ctx) =>
    sendStatementPdf(ctx, await accountOf(token), month, seller),
  )
}

async function accountOf(token: string): Promise<AccountRow> {
  return required(await findAccountByToken(token), 'statementNotFound')
}
