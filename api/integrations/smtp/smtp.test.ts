import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { sender } from '#tests/fixtures/mail-sender.ts'
import { aMailServer, readMessage } from '#tests/servers/mail-server.ts'
import type { Mail } from '../integrations.ts'
import { smtpMailer } from './smtp.ts'

const mail: Mail = {
  id: '2026-01-05-09-30-00-reset-5f0c',
  to: 'simi@readers.example',
  subject: 'Your story is in',
  text: 'Ẹ kú iṣẹ́, Simi: ₦1,250 and a link https://ascend.example/account',
  html: '<p>Ẹ kú iṣẹ́, <b>Simi</b></p>',
}

test('a mail arrives with text and HTML, from the brand and with a Message-ID of its own', async () => {
  const server = await aMailServer()
  await smtpMailer(server, sender).send(mail)

  const [got] = server.received
  expect(got).toMatchObject({ from: 'post@ascend.example', to: ['simi@readers.example'] })
  const { headers, text, html } = readMessage(got?.raw ?? '')
  expect(headers).toMatchObject({
    from: ['Ascend <post@ascend.example>'],
    to: ['simi@readers.example'],
    subject: ['Your story is in'],
    'message-id': ['<2026-01-05-09-30-00-reset-5f0c@ascend.example>'],
    'auto-submitted': ['auto-generated'],
  })
  expect(headers['content-type']?.[0]).toMatch(/^multipart\/alternative/)
  expect(text.trim()).toBe(mail.text)
  expect(html.trim()).toBe(mail.html)
  expect(headers).not.toHaveProperty('list-unsubscribe')
  expect(headers).not.toHaveProperty('x-mailer')
})

test('a PDF arrives with the mail, under its name', async () => {
  const server = await aMailServer()
  const content = Buffer.from('%PDF-1.7 of an invoice')
  const attachments = [{ name: 'Ascend invoice INV-2026-00001.pdf', content }]
  await smtpMailer(server, sender).send({ ...mail, attachments })

  const raw = server.received[0]?.raw ?? ''
  expect(raw).toMatch(/^Content-Type: multipart\/mixed/m)
  expect(raw).toMatch(/attachment; filename="Ascend invoice\s+INV-2026-00001\.pdf"/)
  expect(raw).toContain(content.toString('base64'))
})

test('a mail program can unsubscribe from a newsletter with one click', async () => {
  const server = await aMailServer()
  const unsubscribeUrl = 'https://ascend.example/api/newsletter/unsubscribe?token=7'
  await smtpMailer(server, sender).send({ ...mail, unsubscribeUrl })

  const { headers } = readMessage(server.received[0]?.raw ?? '')
  expect(headers['list-unsubscribe']).toEqual([`<${unsubscribeUrl}>`])
  expect(headers['list-unsubscribe-post']).toEqual(['List-Unsubscribe=One-Click'])
})

test('a line break in a subject adds no header and no recipient', async () => {
  const server = await aMailServer()
  await smtpMailer(server, sender).send({
    ...mail,
    subject: 'A story\r\nBcc: spy@elsewhere.example\r\n\r\nAnother body',
  })

  expect(server.received.map(({ to }) => to)).toEqual([['simi@readers.example']])
  const { headers, text } = readMessage(server.received[0]?.raw ?? '')
  expect(headers).not.toHaveProperty('bcc')
  expect(text.trim()).toBe(mail.text)
})

test.each([
  'simi@readers.example\r\nBcc: spy@elsewhere.example',
  'simi@readers.example, spy@elsewhere.example',
  'simi@readers.example;spy@elsewhere.example',
  'Simi <simi@readers.example>',
  'all: simi@readers.example',
  '',
])('nothing is sent to a recipient that is not exactly one address: %j', async (to) => {
  const server = await aMailServer()
  await expect(smtpMailer(server, sender).send({ ...mail, to })).rejects.toMatchObject({
    code: 'EADDRESS',
  })
  expect(server.calls()).toBe(0)
})

test('a server that never greets times out', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}` }, sender, { silenceMs: 100 })
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  silent.close()
})

test('a server that never completes a mail times out, however much it sends', async () => {
  const server = await aMailServer()
  server.next('silence')
  const mailer = smtpMailer(server, sender, { wholeMs: 200 })
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'EABORT' })
})
