import { isPreviewProof, previewProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { type Brand, renderMail } from '#api/mails/render-mail.ts'
import { findStaff } from '#api/staff/people/staff.queries.ts'
import { apiError } from '#contract/errors.ts'
import type { MailId, MailWords } from '#contract/mails/mail-texts.ts'
import { exampleMail } from './example-mail.ts'
import type { LiveSettings } from './live-settings.ts'
import { findSetting } from './settings.queries.ts'

const previewMinutes = 30

interface Options {
  settings: LiveSettings
  brand: Brand
  publicUrl: string
  orderSecret: Uint8Array
}

/** Mails in words that are not published yet. */
export function mailPreviewRoutes(
  { serve, serveFile }: Routes,
  { settings, brand, publicUrl, orderSecret }: Options,
) {
  const open = async (mail: MailId) => {
    const words = await draftedWords(settings)
    return renderMail(await exampleMail(mail, { words, brand, publicUrl }), { brand, publicUrl })
  }

  serve('GET /admin/mails/:mail/preview', async ({ mail }) => {
    const until = Math.floor(Date.now() / 1000) + previewMinutes * 60
    const proof = previewProof(orderSecret, { id: mail, until })
    const query = new URLSearchParams({ until: String(until), proof })
    return { subject: (await open(mail)).subject, frame: `/api/mail-previews/${mail}?${query}` }
  })

  serve('POST /admin/mails/:mail/test', async ({ mail }, { staff }) => {
    const email = (await findStaff(staff.id))?.email
    await queueMail('letterTest', email ?? toPublisher, await open(mail))
    return { to: email ?? 'the address of the publisher' }
  })

  serveFile('GET /mail-previews/:mail', async ({ mail, until, proof }, ctx) => {
    const isOpen = until > Date.now() / 1000
    if (!isOpen || !isPreviewProof(orderSecret, { id: mail, until }, proof))
      throw apiError('settingNotFound')
    ctx.set({
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl}; frame-ancestors 'self'; sandbox`,
      'Referrer-Policy': 'no-referrer',
    })
    ctx.type = 'text/html; charset=utf-8'
    ctx.status = 200
    // Links open a new window, which the sandbox forbids, so that a press loads no page into the frame.
    ctx.body = (await open(mail)).html.replace('<head>', '<head>\n<base target="_blank">')
  })
}

/** A draft holds what was typed, which nothing has checked: what is no text counts as not typed. */
async function draftedWords({ current, refresh, originals }: LiveSettings): Promise<MailWords> {
  await refresh()
  const draft = (await findSetting('mails'))?.draft
  if (!draft) return current().mails
  const typed = Object.entries(draft).filter(([, text]) => typeof text === 'string')
  return { ...originals.mails, ...Object.fromEntries(typed) }
}
