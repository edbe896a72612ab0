// Fills the demo magazine with a good month of business, all of it invented: for pictures of the admin pages.
import { createHash, randomUUID } from 'node:crypto'
import { sumStoryDays } from './bench/demo-database.mjs'
import { ask } from './bench/slow-phone.mjs'

const school = 'Achievement in Schools (Primary, Secondary & Tertiary)'

/** What contributors sent in, what is scheduled and what is a draft. */
const unpublished = {
  physics: 'Yusuf’s 4 a.m. physics club',
  family: 'In defence of the family group',
  tailors: 'The girl who taught Kano’s tailors to code',
  well: 'The well that kept accounts',
}

/** Visits, sales, readers and what waits for the publisher. */
export async function fillMonth(sql, token) {
  await sql`
    insert into subscribers (email, confirmed_at, created_at, source)
    select 'reader-' || n || '@readers.example', at, at, 'form'
    from (select n, now() - n * interval '31 minutes' as at from generate_series(1, 4812) n) as joined`
  await sql`update subscribers set digest = 'weekly' where mod(hashtext(email), 3) <> 0`
  const taken = await takeOut(sql, Object.values(unpublished))
  // Two days ago, and then about once a week.
  await sql`
    update stories set published_at = date_trunc('day', now()) + interval '6 hours'
      - interval '1 day' * (case n when 1 then 2 when 2 then 4 when 3 then 5 else 6 * n - 11 end)
    from (select id, row_number() over (order by published_at desc) as n from stories) as aged
    where stories.id = aged.id`
  await fillVisits(sql)
  await fillOrders(sql)
  await sql`
    insert into publishing_requests (title, author, description, category, price, author_email, author_phone,
      publishing_reason, created_at)
    values ('Speak So They Hear You', 'Zainab Lawal', 'Debate, for those who whisper.', 'Education', 2200,
      'zainab.lawal@example.com', '+2348012345678', 'It helped my own class.', now() - interval '3 days')`
  await sendIn(sql, {
    title: unpublished.physics,
    summary: 'Eleven boys, one wind-up torch and the only textbook in the boarding house.',
    content: physicsClub,
    category: school,
    author: { firstName: 'Tobi', lastName: 'Alarape', ageBand: '13-17', guardian: 'Ronke Alarape' },
    authorRole: 'Student',
    daysAgo: 2,
  })
  await sendIn(sql, {
    ...taken[unpublished.family],
    author: { firstName: 'Bolanle', lastName: 'Etuk-Ajayi', ageBand: '18+' },
    authorRole: 'Reader',
    daysAgo: 1 / 6,
  })
  await saveDraft(token, taken[unpublished.well])
  const scheduled = await saveDraft(token, taken[unpublished.tailors])
  await ask(
    'POST',
    `/api/admin/drafts/${scheduled.id}/publish`,
    { number: scheduled.number, publishAt: tomorrow(7).toISOString() },
    token,
  )
}

const physicsClub = [
  'The generator goes off at ten. Yusuf waits until the last mattress stops talking, then counts heads in the dark. There are always eleven. There is one torch, and it has a handle you must wind.',
  'They began with pulleys, because the well has one. Nobody had told them that a rope which changes direction keeps its strength; they found it with a bucket, a stone and a fish scale.',
  'At five the first bus hoots. The torch goes back under the third mattress, and eleven boys sleep for fifty minutes.',
].join('\n\n')

/** Stories of the demo that are not published yet in this month, by their titles. */
async function takeOut(sql, titles) {
  const stories = await sql`
    delete from stories where title = any (${titles})
    returning title, summary, content, category, author_name, author_role`
  return Object.fromEntries(
    stories.map(({ author_name: authorName, author_role: authorRole, ...story }) => [
      story.title,
      { ...story, authorName, authorRole },
    ]),
  )
}

