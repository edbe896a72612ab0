import type { Reader } from '#api/http/request-context.ts'
import { findAuthorPage } from '#api/magazine/authors/authors.queries.ts'
import { listSubmissions } from '#api/magazine/submissions/submissions.queries.ts'
import { listUploads } from '#api/magazine/uploads/uploads.queries.ts'
import { listIssuesTo } from '#api/newsletter/issues/issues.queries.ts'
import { findSubscriber } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { findReader } from '#api/readers/accounts/accounts.queries.ts'
import { findAgeBand } from '#api/readers/guardians/guardians.queries.ts'
import { findReading, listReadingEvents } from '#api/readers/reading/reading.queries.ts'
import { listNotes } from '#api/shop/chapters/notes.queries.ts'
import { listPlaces } from '#api/shop/chapters/places.queries.ts'
import { listPresentsTo } from '#api/shop/presents/presents.queries.ts'
import { listRequestsFrom } from '#api/shop/requests/requests.queries.ts'
import { apiError } from '#contract/errors.ts'
import { requestReference } from '#contract/text.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { listReportsFrom } from '../reports/reports.queries.ts'
import {
  findGuardianData,
  listDataRequestsFrom,
  listEdits,
  listEngagement,
  listMailsTo,
  listPurchases,
  listSignIns,
  listStaffOf,
} from './account-data.queries.ts'

/** Everything of an account, as `GET /account/export` and a request of its owner get it. */
export async function exportAccount(reader: Reader) {
  const [
    account,
    submissions,
    authorPage,
    marks,
    uploads,
    requests,
    newsletter,
    reading,
    { unlocked },
    bookPlaces,
    notes,
  ] = await Promise.all([
    findReader(reader.id),
    listSubmissions(reader.id, { withDeleted: true }),
    findAuthorPage(reader.id),
    listEngagement(reader.id),
    listUploads(reader.id),
    listRequestsFrom(reader.email),
    findSubscriber(reader.email),
    listReadingEvents(reader.id),
    findReading(reader.id),
    listPlaces(reader.id),
    listNotes(reader.id),
  ])
  if (!account) throw apiError('unauthorized')
  // Anybody can register somebody else's address: what goes by it is shown only once it is proven.
  const isProven = account.emailProvenAt !== null
  const [purchases, signIns, staff, guardian, edits, mails, presents, reports] = await Promise.all([
    listPurchases(reader.id),
    listSignIns(reader.id),
    listStaffOf(reader.id),
    findGuardianData(reader.id),
    listEdits(reader.id),
    isProven ? listMailsTo(reader.email) : [],
    isProven ? listPresentsTo(reader.email) : [],
    isProven ? listReportsFrom(reader.email) : [],
  ])
  return {
    account: { ...account, ageBand: await findAgeBand(reader.id) },
    guardian,
    submissions,
    authorPage: authorPage ?? null,
    edits,
    ...marks,
    ...purchases,
    ...signIns,
    staff,
    mails,
    presents,
    reports,
    dataRequests: isProven ? [...(await listDataRequestsFrom(reader.email))] : [],
    reading,
    bookPlaces: bookPlaces.map(({ at, ...place }) => ({
      ...place,
      at: new Date(at).toISOString(),
    })),
    notes,
    achievements: unlocked,
    uploads: uploads.map(({ id, createdAt }) => ({ url: uploadUrl(id), createdAt })),
    publishingRequests: (isProven ? requests : []).map(({ id, ...request }) => ({
      ...request,
      reference: requestReference(id),
    })),
    newsletter:
      isProven && newsletter
        ? { ...newsletter, letters: [...(await listIssuesTo(reader.email))] }
        : null,
  }
}
