import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './integrations.ts'

/** Who our mails come from. */
export interface Sender {
  /** The brand's name, as mail programs show it. */
  name: string
  address: string
  publicUrl: string
}

/** One address and nothing beside it: no list, no name, no line end. */
const oneAddress = /^[^\s<>,;:@"]+@[^\s<>,;:@"]+$/

/**
 * What every mail looks like on the wire, however it leaves. Headers are made by the library alone, from values
 * and never from lines, and there is one recipient: typed text cannot add another one.
 */
export function toMessage(mail: Mail, { name, address, publicUrl }: Sender): SendMailOptions {
  if (!oneAddress.test(mail.to)) {
    throw Object.assign(new Error('Expected one mail address'), { code: 'EADDRESS' })
  }
  return {
    from: { name, address },
    to: { name: '', address: mail.to },
    envelope: { from: address, to: [mail.to] },
    // Fixed, so that a repeat after a crash can be dropped.
    messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      // Keeps holiday answers away from us.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(mail.unsubscribeUrl && { list: { unsubscribe: mail.unsubscribeUrl } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
