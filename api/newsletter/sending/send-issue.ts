import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BulkMailer, Delivery, MailConnection } from '#api/integrations/integrations.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { isMailDue } from '#api/mails/mails.queries.ts'
import { ApiError } from '#contract/api-error.ts'
import { handingOverSeconds } from '#contract/limits.ts'
import { type IssueMail, personalMail } from '../issue-mails/personal-mail.ts'
import {
  beginSending,
  findFrozenMail,
  findIssue,
  finishIssues,
  type Issue,
  listDueIssues,
  listSending,
  markKept,
  pauseIssue,
  setTrouble,
} from '../issues/issues.queries.ts'
import {
  beginHandingOver,
  type Claim,
  claimRecipients,
  expireLeases,
  type HandingOver,
  type Leases,
  markRefused,
  markSenderRejected,
  markTaken,
  markUncertain,
  markWaiting,
  releaseClaims,
  takeTurns,
} from './recipients.queries.ts'

/** The longest delay of an issue after a lost notification. */
const everyMs = 2_000
const mostInABatch = 50
/** The longest batch at the configured rate, so that a pause takes effect soon. */
const batchMs = 10_000
/** How often the queue of other mails is checked. */
const otherMailsMs = 200
/** The pauses between two attempts to reach a server that is down. */
const retryMs = [2_000, 10_000, 30_000, 60_000]
const usualLeases: Leases = { claimedSeconds: 300, handingOverSeconds }
/** Attempts to record a delivery while the database is unavailable, and their delay. */
const marking = { attempts: 40, pauseMs: 500 }

export interface IssueRate {
  perMinute: number
  /** SMTP connections of each replica. */
  connections: number
}

export type RenderIssue = (issue: Issue) => Promise<IssueMail>

export interface IssueSendingOptions {
  mailer: BulkMailer
  rate: IssueRate
  render: RenderIssue
  addressesOf(recipient: HandingOver): { leave: string; preferences: string }
  log: Logger
  leases?: Leases
}

export interface IssueSending {
  /** Resolves when nothing more is due or can be sent. */
  sendNow(): Promise<void>
  /** Resolves when the mails under way are handed over; the others wait for the next start. */
  stop(): Promise<void>
}

/**
 * Sends newsletter issues, each mail at most once, by any number of replicas. A mail that was being handed over when a
 * process or connection ended is uncertain and is never sent again automatically (docs/decisions/0047).
 */
export async function startIssueSending(options: IssueSendingOptions): Promise<IssueSending> {
  const connections = Array.from({ length: options.rate.connections }, () =>
    options.mailer.connect(),
  )
  const { log } = options
  const sending = startLoop({
    async work(signal) {
      for (const id of await listSending()) await sendIssue(id, options, connections, signal)
      await finishIssues()
      for (const connection of connections) connection.close()
    },
    everyMs,
    channel: 'letters_waiting',
    log,
    failure: 'newsletter sending failed',
  })
  // A loop of its own, so that a long issue does not delay the schedule of the next one.
  const schedule = startLoop({
    async work() {
      for (const id of await listDueIssues()) {
        await startSending(id, options.render).catch((error: unknown) => {
          log.error({ err: error, issue: id }, 'scheduled newsletter issue could not be started')
          return setTrouble(id, whyNotStarted(error))
        })
      }
      await expireLeases()
      await finishIssues()
    },
    everyMs,
    log,
    failure: 'newsletter schedule check failed',
  })
  await sending.ready
  return {
    async sendNow() {
      await schedule.runNow()
      await sending.runNow()
    },
    async stop() {
      await Promise.all([schedule.stop(), sending.stop()])
      for (const connection of connections) connection.close()
    },
  }
}

/** Freezes the mail of a due issue and queues it for its recipients. Resolves to whether it did. */
export async function startSending(id: string, render: RenderIssue): Promise<boolean> {
  const issue = await findIssue(id)
  return issue?.state === 'scheduled' && beginSending(issue, await render(issue))
}

/** A scheduled issue may have become invalid: the content of its cards may have grown since. */
function whyNotStarted(error: unknown): string {
  return error instanceof ApiError
    ? [error.sentence, ...Object.values(error.fields ?? {}).flat()].join(' ')
    : 'It could not be started, and the log of the service says why. It is tried again by itself.'
}