/** A story that a reader sent in for review; resolves to its id. */
export async function sendIn(
  sql,
  { author, daysAgo, imageUrl = null, imageAlt = '', imageFocus = 'center', ...story },
) {
  const { firstName, lastName, ageBand, guardian } = author
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const [reader] = await sql`
    insert into readers (email, first_name, last_name, age_band, email_proven_at)
    values (${email}, ${firstName}, ${lastName}, ${ageBand}, now()) returning id`
  if (guardian)
    await sql`
      with named as (
        insert into guardians (reader_id, name, email)
        values (${reader.id}, ${guardian}, ${`guardian.of.${email}`}) returning id
      )
      insert into guardian_answers (guardian_id, agrees, given_by, wording, given_at)
      select id, true, 'guardian', 1, ${at} from named`
  const [{ id }] = await sql`
    insert into stories ${sql({
      title: story.title,
      summary: story.summary,
      content: story.content,
      category: story.category,
      image_url: imageUrl,
      image_alt: imageAlt,
      image_focus: imageFocus,
      author_id: reader.id,
      author_name: `${firstName} ${lastName}`,
      author_role: story.authorRole,
      terms_agreed_at: at,
      created_at: at,
    })} returning id`
  return id
}

/** @param {number} hour in Lagos, which is an hour ahead of UTC */
function tomorrow(hour) {
  const at = new Date(Date.now() + 86_400_000)
  at.setUTCHours(hour - 1, 0, 0, 0)
  return at
}

export async function saveDraft(token, story) {
  const id = randomUUID()
  const fields = {
    imageUrl: '',
    imageAlt: '',
    imageFocus: 'center',
    videoUrl: '',
    seriesTitle: '',
    seriesPart: '',
    isFeatured: false,
    ...story,
  }
  const saved = await ask(
    'PUT',
    `/api/admin/drafts/${id}`,
    { base: 0, saveId: randomUUID(), fields },
    token,
  )
  return { id, number: saved.number }
}

async function fillVisits(sql) {
  // Most come in the first days, more on Sundays, and of today there is half.
  await sql`
    insert into story_days (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
    select day, id, reads, reads * (39 + n % 5) / 100, reads * 125, reads / 20, reads / 30, reads / 100
    from (
      select day::date as day, id, n,
        ((1300 * exp(-0.55 * (day::date - published_at::date)) * (1 + 0.5 * cos(n * 2.4)) + 34 + 90.0 / n)
          * (1 + 0.3 * cos(extract(dow from day) * 0.9)) * (1 - 0.006 * (current_date - day::date))
          * case when day::date = current_date then 0.5 else 1 end)::integer as reads
      from (
        select id, published_at, row_number() over (order by published_at desc) as n from stories where is_published
      ) as s
      cross join generate_series(current_date - 56, current_date, interval '1 day') as day
      where day::date >= published_at::date
    ) as drawn`
  await sql`
    update stories set views = sums.reads, likes_count = sums.likes
    from (select story_id, sum(reads) as reads, sum(likes) as likes from story_days group by 1) as sums
    where id = story_id`
  await sumStoryDays(sql)
  await sql`
    insert into figure_days (day, measure, class, total)
    select day::date, measure, class, share * (8 + (extract(doy from day)::integer * 5) % 7)
    from generate_series(current_date - 56, current_date, interval '1 day') as day,
      (values ('visits', 'search', 30), ('visits', 'direct', 22), ('visits', 'whatsapp', 64), ('visits', 'social', 11),
        ('visits', 'letter', 18), ('visitors', 'first', 60), ('visitors', 'returning', 52), ('noResult', 'stories', 1)
      ) as kinds (measure, class, share)
    union all
    select day::date, name, page || ' 4g ' || bucket, 1 + (bucket * 7) % 20
    from generate_series(current_date - 56, current_date, interval '1 day') as day,
      unnest(array['LCP', 'INP', 'CLS']) as name, unnest(array['home', 'story', 'book', 'list']) as page,
      generate_series(10, 30, 4) as bucket`
}

