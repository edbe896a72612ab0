import * as z from 'zod/mini'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { businessSchemas } from '#contract/settings/business.ts'

const { MAIL_FROM, PUBLISHER_EMAIL } = businessSchemas.mail.shape
const text = z.string().check(z.trim())

/** SMTP_URL as providers tell it: server, port, user and password. Errors of the whole stand at the server. */
export const mailFormSchemas = {
  SMTP_URL: text.check(z.regex(/^[\w.-]+$/, 'Please type the name of the mail server')),
  port: text.check(z.regex(/^\d{1,5}$/, 'The port is a number, such as 587')),
  user: text.check(z.minLength(1, 'Please type the user')),
  secret: text.check(z.minLength(1, 'Please type the password of the mail server')),
  MAIL_FROM,
  PUBLISHER_EMAIL,
}

/** Server, port and user of what is set, in the form's fields. */
export function readMailServer(url = ''): { SMTP_URL: string; port: string; user: string } {
  const { hostname = '', port = '', username = '' } = parseUrl(url) ?? {}
  return { SMTP_URL: hostname, port, user: decoded(username) }
}

/** The server's own variable may hold a bare %. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The variables of what was typed. On port 465 TLS begins at once. */
export function writeMailServer(typed: Record<string, unknown>): Record<string, string> {
  const { SMTP_URL: server, port, user, secret, ...addresses } = typed as Record<string, string>
  const login = [user, secret].map((part = '') => encodeURIComponent(part)).join(':')
  const scheme = port === '465' ? 'smtps' : 'smtp'
  return { ...addresses, SMTP_URL: `${scheme}://${login}@${server}:${port}` }
}