/** Sends until no recipient is due, the issue is paused or stopped, or the server accepts no mail. */
async function sendIssue(
  id: string,
  options: IssueSendingOptions,
  connections: MailConnection[],
  signal: AbortSignal,
) {
  const { rate, leases = usualLeases } = options
  const everyTurnMs = 60_000 / rate.perMinute
  const most = Math.min(
    mostInABatch,
    Math.max(connections.length, Math.ceil(batchMs / everyTurnMs)),
  )
  const mail = await findFrozenMail(id)
  let failures = 0
  while (mail && !signal.aborted) {
    while (!signal.aborted && (await isMailDue())) await delay(otherMailsMs, signal)
    const batch = await claimRecipients(id, most, leases)
    if (batch.length === 0) return
    const start = Date.now() + (await takeTurns(batch.length, everyTurnMs))
    const turns = batch.map((claim, turn) => ({ claim, at: start + turn * everyTurnMs }))
    const outcome = await sendBatch(turns, mail, options, connections, signal).finally(() =>
      releaseClaims(batch),
    )
    if (outcome !== 'away') {
      failures = 0
      await setTrouble(id, null)
      continue
    }
    await delay(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, signal)
    failures++
  }
}

interface Turn {
  claim: Claim
  /** Milliseconds since the epoch. */
  at: number
}

/** `away`: the server took none, for a reason that has nothing to do with the recipients. */
async function sendBatch(
  turns: Turn[],
  mail: IssueMail,
  options: IssueSendingOptions,
  connections: MailConnection[],
  signal: AbortSignal,
): Promise<'done' | 'away'> {
  const { leases = usualLeases } = options
  let isEnded = false
  let outcome: 'done' | 'away' = 'done'
  const work = async (connection: MailConnection) => {
    for (let turn = turns.shift(); turn && !isEnded; turn = turns.shift()) {
      await delay(turn.at - Date.now(), signal)
      if (signal.aborted || isEnded) return
      const to = await beginHandingOver(turn.claim, leases)
      if (to === 'suppressed') continue
      if (to === 'notNow') {
        isEnded = true
        return
      }
      const delivery = await deliver(connection, turn.claim, mail, to, options)
      await withRetry(() => settle(turn.claim, to, delivery, options.log))
      if (delivery.result === 'ours') isEnded = true
      if (delivery.result === 'later' && delivery.isServer) {
        isEnded = true
        outcome = 'away'
      }
    }
  }
  const results = await Promise.allSettled(connections.map(work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return outcome
}

/** A mail that cannot be rendered was not handed over; the issue is paused until somebody acts. */
async function deliver(
  connection: MailConnection,
  { letterId, subscriberId }: Claim,
  frozen: IssueMail,
  to: HandingOver,
  { addressesOf, log }: IssueSendingOptions,
): Promise<Delivery> {
  try {
    const addresses = addressesOf(to)
    return await connection.deliver({
      // Receiving servers drop a repeated Message-ID.
      id: `${letterId}.${subscriberId}`,
      to: to.email,
      ...personalMail(frozen, { ...addresses, wants: to.wants }),
      unsubscribeUrl: addresses.leave,
    })
  } catch (error) {
    log.error({ err: error, issue: letterId }, 'newsletter mail could not be rendered')
    const words = 'one could not be made, and the log of the service says why.'
    return { result: 'ours', reason: 'not made', words, isAtRecipient: false }
  }
}

async function settle(claim: Claim, { email }: HandingOver, delivery: Delivery, log: Logger) {
  switch (delivery.result) {
    case 'taken':
      if (delivery.isKept) await markKept(claim.letterId)
      return markTaken(claim, delivery.id)
    case 'uncertain':
      return markUncertain(claim, delivery.reason)
    case 'refused': {
      const suppressed = delivery.isGone ? { email, because: 'refused' as const } : undefined
      return markRefused(claim, delivery.reason, suppressed)
    }
    case 'later': {
      await markWaiting(claim, delivery.reason, { counts: !delivery.isServer })
      if (!delivery.isServer) return
      const trouble = `The mail server does not take mails at present (${delivery.reason}). It is tried again by itself.`
      return setTrouble(claim.letterId, trouble)
    }
    case 'ours': {
      const { reason, words, isAtRecipient } = delivery
      if (isAtRecipient && !(await markSenderRejected(claim, reason)).isRetried) return
      if (!isAtRecipient) await markWaiting(claim, reason, { counts: false })
      await pauseIssue(claim.letterId, `The mail server refuses our mails: ${words}`)
      log.error(
        { issue: claim.letterId, reason },
        'newsletter issue paused: the mail server rejects its mails',
      )
    }
  }
}

/** Retries, so that the mail server's reply is not lost while the database is unavailable for a moment. */
async function withRetry(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === marking.attempts) throw error
      await pause(marking.pauseMs)
    }
  }
}

/** Ends early with the signal. */
async function delay(ms: number, signal: AbortSignal) {
  if (ms > 0) await pause(ms, undefined, { signal }).catch(() => {})
}