/** @type {[string, string, number, string, string, string | undefined][]} */
const orders = [
  ['Chinedu Obi-Mensah', 'The Quiet Climb', 1, 'needs_review', '11:48', undefined],
  ['Halima Garba', 'Market Day Physics', 4, 'paid', '13:20', undefined],
  ['Tunde Bakare-Cole', 'First Salary', 1, 'pending', '12:02', undefined],
  ['Ifeoma Nwosu', 'Daughters of the Dust Road', 1, 'paid', '09:11', '4081'],
  ['Zainab Lawal', 'Speak So They Hear You', 1, 'paid', '08:30', '1177'],
]

const buyers = [
  'Ngozi Bassey',
  'Musa Garuba',
  'Amaka Udeh',
  'Seyi Olatunji',
  'Hauwa Sani',
  'Emeka Ibe',
]

async function fillOrders(sql) {
  const books = await sql`
    select id, title, author_name, price_kobo as kobo from books
    where price >= 500 order by created_at desc, title`
  const bookOf = (title, n) => books.find((book) => book.title === title) ?? books[n % books.length]
  for (const [n, [name, title, quantity, state, time, card]] of orders.entries()) {
    const [hour, minute] = time.split(':').map(Number)
    const at = new Date()
    at.setUTCHours(hour - 1, minute, 0, 0)
    await insertOrder(sql, { n, name, book: bookOf(title, n), quantity, state, card, at })
  }
  for (let n = orders.length; n < 120; n++) {
    await insertOrder(sql, {
      n,
      name: buyers[n % buyers.length],
      book: bookOf('', n),
      quantity: 1 + (n % 9 === 0 ? 2 : 0),
      state: 'paid',
      card: n % 2 ? '4081' : undefined,
      at: new Date(Date.now() - (n - 4) * 25 * 3_600_000),
    })
  }
}

