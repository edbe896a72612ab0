import * as z from 'zod/mini'
import { forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import {
  count,
  id,
  oneOf,
  paging,
  redirection,
  returnTo,
  time,
  token,
} from '#contract/endpoints/fields.ts'
import { ownPage } from '#contract/endpoints/magazine/authors.ts'
import { storySummary, submission } from '#contract/endpoints/magazine/stories.ts'
import { bookSummary } from '#contract/endpoints/shop/books.ts'
import { invoicedSchool } from '#contract/endpoints/shop/invoices.ts'
import { download } from '#contract/endpoints/shop/orders.ts'
import { boughtPresent } from '#contract/endpoints/shop/presents.ts'
import { readingOfBook } from '#contract/endpoints/shop/reading.ts'
import { adminRequest } from '#contract/endpoints/shop/requests.admin.ts'
import { givenReview } from '#contract/endpoints/shop/review-fields.ts'
import { achievementIds } from '#contract/magazine/achievements.ts'
import { ageBands } from '#contract/magazine/age-bands.ts'
import { reportReasons } from '#contract/magazine/reports.ts'
import { digests } from '#contract/newsletter/newsletter-choices.ts'
import { dataRequestKinds } from '#contract/pages/data-requests.ts'
import { roles } from '#contract/roles.ts'
import { orderStates, paymentMethods } from '#contract/states.ts'
import { forgotten, registration, reset, signIn } from './sign-in.ts'

const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
})

