import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { ApiError } from '#contract/api-error.ts'
import { apiError, apiErrorFrom, type ErrorName, errors } from '#contract/errors.ts'
import { splitPreview } from '#contract/pages/preview-path.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'
import { findRoute } from '../requests/find-route.ts'
import { fillIn } from '../requests/read-input.ts'
import { unmarkPersonal } from './front-cache.ts'

/** Constraints by name, with the error that a violation is reported as. */
const constraints: Record<string, ErrorName> = {
  shares_of_a_story: 'storyNotFound',
  views_of_a_story: 'storyNotFound',
  likes_of_a_story: 'storyNotFound',
  ratings_of_a_story: 'storyNotFound',
  saved_books_of_the_shelf: 'bookNotFound',
  book_ratings_of_a_book: 'bookNotFound',
  // Another bundle was saved at the same moment.
  book_parts_not_nested: 'changedMeanwhile',
  book_parts_are_books: 'changedMeanwhile',
  // It was published at the same moment.
  slug_kept: 'changedMeanwhile',
  series_parts_of_a_story: 'storyNotFound',
  series_part_once: 'seriesPartTaken',
  authors_age_told: 'authorAgeNotTold',
  authors_guardian_agrees: 'authorGuardianAwaited',
  stories_age_told: 'ageNotTold',
  stories_guardian_named: 'guardianNotNamed',
  stories_guardian_agrees: 'guardianAwaited',
  stories_guardian_phoned: 'guardianNotPhoned',
  stories_contributor_agrees: 'consentAwaited',
  stories_text_approved: 'textNotApproved',
  // The account was deleted in another tab.
  likes_of_a_reader: 'unauthorized',
  ratings_of_a_reader: 'unauthorized',
  saved_books_of_a_reader: 'unauthorized',
  uploads_of_a_reader: 'unauthorized',
  sessions_of_a_reader: 'unauthorized',
  orders_of_a_reader: 'unauthorized',
  guardians_of_a_reader: 'unauthorized',
  reading_events_of_a_reader: 'unauthorized',
  achievements_of_a_reader: 'unauthorized',
  // Two callbacks of one person's first sign-in arrived at the same time.
  readers_provider_subject_once: 'signInNotFinished',
}

const retrySeconds = 3

/**
 * Turns every error into the JSON body of specification 11.6 or, for a form post, into the form's page with the typed
 * values.
 */
export function errorHandler(
  log: Logger,
  showForm: (ctx: Context, error: ApiError) => Promise<boolean>,
): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) {
        throw apiError('notFound')
      }
    } catch (error) {
      const known = toApiError(error, ctx)
      const requestId = ctx.state.requestId
      const request = { requestId, method: ctx.method, path: withoutSecret(ctx) }
      if (!known) log.error({ err: error, ...request }, 'request failed')
      else if (known.cause) log.warn({ err: known.cause, ...request }, 'external service failed')
      setErrorHeaders(ctx, known)
      // The sender still gets the error of the form when its page fails.
      const isShown =
        known &&
        (await showForm(ctx, known).catch((fault: unknown) => {
          log.error({ err: fault, ...request }, 'page of a rejected form failed')
        }))
      if (!isShown) sendError(ctx, known)
    }
  }
}

function setErrorHeaders(ctx: Context, known: ApiError | undefined) {
  ctx.status = known?.status ?? 500
  ctx.set('Cache-Control', 'no-store')
  unmarkPersonal(ctx)
  ctx.remove('Content-Encoding')
  ctx.remove('Content-Disposition')
  if (known?.retryAfter) ctx.set('Retry-After', String(known.retryAfter))
}

/** Sends a page to whoever opened the address in a browser, and JSON to everybody else. */
function sendError(ctx: Context, known: ApiError | undefined) {
  const { requestId } = ctx.state
  const message = known?.sentence ?? 'Something went wrong on our side. Please try again.'
  if (ctx.status === 503) ctx.set('Retry-After', String(retrySeconds))
  const isPage = !ctx.path.startsWith('/api')
  const isForPerson = isPage || ctx.state.isFollowed || ctx.state.form
  if (!isForPerson || ctx.accepts('json', 'html') !== 'html') {
    const { fields, beside } = known ?? {}
    ctx.body = { ...beside, message, ...(fields && { errors: fields }), requestId }
    return
  }
  const missing = known && missingPageOf(ctx, known)
  if (missing) {
    ctx.redirect(missing)
    ctx.status = 303
    return
  }
  ctx.type = 'html'
  const again = `<meta http-equiv="refresh" content="${retrySeconds}">`
  const isTriedAgain = isPage && ctx.status === 503
  ctx.body = plainPage(message, {
    ...(isTriedAgain && { title: 'One moment', head: again }),
    end: `<p>${requestId}</p>`,
  })
}

function missingPageOf({ state: { line }, params }: Context, { sentence }: ApiError) {
  const isMissing = line?.missing && errors[line.missing][1] === sentence
  return isMissing && line.missingPage ? fillIn(line.missingPage, params) : undefined
}

/** The client disconnected before its body was read: the error is not the service's. */
function isCutOff({ req }: Context): boolean {
  return req.destroyed && !req.complete
}

function isForStaff({ state: { line } }: Context): boolean {
  return line !== undefined && (typeof line.who !== 'string' || line.isForStaff === true)
}

function withoutSecret(ctx: Context): string {
  if (ctx.state.line?.isSecret) return String(ctx['_matchedRoute'])
  if (splitPreview(ctx.path)) return '/preview/:token'
  const page = findRoute(ctx.path)
  return page?.isSecret ? page.pattern : ctx.path
}

/** The error page when no page of the site can be shown. Front servers send the same text, word for word. */
export function plainPage(message: string, { title = message, head = '', end = '' }): string {
  return `<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title><h1>${message}</h1><p><a href="/">Back to the start</a></p>${end}</html>`
}

/** Undefined: an internal error, answered with 500. */
function toApiError(error: unknown, ctx: Context): ApiError | undefined {
  if (isDiskFull(error)) {
    // Staff can free disk space, so their message says so.
    return apiErrorFrom(error, isForStaff(ctx) ? 'serverDiskFull' : 'diskFull')
  }
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError) return apiErrorFrom(error, 'databaseUnavailable')
  const found = error as { constraint_name?: string; code?: string; status?: number }
  const { constraint_name: constraint, status, code } = found
  const name = constraint ? constraints[constraint] : undefined
  if (name) return apiError(name)
  // zlib's and Brotli's codes for a body that is not compressed as it claims.
  if (code && /^(Z_|ERR__ERROR_)/.test(code)) return apiError('notJson')
  switch (status) {
    case 400:
      return apiError('notJson')
    case 413:
      return apiError('tooLarge')
    case 415:
      return apiError('wrongMediaType')
  }
  return isCutOff(ctx) ? apiError('invalid') : undefined
}

/** Native libraries put the code into their message; errors of this service have it in their cause. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return false
  const { code, message, cause } = error as Error & { code?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return /no space left on device/i.test(message) || isDiskFull(cause)
}
