import { addressHash, readPreferencesToken } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { Digest, NewsletterRhythm } from '#contract/newsletter/newsletter-choices.ts'
import { paths } from '#contract/paths.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { transaction } from '#db/sql.ts'
import { listFollowed } from '../follows/follows.queries.ts'
import { stopFollowing } from './stop-following.ts'
import {
  confirmSubscriber,
  deleteSubscriber,
  findChoices,
  insertSubscriber,
  setChoices,
} from './subscribers.queries.ts'

export function newsletterRoutes(
  { serve, serveWrite }: Routes,
  { orderSecret }: { orderSecret: Uint8Array },
) {
  serveWrite('POST /newsletter', async ({ email }) => {
    // Whether a mail is sent is decided when it is composed, so that the response reveals nothing.
    await insertSubscriber(email, 'form')
    await queueMail('newsletter', email, {})
  })

  serve('GET /newsletter/confirm', async ({ token }, { isHead }) => {
    if (isHead) return { to: paths.newsletter }
    return {
      to: outcomePaths.newsletter((await confirmSubscriber(token)) ? 'confirmed' : 'expired'),
    }
  })

  serve('GET /newsletter/unsubscribe', async ({ token }) => ({
    to: outcomePaths.newsletter('leaving', token),
  }))

  serve('POST /newsletter/unsubscribe', async ({ token }) => {
    await transaction(() => deleteSubscriber(token, (email) => addressHash(orderSecret, email)))
  })

  serve('GET /newsletter/unfollow', async ({ token, follow }) => ({
    to: outcomePaths.newsletter('leaving', token, follow),
  }))

  serve('POST /newsletter/unfollow', async ({ token, follow }) => {
    const key = follow === 'all' ? undefined : follow
    await transaction(() => stopFollowing(token, key, orderSecret))
  })

  const unsubscribeTokenOf = (token: string) => {
    return required(readPreferencesToken(orderSecret, token), 'subscriberNotFound')
  }

  serve('GET /newsletter/preferences', async ({ token }) => {
    const leaveToken = unsubscribeTokenOf(token)
    const subscriber = required(await findChoices(leaveToken), 'subscriberNotFound')
    const { email, categories } = subscriber
    const follows = await listFollowed(subscriber.follows)
    return { email, categories, rhythm: rhythmOf(subscriber), leaveToken, follows }
  })

  serve('POST /newsletter/preferences', async ({ token, rhythm, categories }) => {
    if (rhythm === 'follows' && !(await findChoices(unsubscribeTokenOf(token)))?.follows.length)
      throw apiError('invalid', { rhythm: ['You follow nothing: please choose how often'] })
    const isKnown = await setChoices(unsubscribeTokenOf(token), {
      ...choicesOf(rhythm),
      categories,
    })
    if (!isKnown) throw apiError('subscriberNotFound')
  })
}

interface Rhythm {
  takesLetters: boolean
  digest: Digest | null
}

function rhythmOf({ takesLetters, digest }: Rhythm): NewsletterRhythm {
  if (!digest) return takesLetters ? 'letters' : 'follows'
  return takesLetters ? `letters-${digest}` : digest
}

function choicesOf(rhythm: NewsletterRhythm): Rhythm {
  const digest = rhythm.replace(/^(letters-?|follows)/, '') as Digest | ''
  return { takesLetters: rhythm.startsWith('letters'), digest: digest || null }
}