export const accounts = {
  'GET /auth/user': forReader({ output: user }),
  'GET /login': forAnyone({ input: z.object({ returnTo }), ...redirection }),
  /** A navigation signs out and redirects; any other request gets a page with a button. */
  'GET /logout': forAnyone({ output: z.object({}), file: 'text/html' }),
  'POST /logout': forAnyone({
    // Only sets a cookie.
    limited: 'elsewhere',
    form: { page: '/account', done: '/' },
  }),
  'GET /auth/callback': forAnyone({
    input: z.object({ state: z.optional(z.string()) }),
    ...redirection,
  }),
  'POST /auth/register': forAnyone({
    input: registration,
    /** Where a child goes on, instead of where they came from: to name a guardian. */
    output: z.extend(user, { returnTo: z.optional(z.string()) }),
    status: 201,
    limited: 'form',
    form: { page: '/sign-in?mode=create&returnTo={returnTo}', done: '{returnTo}' },
  }),
  'POST /auth/sign-in': forAnyone({
    input: signIn,
    output: user,
    // Only wrong passwords are counted.
    limited: 'elsewhere',
    form: { page: '/sign-in?returnTo={returnTo}', done: '{returnTo}' },
  }),
  /** The link of the welcome mail. */
  'GET /auth/prove': forAnyone({
    input: z.object({ id: z.optional(z.string()), proof: z.optional(z.string()) }),
    ...redirection,
  }),
  'POST /auth/forgot': forAnyone({
    input: forgotten,
    status: 202,
    limited: 'form',
    form: { page: '/sign-in?mode=forgot', done: '/sign-in?mode=sent' },
  }),
  'POST /auth/reset': forAnyone({
    input: reset,
    // Each mailed token works once.
    limited: 'elsewhere',
    form: { page: '/sign-in?mode=reset&token={token}', done: '/sign-in?mode=changed' },
  }),
  'GET /account': forReader({
    output: z.object({
      submissions: z.array(submission),
      likes: z.array(storySummary),
      saved: z.array(bookSummary),
      /** Specification 3.7. */
      readingStats: z.object({
        storiesRead: count,
        totalReadingTime: count,
        categoriesExplored: count,
        streakDays: count,
        articlesLiked: count,
        /** Downloads from the reader's own library. */
        booksDownloaded: count,
        achievementsUnlocked: count,
      }),
      /** Paid orders. */
      libraryTotal: count,
      /** A verified address brings the orders of visitors that carry it. */
      isEmailProven: z.boolean(),
      /** False where a sign-in provider alone knows the reader. */
      hasPassword: z.boolean(),
    }),
  }),
  'GET /account/books': forReader({
    input: z.object({ page: paging.page }),
    output: z.object({
      /** A page of the paid orders, latest first. */
      library: z.array(
        z.object({
          reference: z.string(),
          book: bookSummary,
          quantity: z.int(),
          paidAt: time,
          orderUrl: z.string(),
          download: z.nullable(download),
          rating: z.nullable(z.int()),
          /** A free book can be rated only if the buyer's address is verified. */
          canRate: z.boolean(),
          /** Whose a present is; null for one's own copy. */
          presentFor: z.nullable(z.string()),
        }),
      ),
      libraryTotal: count,
      /** Of those on this page that are read here, and of the one that was read last. */
      reading: z.array(readingOfBook),
      /** Token of the library's address for reading apps; null while there is none. */
      libraryToken: z.nullable(z.string()),
      isEmailProven: z.boolean(),
    }),
  }),
  /** Makes the address of the library for reading apps; a new one ends the one before. */
  'PUT /account/library-link': forReader({
    beforeGuardian: true,
    output: z.object({ token }),
    form: { page: '/account/books', done: '/account/books?done=library-link' },
  }),
  /** A reader's own books, each once and latest first, for whoever has the library's address: no key of an order is in it. */
  'GET /libraries/:token': forAnyone({
    isPrivate: true,
    isSecret: true,
    input: z.object({ token, ...paging }),
    output: z.array(z.object({ book: bookSummary, paidAt: time, download: z.nullable(download) })),
    missing: 'libraryNotFound',
  }),
  'GET /account/export': forReader({
    output: z.object({
      account: z.extend(user, { createdAt: time, ageBand: z.nullable(z.enum(ageBands)) }),
      /** Guardians named by a reader under 18, with their answers, oldest first. */
      guardian: z.nullable(
        z.object({
          name: z.string(),
          email: z.string(),
          namedAt: time,
          phonedAt: z.nullable(time),
          answers: z.array(
            z.object({
              agrees: z.boolean(),
              givenBy: z.enum(['guardian', 'contributor']),
              givenAt: time,
              wording: z.nullable(z.array(z.string())),
            }),
          ),
        }),
      ),
      submissions: z.array(z.extend(submission, { content: z.string() })),
      authorPage: z.nullable(ownPage),
      /** The edits of stories: the contributor's text, and the edit they were asked about, with their answer. */
      edits: z.array(
        z.object({
          storyId: id,
          consent: z.nullable(z.enum(['asked', 'agreed', 'answered'])),
          answer: z.nullable(z.string()),
          answeredAt: z.nullable(time),
          revisions: z.array(
            z.object({
              isOwn: z.boolean(),
              savedAt: time,
              title: z.string(),
              summary: z.string(),
              content: z.string(),
            }),
          ),
        }),
      ),
      likes: z.array(z.object({ storyId: id, title: z.string(), createdAt: time })),
      ratings: z.array(
        z.object({ storyId: id, title: z.string(), rating: z.int(), updatedAt: time }),
      ),
      saved: z.array(z.object({ bookId: id, title: z.string(), createdAt: time })),
      /** Orders in any state. */
      orders: z.array(
        z.object({
          reference: z.string(),
          orderNumber: z.string(),
          status: z.enum(orderStates),
          bookId: id,
          title: z.string(),
          parts: z.array(z.string()),
          quantity: z.int(),
          /** The amount is in naira. */
          amount: z.number(),
          discountCode: z.nullable(z.string()),
          discount: z.number(),
          paymentMethod: z.enum(paymentMethods),
          lastDigits: z.nullable(z.string()),
          /** Downloads by all links of the order. */
          downloads: count,
          /** When each browser was last used in which the order opens its book. */
          browsers: z.array(time),
          buyerName: z.string(),
          buyerEmail: z.string(),
          createdAt: time,
          paidAt: z.nullable(time),
          refundedAt: z.nullable(time),
          present: z.nullable(boughtPresent),
          /** What was typed of a school; null for an order without an invoice. */
          invoice: z.nullable(invoicedSchool),
        }),
      ),
      /** Mailed to the address, once it is verified, and not opened yet. */
      presents: z.array(
        z.object({ from: z.string(), title: z.string(), greeting: z.string(), sentAt: time }),
      ),
      /** Sent with the address, once it is verified, until 30 days after the decision. */
      reports: z.array(
        z.object({
          title: z.string(),
          reason: z.enum(reportReasons),
          words: z.string(),
          createdAt: time,
        }),
      ),
      /** Sent with the address, once it is verified. */
      dataRequests: z.array(
        z.object({
          kind: z.enum(dataRequestKinds),
          words: z.string(),
          createdAt: time,
          answeredAt: z.nullable(time),
          answer: z.nullable(z.string()),
        }),
      ),
      /** A deleted story has no title. */
      reading: z.array(
        z.object({
          storyId: id,
          title: z.nullable(z.string()),
          day: z.string(),
          seconds: count,
          isRead: z.boolean(),
        }),
      ),
      /** Where they are in books that are read here. */
      bookPlaces: z.array(
        z.object({
          bookId: id,
          title: z.string(),
          number: count,
          fraction: z.number(),
          at: time,
        }),
      ),
      /** What they marked in books, and wrote beside it. */
      notes: z.array(
        z.object({
          bookId: id,
          title: z.string(),
          chapter: z.string(),
          number: count,
          quote: z.string(),
          words: z.string(),
          changedAt: time,
        }),
      ),
      achievements: z.array(z.object({ id: z.enum(achievementIds), unlockedAt: time })),
      bookRatings: z.array(
        z.object({
          bookId: id,
          title: z.string(),
          rating: z.int(),
          review: z.nullable(givenReview),
          updatedAt: time,
        }),
      ),
      uploads: z.array(z.object({ url: z.string(), createdAt: time })),
      publishingRequests: z.array(
        z.omit(adminRequest, {
          id: true,
          note: true,
          message: true,
          messageAt: true,
          bookId: true,
          dueOn: true,
          isOverdue: true,
          revision: true,
          updatedAt: true,
        }),
      ),
      sessions: z.array(z.object({ createdAt: time, expiresAt: time })),
      devices: z.array(z.object({ lastUsedAt: time })),
      /** The account on the admin pages that is linked to this one. */
      staff: z.array(z.object({ name: z.string(), role: z.enum(roles), createdAt: time })),
      mails: z.array(z.object({ kind: z.string(), createdAt: time, sentAt: z.nullable(time) })),
      newsletter: z.nullable(
        z.object({
          confirmedAt: z.nullable(time),
          createdAt: time,
          takesLetters: z.boolean(),
          digest: z.nullable(z.enum(digests)),
          categories: z.array(z.string()),
          /** `author:<id>`, `category:<id>`, `series:<id>`. */
          follows: z.array(z.string()),
          /** Version of the text beside the field. */
          wording: z.nullable(z.int()),
          source: z.nullable(z.string()),
          letters: z.array(z.object({ subject: z.string(), sentAt: time })),
        }),
      ),
    }),
  }),
  'DELETE /account': forReader({
    form: {
      page: '/account',
      done: '/',
      agree: { name: 'sure', message: 'Please tick the box if you are sure.' },
    },
  }),
}

export const dataSaver = {
  /** A cookie that overrides the browser's request header. */
  'POST /data-saver': forAnyone({
    input: z.object({
      dataSaver: oneOf(['on', 'off'] as const, 'Data saver is either on or off'),
      returnTo,
    }),
    output: z.object({ dataSaver: z.enum(['on', 'off']) }),
    // Only sets a cookie.
    limited: 'elsewhere',
    form: { page: '/', done: '{returnTo}' },
  }),
}
