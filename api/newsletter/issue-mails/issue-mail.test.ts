import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caniemail, formatIssue } from 'caniemail'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { outboxMailer } from '#api/integrations/outbox.ts'
import { storyCategories } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { composeWith, sender } from '#tests/fixtures/mail-sender.ts'
import { anIssue, aPictureRow, everyBlock } from '#tests/magazine/issues.ts'
import { aBook, aStory } from '#tests/people.ts'
import { digestCards, personalMail } from './personal-mail.ts'
import { mailBytes } from './preview-issue.ts'
import { renderIssueMail } from './render-issue-mail.ts'

const render = (issue: Partial<Parameters<typeof renderIssueMail>[0]>) =>
  renderIssueMail(anIssue(issue), composeWith)

const recipient = {
  leave: 'https://ascend.example/api/newsletter/unsubscribe?token=abc',
  preferences: 'https://ascend.example/newsletter/preferences?token=def',
  wants: [] as string[],
}

describe('the mail of an issue', () => {
  test('shows stories and books as cards with title, text, price and picture', async () => {
    const picture = await aPictureRow()
    const { id } = await aStory({ title: 'The <ferry> & the oil', imageUrl: picture.url })
    const book = await aBook({ title: 'The Quiet Ledger', price: 1250.5 })
    const content = `[any words](/story/${id})\n\n[**other**](https://ascend.example/book/${book.id})`
    const { html, text, missing } = await render({ content })
    expect(missing).toEqual([])
    expect(html).toContain('The &lt;ferry&gt; &amp; the oil</a>')
    expect(html).toContain(
      `https://ascend.example/uploads/${picture.id}/480.webp" width="320" height="240" alt="The &lt;ferry`,
    )
    expect(html).toContain('Book · ₦1,250.50')
    expect(text).toContain(`The <ferry> & the oil\nNine neighbours`)
    expect(text).toContain(`The Quiet Ledger · ₦1,250.50\nA first novel`)
    expect(text).toMatch(
      /https:\/\/ascend\.example\/story\/the-ferry-the-oil(-\d+)?\?from=letter\n/,
    )
    expect(html + text).not.toContain('any words')
  })

  test('omits cards that readers cannot open, and reports them', async () => {
    const { id } = await aStory({ isPublished: false, title: 'Not for readers yet' })
    const gone = randomUUID()
    const { html, text, missing } = await render({
      content: `[a](/story/${id})\n\n[b](/book/${gone})\n\nWords.`,
    })
    expect(missing).toEqual([`/story/${id}`, `/book/${gone}`])
    expect(html + text).not.toMatch(/Not for readers|\/book\/|\/story\//)
  })

  test('links within a sentence stay links, with the address of the site', async () => {
    const { id } = await aStory()
    const { html, text } = await render({ content: `Read [this](/story/${id}), [that](#part).` })
    const address = `https://ascend.example/story/${id}?from=letter`
    expect(html).toContain(`Read <a class="l" href="${address}"`)
    expect(text).toContain(`Read this (${address}), that.`)
  })

  test('marks links to pages of the site, and no others, as from the newsletter', async () => {
    const { html, text } = await render({
      content: [
        '[shelf](/books?category=Fiction&from=ada#two)',
        '[https://ascend.example/about](https://ascend.example/about)',
        '[file](/uploads/a.webp)',
        '[call](https://ascend.example/api/newsletter/unsubscribe?token=a)',
        '[near](https://ascend.example.evil.example/)',
        '[far](https://unilag.edu.ng/a?b=1)',
      ].join('\n\n'),
    })
    const links = [...html.matchAll(/<a class="l" href="([^"{]*)"/g)].map(([, href]) => href)
    expect(links).toEqual([
      'https://ascend.example/books?category=Fiction&amp;from=letter#two',
      'https://ascend.example/about?from=letter',
      'https://ascend.example/uploads/a.webp',
      'https://ascend.example/api/newsletter/unsubscribe?token=a',
      'https://ascend.example.evil.example/',
      'https://unilag.edu.ng/a?b=1',
    ])
    expect(text).toContain('\n\nhttps://ascend.example/about?from=letter\n\n')
  })

  test('contains every kind of block in HTML and in text', async () => {
    const picture = await aPictureRow()
    const { html, text } = await render({ content: everyBlock(picture.url) })
    expect(html).toMatch(/<h2 style="[^"]+">A heading<\/h2>/)
    expect(html).toMatch(/<blockquote[^>]+><p[^>]+>A quotation<\/p><\/blockquote>/)
    expect(html).toMatch(/<ol start="3"[^>]+><li[^>]+>third<\/li>/)
    expect(html).toContain('alt="A lamp &quot;lit&quot;"')
    expect(text).toContain('A heading\n---------')
    expect(text).toContain('> A quotation')
    expect(text).toContain('- one\n- two')
    expect(text).toContain('3. third')
    expect(text).toContain('[Picture: A lamp "lit" – By night · Ada]')
    expect(text).toContain('the site (https://unilag.edu.ng/a?b=1&c=2)')
  })

  test('loads nothing but pictures of the site, each with its size and alt text', async () => {
    const picture = await aPictureRow()
    const { id } = await aStory({ imageUrl: 'https://elsewhere.example/track.gif' })
    const content = `${everyBlock(picture.url)}\n\n[x](/story/${id})\n\n![](https://elsewhere.example/a.png)`
    const { html } = await render({ content })
    const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
    expect(images).toHaveLength(1)
    for (const tag of images) {
      expect(tag).toMatch(/src="https:\/\/ascend\.example\/uploads\/[0-9a-f-]{36}\/480\.webp"/)
      expect(tag).toMatch(/ width="\d+" height="[1-9]\d*" alt="/)
    }
    const rest = html.replaceAll(/<img [^>]*>/g, '')
    expect(rest).not.toMatch(/src|url\(|@import|<script|<link|<iframe|<form|<object|background=/i)
  })

  test('names its sender and reason, and how to change or end it', async () => {
    const mail = personalMail(await render({}), recipient)
    for (const part of [mail.html, mail.text]) {
      for (const line of ['Ascend Publishing', '12 Placeholder Road', 'Ibadan, Oyo State']) {
        expect(part).toContain(line)
      }
      expect(part).toContain('because you asked for the Ascend newsletter')
      expect(part).toContain(recipient.leave)
      expect(part).toContain(recipient.preferences)
      expect(part).not.toContain('{{')
    }
  })

  test('does not fill in placeholders that were typed', async () => {
    const { id } = await aStory({ title: '{{only *}} {{leave}}' })
    const content = `Typed {{leave}} and {{preferences}}.\n\n[x](/story/${id})`
    const mail = personalMail(await render({ content, preheader: '{{leave}}' }), recipient)
    const count = (part: string, what: string) => part.split(what).length - 1
    for (const part of [mail.html, mail.text]) {
      expect([count(part, recipient.leave), count(part, recipient.preferences)]).toEqual([1, 1])
    }
  })

  test('contains no typed tag or attribute', async () => {
    const hostile = ['<img src=x onerror=y>', '"><b>', '[x](javascript:alert)', '&lt;', '</table>']
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string()), { maxLength: 6 }),
        async (parts) => {
          const typed = parts.join(' ')
          const { html } = await render({ content: typed, subject: typed, preheader: typed })
          const inside = html.slice(html.indexOf('<body'))
          const names = [...inside.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name)
          expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
          expect(inside).not.toMatch(/<[^>]*\son\w+=|href="(?!https?:|mailto:|\{\{)/i)
        },
      ),
      { numRuns: 60 },
    )
  })
})

const allowed = 'body div table tr td p a h2 h3 blockquote ul ol li img hr br strong em html'.split(
  ' ',
)

describe('a digest', () => {
  const [faith, fiction] = [storyCategories[3], storyCategories[1]]

  test('has the chosen categories in both parts, or all for subscribers without a choice', async () => {
    const one = await aStory({ category: faith, title: `Of faith ${randomUUID()}` })
    const two = await aStory({ category: fiction, title: `Of fiction ${randomUUID()}` })
    const book = await aBook({ title: `A book ${randomUUID()}` })
    const content = `[a](/story/${one.id})\n\n[b](/story/${two.id})\n\n[c](/book/${book.id})`
    const mail = await render({ kind: 'digest', content })
    const shown = (wants: string[]) => {
      const { html, text } = personalMail(mail, { ...recipient, wants })
      return [html, text].map((part) => {
        expect(part).not.toContain('{{')
        return ['Of faith', 'Of fiction', 'A book'].map((title) => part.includes(title))
      })
    }
    expect(shown([])).toEqual(Array(2).fill([true, true, true]))
    expect(shown([faith])).toEqual(Array(2).fill([true, false, true]))
    expect(shown([fiction, faith])).toEqual(Array(2).fill([true, true, true]))
  })

  test('of a busy month is under 25 KB for everybody', async () => {
    const title = 'What the market women of Makurdi did about the gutter '.repeat(2).trim()
    const summary = 'For nine years a plank led over it; then they counted what it cost. '.repeat(3)
    const stories = await Promise.all(
      Array.from({ length: digestCards.stories + 5 }, () => aStory({ title, category: faith })),
    )
    await sql`update stories set summary = ${summary}, approved_hash = 'this text' where title = ${title}`
    const books = await Promise.all(
      Array.from({ length: digestCards.books }, () => aBook({ description: summary, title })),
    )
    const content = [
      ...stories.map(({ id }) => `[s](/story/${id})`),
      ...books.map(({ id }) => `[b](/book/${id})`),
    ].join('\n\n')
    const mail = personalMail(await render({ kind: 'digest', content }), recipient)
    expect(mail.html.split('<table').length - 1).toBe(digestCards.stories + digestCards.books + 2)
    expect(mailBytes(mail)).toBeLessThan(25 * 1024)
  })
})

test('the stated size of a mail is never below its encoded size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'letters-'))
  const mailer = outboxMailer(folder, sender, pino({ level: 'silent' }))
  const picture = await aPictureRow()
  for (const words of ['Plain words. ', 'Ẹ̀kọ́ ọ̀fẹ́ ní ilé-ìwé. ']) {
    const mail = personalMail(
      await render({ content: everyBlock(picture.url) + words.repeat(150) }),
      recipient,
    )
    await mailer.send({
      id: 'letter',
      to: 'simi@readers.example',
      ...mail,
      unsubscribeUrl: recipient.leave,
    })
    const [file = ''] = readdirSync(join(folder, 'outbox'))
    const sent = readFileSync(join(folder, 'outbox', file))
    expect(mailBytes(mail)).toBeGreaterThan(sent.length)
    expect(mailBytes(mail)).toBeLessThan(sent.length * 1.6 + 2_500)
    const headers = sent.toString().split('\r\n\r\n')[0] ?? ''
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(headers.replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${recipient.leave}>`)
    expect(headers).toContain('multipart/alternative')
  }
})

// Gmail, Outlook and Apple Mail, by the tables of caniemail.com, whose data the package brings.
const clients = ['gmail.*', 'outlook.*', 'apple-mail.*'] as const

/** What is lost there, and why the letter is whole without it. */
const known = [
  // The dark is an addition: all looks are on the elements.
  /@media|<style> element/,
  // The line beside the subject is then the first of the letter.
  /display:none|`overflow`/,
  // Tables are read out as tables.
  /role attribute/,
  // Its colour is on the table within as well.
  /<body> element/,
]

test('an issue contains nothing that Gmail, Outlook or Apple Mail cannot show', async () => {
  const picture = await aPictureRow()
  const { id } = await aStory({ imageUrl: picture.url })
  const { html } = await render({ content: `${everyBlock(picture.url)}\n\n[x](/story/${id})` })
  const { issues } = caniemail({ clients: [...clients], html })
  const found = [...issues.errors.entries()].flatMap(([client, list]) =>
    list.map((issue) => formatIssue({ client, issue, issueType: 'error' }).message),
  )
  expect(found.filter((one) => !known.some((it) => it.test(one)))).toEqual([])
})
