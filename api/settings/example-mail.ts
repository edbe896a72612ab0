import { inWords } from '#api/mails/fill-words.ts'
import { type ComposeWith, facts, quoted } from '#api/mails/mail-texts.ts'
import type { MailContent } from '#api/mails/render-mail.ts'
import { formatDate } from '#contract/dates.ts'
import { downloadWords } from '#contract/mails/buyer-mails.ts'
import { isLocked, type MailId, mailTexts } from '#contract/mails/mail-texts.ts'
import { type PlaceholderName, placeholders } from '#contract/mails/placeholders.ts'
import { readerMails } from '#contract/mails/reader-mails.ts'
import { formatKobo } from '#contract/money.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { sql } from '#db/sql.ts'

type Sender = Pick<ComposeWith, 'brand' | 'words' | 'publicUrl'>

/** As it arrives, of the newest order or story, but of nobody: names, numbers and codes are invented, links open the site. */
export async function exampleMail(id: MailId, sender: Sender): Promise<MailContent> {
  const { publicUrl } = sender
  const sale = await findNewestSale()
  const title = id in readerMails ? await findNewestTitle() : sale.bookTitle
  const of = (name: PlaceholderName) => placeholders[name].example
  const names = Object.keys(placeholders) as PlaceholderName[]
  const values = {
    ...(Object.fromEntries(names.map((name) => [name, of(name)])) as Record<
      PlaceholderName,
      string
    >),
    title: quoted(title),
    forTitle: `for ${quoted(title).inText}`,
    book: quoted(sale.bookTitle),
    find: `${publicUrl}${orderPaths.find}`,
    delivery: downloadWords(`${publicUrl}${orderPaths.find}`),
    facts: facts({
      Date: formatDate(sale.paidAt),
      Book: sale.bookTitle,
      ...(id !== 'freeReceipt' && { Amount: formatKobo(sale.amountKobo) }),
    }),
    toPay: facts({ Amount: of('amount'), Narration: of('number'), 'Pay by': of('due') }),
  }
  return inWords(id, sender, {
    name: isLocked(id) ? null : 'Simi',
    ...(mailTexts[id].button
      ? { url: publicUrl }
      : { moreLinks: [{ label: sale.bookTitle, url: publicUrl }] }),
    values,
  })
}

/** Titles and amounts alone: an editor sees no buyer. */
async function findNewestSale() {
  const [sale] = await sql<{ bookTitle: string; amountKobo: number; paidAt: string }[]>`
    select book_title, amount_kobo, paid_at from orders
    where paid_at is not null order by paid_at desc limit 1`
  const invented = { bookTitle: placeholders.book.example, amountKobo: 350_000 }
  return sale ?? { ...invented, paidAt: new Date().toISOString() }
}

async function findNewestTitle() {
  const [story] = await sql<{ title: string }[]>`
    select title from stories where is_published order by published_at desc limit 1`
  return story?.title ?? placeholders.title.example
}
