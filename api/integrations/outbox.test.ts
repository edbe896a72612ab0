import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { sender } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { readMessage } from '#tests/servers/mail-server.ts'
import type { Mail } from './integrations.ts'
import { outboxMailer } from './outbox.ts'

const mail: Mail = {
  id: '2026-01-05-09-30-00-reset-5f0c',
  to: 'simi@readers.example',
  subject: 'Choose a new password',
  text: 'https://ascend.example/sign-in?mode=reset&token=abc',
  html: '<p>Choose</p>',
}

async function anOutbox() {
  const dataDir = await aFolder()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const folder = join(dataDir, 'outbox')
  return { mailer: outboxMailer(dataDir, sender, log), folder, logged: () => lines.join('') }
}

test('without a mail server a mail is written as a file that mail programs open', async () => {
  const { mailer, folder, logged } = await anOutbox()
  await mailer.send(mail)

  expect(await readdir(folder)).toEqual(['2026-01-05-09-30-00-reset-5f0c.eml'])
  const file = join(folder, `${mail.id}.eml`)
  const raw = await readFile(file, 'utf8')
  expect(raw.replaceAll('\r\n', '')).not.toContain('\n')
  const { headers, text, html } = readMessage(raw)
  expect(headers['to']).toEqual(['simi@readers.example'])
  expect(text.trim()).toBe(mail.text)
  expect(html.trim()).toBe(mail.html)
  expect(JSON.parse(logged())).toMatchObject({ msg: 'mail written', file })
  expect(logged()).not.toContain('simi')
})

test('a name of the magazine with line ends adds no line to the head of its mails', async () => {
  const dataDir = await aFolder()
  const named = { ...sender, name: 'Ascend\r\nBcc: thief@elsewhere.example\r\n\r\nHello' }
  await outboxMailer(dataDir, named, pino({ level: 'silent' })).send(mail)
  const { headers } = readMessage(await readFile(join(dataDir, 'outbox', `${mail.id}.eml`), 'utf8'))
  expect(headers).not.toHaveProperty('bcc')
  expect(headers['from']).toHaveLength(1)
})

test('other users of the machine cannot read the mails, whose links open accounts', async () => {
  const { mailer, folder } = await anOutbox()
  await mailer.send(mail)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, `${mail.id}.eml`))).mode & 0o777).toBe(0o600)
})

test('a repeated mail overwrites its file, also a partial one', async () => {
  const { mailer, folder } = await anOutbox()
  await mkdir(folder)
  await writeFile(join(folder, `${mail.id}.eml.part`), 'Half a mail'.repeat(1000))
  await mailer.send(mail)
  await mailer.send({ ...mail, text: 'A later link' })

  expect(await readdir(folder)).toEqual([`${mail.id}.eml`])
  const { text } = readMessage(await readFile(join(folder, `${mail.id}.eml`), 'utf8'))
  expect(text.trim()).toBe('A later link')
})
