import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './integrations.ts'

export interface Sender {
  /** As mail programs show it. */
  name: string
  address: string
  publicUrl: string
}

/** A single bare address. */
const oneAddress = /^[^\s<>,;:@"]+@[^\s<>,;:@"]+$/

/** Headers are made from values by the library, with one recipient: typed text cannot add another. */
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
      // Keeps automatic replies away.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(mail.unsubscribeUrl && { list: { unsubscribe: mail.unsubscribeUrl } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
