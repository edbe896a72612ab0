import type { Router } from '@koa/router'
import { findReader } from '#api/accounts/accounts.queries.ts'
import { serve } from '#api/http/serve.ts'
import { listLikedStories } from '#api/likes/likes.queries.ts'
import { findSubscriber } from '#api/newsletter/newsletter.queries.ts'
import { findDownload, orderPage } from '#api/orders/copies.queries.ts'
import { listRequestsFrom } from '#api/requests/requests.queries.ts'
import { listSavedBooks } from '#api/saved/saved.queries.ts'
import { listSubmissions } from '#api/submissions/submissions.queries.ts'
import { listUploads } from '#api/uploads/uploads.queries.ts'
import { pageSize } from '#contract/limits.ts'
import { requestReference } from '#contract/references.ts'
import { refuse } from '#contract/refusals.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { deleteReader, listLibrary, listMarks, listPurchases } from './belongings.queries.ts'

/** A reader's own things: the account page, the copy of their data, and leaving. */
export function belongingsRoutes(router: Router, { orderSecret }: { orderSecret: Uint8Array }) {
  serve(router, 'GET /account', async (_, { reader }) => {
    const [account, submissions, likes, saved, bought] = await Promise.all([
      findReader(reader.id),
      listSubmissions(reader.id),
      listLikedStories(reader.id, pageSize.max),
      listSavedBooks(reader.id),
      listLibrary(reader.id),
    ])
    const library = await Promise.all(
      bought.map(async ({ order, ...rest }) => ({
        ...rest,
        reference: order.reference,
        orderUrl: orderPage(order, orderSecret),
        download: await findDownload(order.id, orderSecret),
      })),
    )
    const isEmailProven = !!account?.emailProvenAt
    return { submissions, likes, saved, library, isEmailProven }
  })

  serve(router, 'GET /account/export', async (_, { reader }) => {
    const [account, submissions, marks, uploads, requests, newsletter] = await Promise.all([
      findReader(reader.id),
      listSubmissions(reader.id),
      listMarks(reader.id),
      listUploads(reader.id),
      listRequestsFrom(reader.email),
      findSubscriber(reader.email),
    ])
    if (!account) throw refuse('unauthorized')
    // Anybody can make an account with somebody else's address: what goes by it alone is not shown to them.
    const isProven = account.emailProvenAt !== null
    const purchases = await listPurchases(reader.id, isProven ? reader.email : null)
    return {
      account,
      submissions,
      ...marks,
      ...purchases,
      uploads: uploads.map(({ id, createdAt }) => ({ url: uploadUrl(id), createdAt })),
      publishingRequests: (isProven ? requests : []).map(({ id, ...request }) => ({
        ...request,
        reference: requestReference(id),
      })),
      newsletter: (isProven && newsletter) || null,
    }
  })

  serve(router, 'DELETE /account', async (_, caller) => {
    await transaction(() => deleteReader(caller.reader.id))
    await caller.signOut()
    return { status: 'ok' as const }
  })
}
