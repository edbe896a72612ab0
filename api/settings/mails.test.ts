import { beforeEach, describe, expect, test } from 'vitest'
import {
  faultOf,
  type MailField,
  type MailWords,
  mailFields,
  mailTexts,
  originalWords,
} from '#contract/mails/mail-texts.ts'
import { sql } from '#db/sql.ts'
import { compose, composed, storyId } from '#tests/magazine/composed-mails.ts'
import { aStory, aVisitor, thePublisher, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'

beforeEach(() => sql`delete from mails`)

/** What mails say once this was published. */
async function published(words: Partial<MailWords>) {
  const editor = await theStaff('editor')
  await publishSetting(editor, 'mails', words)
  const { published } = await editor.call('GET /admin/settings/:group', { group: 'mails' })
  return published as MailWords
}

const story = { firstName: 'Simi', title: 'The borehole', storyId }

describe('whoever words the mails', () => {
  test('is read by those who get them: sentences, greeting and sign-off', async () => {
    const words = await published({
      greeting: 'Ẹ káàbọ̀',
      signOff: 'With love,\nAmara',
      'storyPublished.subject': '{title} is out',
      'storyPublished.text': 'Look here:\n\n{link}\n\nTell everybody about {title}!',
    })
    const { subject, text } = await composed('storyPublished', story, words)
    expect(subject).toBe('The borehole is out')
    expect(text).toMatch(
      /^Ẹ káàbọ̀ Simi,\n\nLook here:\n\nRead it:\nhttps:\S+\n\nTell everybody about “The borehole”!\n\nWith love,\nAmara\n\n-- \nYou get this mail because you sent a story to Ascend\./,
    )
    // Whatever has no words of its own is greeted alike; consent keeps its words.
    const { text: asked } = await composed('guardianRequest', undefined, words)
    expect(asked).toMatch(/^Ẹ káàbọ̀,\n\nA young person under 18/)
    expect(asked).toContain('\n\nWith love,\nAmara\n\n-- \n')
    const { text: invited } = await composed('staffInvitation', undefined, words)
    expect(invited).toMatch(/^Ẹ káàbọ̀,/)
  })

  test('leaves a mail as it was that says what the original says', async () => {
    const { subject, text } = mailTexts.receipt
    const words = await published({
      ...originalWords,
      'receipt.subject': subject,
      'receipt.text': `  ${text.replaceAll('\n', '\r\n')} `,
    })
    expect(words).toEqual(originalWords)
    expect(await sql`select value from settings where group_name = 'mails'`).toEqual([
      { value: null },
    ])
  })

  test.each(mailFields)('finds the original of $field free of faults', ({ id, part, original }) => {
    expect(faultOf(original, id, part)).toBeUndefined()
  })

  test.each<[string, MailField | 'greeting' | 'signOff', string, string]>([
    ['without its button', 'storyPublished.text', 'It is out.', 'Put back: button'],
    ['without the amount', 'receipt.text', '{link} {codes} {delivery}', 'what and how much'],
    ['with a placeholder of another mail', 'reset.text', '{link} {code}', 'no meaning'],
    ['with a placeholder in braces', 'reset.text', '{link} {__proto__}', 'no meaning'],
    ['with loose braces', 'reset.text', '{link} {{', 'Take out { and }'],
    ['with a button in its subject', 'reset.subject', 'Press {link}', 'no meaning'],
    ['with a subject of two lines', 'reset.subject', 'New\nBcc: all@evil.example', 'one line'],
    ['with text that runs backwards', 'reset.text', '{link} \u202egpj.exe', 'cannot be seen'],
    ['of 10,000 letters', 'reset.text', `{link} ${'W'.repeat(10_000)}`, 'at most 2000'],
    ['without words', 'emailChanged.subject', ' ', 'must not be empty'],
    ['that greets with an address', 'greeting', 'win.example', 'without punctuation'],
    ['that greets for long', 'greeting', 'W'.repeat(100), 'without punctuation'],
    ['that ends in control', 'signOff', 'Amara\u0007', 'cannot be seen'],
  ])('cannot publish a mail %s', async (_, field, typed, words) => {
    await expect(
      publishSetting(await theStaff('editor'), 'mails', { [field]: typed }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { [field]: [expect.stringContaining(words)] },
    })
  })

  test('writes text, whatever it looks like, and so does whoever is quoted in it', async () => {
    const attack = '<img src=x onerror=alert(1)>'
    const words = await published({
      signOff: attack,
      'submission.text': `${attack} & {title}\n\n{link}`,
    })
    const typed = { firstName: 'Simi', title: '{link} {magazine} <script>\n\n{note}' }
    const { html, text } = await composed('submission', typed, words)
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; “{link} {magazine}')
    expect(text).toContain('<script> {note}”')
    // An address that nobody has proven is told no words that somebody typed.
    const mail = await compose('submission', 'stranger@strangers.example', typed, words)
    expect(mail?.text).toContain(`${attack} & your story\n`)
    expect(mail?.subject).toBe('We have your story')
  })

  test('sees the mail as it arrives, and of nobody else’s order more than title and amount', async () => {
    await aStory({ title: 'Lamps on the creek' })
    await composed('orderLinks')
    await sql`update orders set state = 'paid', paid_at = now(), buyer_name = 'Ngozi Umeh'`
    const editor = await theStaff('editor')
    const draft = { value: { 'receipt.text': 'For you: {facts} {codes} {delivery} {link}' } }
    const { revision } = await editor.call('GET /admin/settings/:group', { group: 'mails' })
    const group = 'mails' as const
    await editor.call('PUT /admin/settings/:group/draft', { group, revision, ...draft })

    const { subject, frame } = await editor.call('GET /admin/mails/:mail/preview', {
      mail: 'receipt',
    })
    expect(subject).toBe('Your receipt: The Quiet Ledger')
    const visitor = await aVisitor()
    const page = await visitor.send(frame)
    expect(page.headers.get('Content-Security-Policy')).toMatch(/img-src 'self'.*sandbox/)
    const html = await page.text()
    expect(html).toContain('For you:')
    expect(html).toContain('₦3,500')
    expect(html).not.toMatch(/Ngozi|readers\.example|\/order\//)
    const { subject: ofStory } = await editor.call('GET /admin/mails/:mail/preview', {
      mail: 'storyPublished',
    })
    expect(ofStory).toBe('Your story is published: Lamps on the creek')

    const { to } = await editor.call('POST /admin/mails/:mail/test', { mail: 'receipt' })
    const [mail] =
      await sql`select recipient, data ->> 'text' as text from mails where kind = 'letterTest'`
    expect(mail).toMatchObject({ recipient: to, text: expect.stringContaining('For you:') })

    const elsewhere = frame.replace('receipt', 'reset')
    expect((await visitor.send(elsewhere)).status).toBe(404)
    expect((await visitor.send(frame.replace(/until=\d+/, 'until=9999999999'))).status).toBe(404)
  })

  test('cannot change what a guardian agrees to', async () => {
    const words = { 'guardian.text': 'Just press it. {link}' }
    expect(await published(words)).toEqual(originalWords)
    const { text } = await composed('guardianRequest', undefined, { ...originalWords, ...words })
    expect(text).toContain('you must agree')
  })

  test('is an editor or the owner, and nobody else', async () => {
    const shopkeeper = await theStaff('shopkeeper')
    const refused = { status: 403 }
    const mail = { mail: 'receipt' } as const
    await expect(shopkeeper.call('GET /admin/mails/:mail/preview', mail)).rejects.toMatchObject(
      refused,
    )
    await expect(shopkeeper.call('POST /admin/mails/:mail/test', mail)).rejects.toMatchObject(
      refused,
    )
    await expect(publishSetting(shopkeeper, 'mails', { greeting: 'Hi' })).rejects.toMatchObject(
      refused,
    )
    const owner = await thePublisher()
    await expect(owner.call('GET /admin/mails/:mail/preview', mail)).resolves.toMatchObject({
      subject: expect.stringContaining('receipt'),
    })
  })
})