/** `n`: its own number, of which its reference is made. */
async function insertOrder(
  sql,
  { n, name, book, quantity, state, at, card = undefined, provider = 'paystack' },
) {
  const kobo = Number(book.kobo)
  const [order] = await sql`
    insert into orders ${sql({
      reference: `ASC-${createHash('sha256').update(String(n)).digest('hex').toUpperCase().slice(0, 26)}`,
      key_hash: `key ${n}`,
      book_id: book.id,
      book_title: book.title,
      author_name: book.author_name,
      unit_kobo: kobo,
      quantity,
      amount_kobo: kobo * quantity,
      payment_method: card ? 'card' : 'transfer',
      provider,
      is_test: false,
      buyer_name: name,
      buyer_email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`,
      state,
      last_digits: card ?? null,
      problem_code: state === 'needs_review' ? 'otherAmount' : null,
      problem_kobo: state === 'needs_review' ? kobo - 50_000 : null,
      paid_at: state === 'paid' ? at : null,
      created_at: new Date(at.getTime() - 8 * 60_000),
    })} returning id`
  const events = [['pending', 'buyer', -8], ...(state === 'paid' ? [['paid', 'webhook', 0]] : [])]
  for (const [what, by, minutes] of events)
    await sql`
      insert into order_events (order_id, at, what, by)
      values (${order.id}, ${new Date(at.getTime() + Number(minutes) * 60_000)}, ${what}, ${by})`
  return order.id
}

/** Codes, invoices of schools, an author's share and what buyers wrote. */
export async function fillShop(sql, token) {
  const write = (path, body, method = 'POST') => ask(method, path, body, token)
  await write('/api/admin/discounts', { code: 'BACK-TO-SCHOOL', percent: 25, maxUses: 200 })
  await write('/api/admin/discounts', {
    code: 'READERS-CLUB',
    off: 500,
    note: 'For the club in Enugu',
  })
  const [climb] = await sql`
    select id, title, author_name, price_kobo as kobo from books where title = 'The Quiet Climb'`
  await fillInvoices(sql, climb)
  const account = await write('/api/admin/author-accounts', {
    name: climb.author_name,
    email: 'author@example.com',
  })
  await write(`/api/admin/author-accounts/${account.id}/shares/${climb.id}`, { percent: 40 }, 'PUT')
  await sql`
    update author_accounts set created_at = now() - interval '70 days' where id = ${account.id}`
  await sql`
    with sale as (
      insert into ledger_entries (kind, order_id, at)
      select 'sale', id, paid_at from orders where book_id = ${climb.id} and state = 'paid' order by paid_at
      returning id, order_id
    ), sold as (
      select sale.id, amount_kobo, round(amount_kobo * 0.4)::bigint as share_kobo
      from sale join orders on orders.id = order_id
    )
    insert into ledger_lines (entry_id, position, account, author_account_id, kobo, book_id, basis_points,
      discount_kobo, paid_kobo, vat_kobo)
    select id, 1, 'received', null::uuid, -amount_kobo, null::uuid, null::integer, null::bigint,
      null::bigint, null::bigint from sold
    union all
    select id, 2, 'publisher', null, amount_kobo - share_kobo, null, null, null, null, null from sold
    union all
    select id, 3, 'author', ${account.id}, share_kobo, ${climb.id}::uuid, 4000, 0, amount_kobo, 0 from sold`
  await write(`/api/admin/author-accounts/${account.id}/payouts`, {
    amount: 5000,
    paidOn: new Date().toISOString().slice(0, 10),
    reference: 'GTB 221104',
  })
  await fillReviews(sql, climb)
  return account.id
}

/** @type {[string, string, number, number][]} */
const schools = [
  ['Government Girls’ College, Lokoja', 'Mrs A. Danladi', 40, 9],
  ['Holy Child Secondary School, Ikot Ekpene', 'Sister Grace Udo', 25, 3],
  ['Command Day School, Ojo', 'Mr K. Adewale', 60, -4],
]

async function fillInvoices(sql, book) {
  const [staff] = await sql`select id from staff where role = 'owner'`
  for (const [n, [school, name, quantity, dueIn]] of schools.entries()) {
    const at = new Date(Date.now() - (14 - dueIn) * 24 * 3_600_000)
    const id = await insertOrder(sql, {
      n: `invoice ${n}`,
      name,
      book,
      quantity,
      state: 'pending',
      at,
      provider: 'bank',
    })
    await sql`
      insert into invoices ${sql({
        order_id: id,
        number: `INV-${at.getFullYear()}-${String(n + 1).padStart(5, '0')}`,
        school,
        school_address: '',
        purchase_number: '',
        due_on: sql`current_date + ${dueIn}::integer`,
        open_until: sql`current_date + ${dueIn + 7}::integer`,
        bank_name: 'Harmattan Bank',
        account_name: 'Ascend Publishing',
        account_number: '0123456789',
        created_at: at,
      })}`
    if (n > 0) continue
    await sql`
      insert into bank_transfers (order_id, paid_on, bank_reference, amount_kobo, recorded_by, needs_second)
      values (${id}, current_date - 1, 'NIP 000013 261124', ${Number(book.kobo) * quantity}, ${staff.id}, true)`
  }
}

async function fillReviews(sql, book) {
  const written = [
    [
      5,
      'I read it on the bus from Enugu to Nsukka and missed my stop. The part about the borrowed sewing machine is my mother’s story.',
    ],
    [4, 'Short chapters, so it fits my break. I wish it told us what happened to the sister.'],
  ]
  const orders = await sql`
    select distinct on (buyer_email) buyer_email, buyer_name from orders
    where book_id = ${book.id} and state = 'paid' order by buyer_email limit ${written.length}`
  for (const [n, { buyer_email, buyer_name }] of orders.entries()) {
    const [rating, text] = written[n]
    await sql`
      insert into book_ratings (book_id, buyer_email, rating) values (${book.id}, ${buyer_email}, ${rating})`
    await sql`
      insert into book_reviews (book_id, buyer_email, name, text)
      values (${book.id}, ${buyer_email}, ${buyer_name}, ${text})`
  }
}

/** Halima downloads her book, and a friend redeems one of her codes; resolves to the reference of her order. */
export async function useOrder(sql) {
  const [order] = await sql`
    select id, reference, paid_at, book_id, book_title, author_name, unit_kobo from orders
    where buyer_name = 'Halima Garba'`
  const after = (minutes) => new Date(order.paid_at.getTime() + minutes * 60_000)
  await sql`
    insert into download_links (order_id, generation, token_hash, expires_at, downloads, last_download_at)
    values (${order.id}, 1, 'of a picture', now() + interval '30 days', 1, ${after(4)})`
  const redeemed = await insertOrder(sql, {
    n: 'a code of hers',
    name: 'Musa Garuba',
    book: {
      id: order.book_id,
      title: order.book_title,
      author_name: order.author_name,
      kobo: order.unit_kobo,
    },
    quantity: 1,
    state: 'paid',
    at: after(21),
    provider: 'gift',
  })
  await sql`
    insert into gift_codes (order_id, number, code_hash, redeemed_as, redeemed_at)
    select ${order.id}, n, 'code ' || n, case when n = 1 then ${redeemed}::uuid end,
      case when n = 1 then ${after(21)}::timestamptz end
    from generate_series(1, 3) n`
  return order.reference
}

const examWeek = {
  subject: 'Five stories for exam week',
  preheader: 'Breathe. Then read the second one.',
}

/** A newsletter of three stories and a book that is being written; resolves to its id. */
export async function writeNewsletter(sql, token) {
  const id = randomUUID()
  const stories = [
    'Letter to the student who repeated a year',
    'One campus radio, four languages, zero excuses',
    'The oldest person in the swimming class',
  ]
  const rows = await sql`
    select title, '/story/' || id as path from stories where title = any (${stories})
    union all
    select title, '/book/' || id from books where title = 'Market Day Physics'`
  const pathOf = (title) => rows.find((row) => row.title === title).path
  const cards = [...stories, 'Market Day Physics'].map((title) => `[${title}](${pathOf(title)})`)
  const fields = {
    ...examWeek,
    content: [
      'Dear reader, WAEC starts on Thursday. We looked for stories of people who sat in that hall twice, and walked out lighter.',
      ...cards,
    ].join('\n\n'),
    categories: [],
  }
  await ask(
    'PUT',
    `/api/admin/letters/${id}/draft`,
    { base: 0, saveId: randomUUID(), fields },
    token,
  )
  return id
}

/** The newsletter on its way, and held there; resolves to its id. */
export async function sendNewsletter(sql) {
  await sql`insert into letter_rate (next_at) values (now() + interval '1 day')`
  // Both come at once: without recipients it would count as sent.
  return sql.begin(async (tx) => {
    const [{ id }] = await tx`
      insert into letters (state, subject, preheader, created_by, started_at, mail_subject, mail_html, mail_text)
      values ('sending', ${examWeek.subject}, ${examWeek.preheader}, 'Publisher', now() - interval '9 minutes',
        ${examWeek.subject}, '', '')
      returning id`
    await tx`
      insert into letter_recipients (letter_id, subscriber_id, state, reason)
      select ${id}, id,
        case when n <= 2984 then 'sent' when n <= 3013 then 'refused' when n <= 3029 then 'uncertain' else 'waiting' end,
        case when n > 2984 and n <= 3013 then '550 no such mailbox' when n > 3013 and n <= 3029 then 'ECONNECTION' end
      from (select id, row_number() over (order by email) as n from subscribers) as numbered`
    return id
  })
}
