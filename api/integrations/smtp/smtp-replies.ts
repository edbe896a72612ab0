import { oneLine } from '#contract/text.ts'
import type { Delivery } from '../integrations.ts'

export type Stage = 'connect' | 'login' | 'sender' | 'recipient' | 'content'

interface SmtpReply {
  stage: Stage
  /** The words of the server, such as `550 5.1.1 No such user`. */
  response: string
}

/** Enhanced codes (RFC 3463) that speak of the sender's address although they begin with 5.1. */
const ofSender = /^5\.1\.[789]$/
const ofMailbox = /^5\.(1\.\d+|2\.1)$/
/** Full, too large for the mailbox, unreachable: the recipient's side, but maybe not for ever. */
const ofTheirSide = /^5\.(2|4)\.\d+$/
const unknownUser =
  // unchecked pattern: `judgeReply` reads the beginning of a reply alone.
  /(user|mailbox|recipient|address|account)[^.;]{0,40}(unknown|not found|does not exist|doesn't exist|disabled|no longer|invalid)|(no such|unknown|invalid) (user|mailbox|recipient|address|account)|no mailbox here/i
const policy =
  /relay|policy|spam|block|blacklist|denied|reputation|authenticat|spf|dkim|dmarc|sender/i

const longestRead = 1000

/** Whose an error of the mail server is. A 4xx is tried again; a 5xx is the recipient's only where it says so. */
export function judgeReply({ stage, response: reply }: SmtpReply): Delivery {
  const response = reply.slice(0, longestRead)
  const [, code = '', enhanced = ''] = /^(\d{3})[ -]?(\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? []
  const reason = [stageNames[stage], code, enhanced].filter(Boolean).join(' ')
  const isAtRecipient = stage === 'recipient' || stage === 'content'
  if (!code.startsWith('5')) {
    // 421: the server closes, whatever was asked. 4.7: it throttles us.
    const isServer = !isAtRecipient || code === '421' || enhanced.startsWith('4.7')
    return { result: 'later', reason, isServer }
  }
  if (isAtRecipient && !ofSender.test(enhanced)) {
    const isGone =
      ofMailbox.test(enhanced) ||
      (enhanced === '' && stage === 'recipient' && unknownUser.test(response))
    const isTheirs =
      ofTheirSide.test(enhanced) ||
      (enhanced === '' && stage === 'recipient' && !policy.test(response))
    if (isGone || isTheirs) return { result: 'refused', reason, isGone }
  }
  return { result: 'ours', reason, words: withoutAddresses(response), isAtRecipient }
}

const stageNames: Record<Stage, string> = {
  connect: 'connecting',
  login: 'signing in',
  sender: 'MAIL FROM',
  recipient: 'RCPT TO',
  content: 'DATA',
}

function withoutAddresses(text: string): string {
  // unchecked pattern: as above.
  return oneLine(text.replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…')).slice(0, 300)
}
