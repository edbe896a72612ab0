import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sender } from '#tests/fixtures/mail-sender.ts'
import { verifyDkim } from '#tests/servers/dkim.ts'
import { aMailServer } from '#tests/servers/mail-server.ts'
import type { Mail } from '../integrations.ts'
import { smtpBulkMailer, smtpMailer } from './smtp.ts'
import { judgeReply } from './smtp-replies.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const dkim = { domain: 'ascend.example', selector: 'ascend', privateKey }

const mail: Mail = {
  id: '5a1e0000-0000-4000-8000-000000000001.5a1e0000-0000-4000-8000-000000000002',
  to: 'simi@readers.example',
  subject: 'Ẹ kú iṣẹ́: five stories of November, and a book that everybody asks for',
  text: 'Dear reader,\n\n.hidden dots and  two spaces \n',
  html: '<p>Dear reader</p>',
  unsubscribeUrl:
    'https://a-very-long-name-of-a-house.ascend.example/api/newsletter/unsubscribe?token=5a1e0000-0000-4000-8000-000000000003',
}

describe('a signed mail', () => {
  test.each([
    ['a letter', () => 'bulk' as const],
    ['a receipt', () => 'single' as const],
  ])(
    'proves that %s comes from the domain, and covers both unsubscribe headers',
    async (_, way) => {
      const server = await aMailServer()
      if (way() === 'bulk') {
        const connection = smtpBulkMailer(server, sender, { dkim }).connect()
        expect(await connection.deliver(mail)).toMatchObject({ result: 'taken' })
        connection.close()
      } else {
        await smtpMailer(server, sender, { dkim }).send(mail)
      }
      const raw = server.received[0]?.raw ?? ''
      const verified = verifyDkim(raw, publicKey)
      expect(verified).toMatchObject({
        isSigned: true,
        isBodySigned: true,
        domain: 'ascend.example',
        selector: 'ascend',
      })
      expect(verified.covered).toEqual(
        expect.arrayContaining([
          'from',
          'to',
          'subject',
          'list-unsubscribe',
          'list-unsubscribe-post',
        ]),
      )
      const changed = raw.replace('token=5a1e', 'token=6a1e')
      expect(changed).not.toBe(raw)
      expect(verifyDkim(changed, publicKey).isSigned).toBe(false)
    },
  )
})

test('a connection carries many mails and is reopened when the server closed it', async () => {
  const server = await aMailServer()
  const connection = smtpBulkMailer(server, sender).connect()
  for (let sent = 0; sent < 250; sent++) {
    expect(await connection.deliver({ ...mail, id: String(sent) })).toMatchObject({
      result: 'taken',
    })
  }
  connection.close()
  expect(server.received).toHaveLength(250)
})

test('a server that never replies to the content leaves the mail uncertain, and it is not sent again', async () => {
  const server = await aMailServer()
  server.next('silence')
  const connection = smtpBulkMailer(server, sender, { wholeMs: 2000 }).connect()
  expect(await connection.deliver(mail)).toMatchObject({ result: 'uncertain' })
  expect(server.calls()).toBe(1)
  expect(await connection.deliver(mail)).toMatchObject({ result: 'taken' })
  connection.close()
})

describe('a reply of the mail server', () => {
  test.each([
    ['recipient', '550 5.1.1 <simi@readers.example> unknown', 'refused gone'],
    ['recipient', '550-5.1.10 RESOLVER.ADR.RecipientNotFound', 'refused gone'],
    ['recipient', '550 5.2.1 The account is disabled', 'refused gone'],
    ['recipient', '550 No such user here', 'refused gone'],
    ['recipient', '552 5.2.2 Over quota', 'refused'],
    ['recipient', '550 5.4.1 Recipient address rejected', 'refused'],
    ['recipient', '554 Mailbox is frozen', 'refused'],
    ['content', '550 5.1.1 Said so only now', 'refused gone'],
    ['recipient', '550 5.1.8 Sender address rejected', 'ours'],
    ['recipient', '550 5.7.1 Relaying denied', 'ours'],
    ['recipient', '554 Blocked by a list', 'ours'],
    ['sender', '550 5.1.1 Unknown sender', 'ours'],
    ['content', '554 5.7.1 Spam', 'ours'],
    ['content', '550 Refused', 'ours'],
    ['login', '535 5.7.8 Bad password', 'ours'],
    ['connect', '554 5.7.1 You are not welcome', 'ours'],
    ['recipient', '450 4.2.1 Greylisted', 'later'],
    ['content', '451 4.3.0 Try again', 'later'],
    ['recipient', '421 4.7.0 Too many connections', 'later server'],
    ['content', '454 4.7.0 Throttling failure: maximum sending rate exceeded', 'later server'],
    ['connect', '421 Busy', 'later server'],
  ] as const)('at %s, %s, is %s', (stage, response, expected) => {
    const judged = judgeReply({ stage, response })
    const beside =
      judged.result === 'refused' && judged.isGone
        ? ' gone'
        : judged.result === 'later' && judged.isServer
          ? ' server'
          : ''
    expect(judged.result + beside).toBe(expected)
    expect(JSON.stringify(judged)).not.toContain('@')
  })
})
