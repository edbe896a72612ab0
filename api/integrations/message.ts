import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SendMailOptions } from 'nodemailer'
import type { DkimKey, Mail } from './integrations.ts'

export interface Sender {
  /** The name that mail programs show. */
  name: string
  address: string
  publicUrl: string
}

const oneAddress = /^[^\s<>,;:@"]+@[^\s<>,;:@"]+$/
export const isAddress = (text: string) => oneAddress.test(text)

/** Headers are made from values by the library, with one recipient: typed text cannot add another. */
export function toMessage(mail: Mail, { name, address, publicUrl }: Sender): SendMailOptions {
  if (!isAddress(mail.to)) {
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
    ...(mail.attachments && {
      attachments: mail.attachments.map(({ name, content }) => ({
        filename: name,
        content,
        contentType: 'application/pdf',
      })),
    }),
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

/** By default the library leaves out List-Unsubscribe-Post, without which Gmail shows no button (RFC 8058). */
const signedHeaders = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

export function toDkim({ domain, selector, privateKey }: DkimKey) {
  const headerFieldNames = signedHeaders.join(':')
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames }
}

const leastBits = 1024

/** Throws with a message for operators when the file holds no key that mails can be signed with. */
export async function readDkimKey({
  keyFile,
  ...rest
}: {
  domain: string
  selector: string
  keyFile: string
}): Promise<DkimKey> {
  const expected = `DKIM_KEY_FILE is ${JSON.stringify(keyFile)}, expected the file of an RSA private key in PEM`
  const privateKey = await readFile(keyFile, 'utf8').catch((error: { code?: string }) => {
    throw new Error(`${expected}: it cannot be read (${error.code})`)
  })
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey)
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits) {
      return { ...rest, privateKey }
    }
  } catch {
    // It is told below, as another kind of key is.
  }
  throw new Error(expected)
}
