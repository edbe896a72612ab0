import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { followSchedule } from '#api/magazine/stories/story-lifecycle.ts'
import { errors } from '#contract/errors.ts'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { guardianWordings, presentWording } from '#contract/shop/agreements.ts'
import { sql, transaction } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import { asForm } from '#tests/magazine/posts.ts'
import {
  aBook,
  aReader,
  aStory,
  aSubmission,
  aVisitor,
  thePublisher,
  theStaff,
} from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aPurchase } from '#tests/shop/purchases.ts'
import { untilWaiting } from '#tests/waiting.ts'

let publisher: Awaited<ReturnType<typeof thePublisher>>
beforeAll(async () => {
  publisher = await thePublisher()
})
const anAddress = () => `guardian-${randomUUID()}@families.example`

/** A contributor who sent in a story, and is of this age now. */
async function aYoungContributor(ageBand: AgeBand | null = '13-17') {
  const person = await aReader()
  const { id } = await person.call('POST /stories', aSubmission())
  await sql`update readers set age_band = ${ageBand} where id = ${person.reader.id}`
  return { ...person, id }
}

async function withAgreement(ageBand?: AgeBand) {
  const young = await aYoungContributor(ageBand)
  const link = await guardianLinkFor(young)
  const guardian = await aVisitor()
  await guardian.call('POST /guardians/:id', { ...link, agrees: true })
  return { young, link, guardian }
}

const publish = (id: string) =>
  publisher.call('PATCH /admin/stories/:id', { id, isPublished: true })
const rowOf = async (id: string) =>
  (await sql`select is_published, publish_at from stories where id = ${id}`)[0]
const sentence = (name: keyof typeof errors) => ({
  status: errors[name][0],
  sentence: errors[name][1],
})
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

/** Every door that publishes. */
const doors: Record<string, (id: string) => Promise<unknown>> = {
  'the review': publish,
  'the story editor': async (id) =>
    publisher.call('POST /admin/drafts/:id/publish', await drafted(id)),
  'the schedule': async (id) =>
    publisher.call('POST /admin/drafts/:id/publish', { ...(await drafted(id)), publishAt: soon() }),
}

/** Opens it and saves it once in the editor. */
async function drafted(id: string) {
  const { fields, head } = await publisher.call('GET /admin/drafts/:id', { id })
  const saved = { id, base: head, saveId: randomUUID(), fields }
  const { number } = await publisher.call('PUT /admin/drafts/:id', saved)
  return { id, number }
}

describe.each(Object.entries(doors))('a contributor whose story goes through %s', (_, open) => {
  test.each([
    [null, 'ageNotTold'],
    ['under-13', 'guardianNotNamed'],
    ['13-17', 'guardianNotNamed'],
  ] as const)('is not published at the age of %s', async (ageBand, error) => {
    const { id } = await aYoungContributor(ageBand)
    await expect(open(id)).rejects.toMatchObject(sentence(error))
    expect(await rowOf(id)).toEqual({ isPublished: false, publishAt: null })
  })

  test('is published if they are an adult', async () => {
    const { id } = await aYoungContributor('18+')
    await open(id)
    expect(await rowOf(id)).not.toEqual({ isPublished: false, publishAt: null })
  })

  test('is published only after the guardian agrees', async () => {
    const young = await aYoungContributor()
    const link = await guardianLinkFor(young)
    await expect(open(young.id)).rejects.toMatchObject(sentence('guardianAwaited'))
    await (await aVisitor()).call('POST /guardians/:id', { ...link, agrees: true })
    await open(young.id)
    expect(await rowOf(young.id)).not.toEqual({ isPublished: false, publishAt: null })
  })
})

describe('an existing story', () => {
  test('from before the age question stays published, and can be updated', async () => {
    const { reader } = await aReader()
    const { id } = await aStory({ authorId: reader.id } as never)
    await sql`update readers set age_band = null where id = ${reader.id}`
    await doors['the story editor']?.(id)
    expect(await rowOf(id)).toMatchObject({ isPublished: true })
  })

  test('of the staff needs no age, even with a linked account', async () => {
    const { reader } = await aReader()
    await sql`update readers set age_band = null where id = ${reader.id}`
    const { id } = await aStory({ authorId: reader.id, isPublished: false } as never)
    const { id: imported } = await aStory({ isPublished: false })
    for (const each of [id, imported]) {
      await publish(each)
      expect(await rowOf(each)).toMatchObject({ isPublished: true })
    }
  })

  test('that may no longer be published at its time is not published, and others are', async () => {
    const young = await aYoungContributor('18+')
    const other = await aYoungContributor('18+')
    for (const { id } of [young, other]) await doors['the schedule']?.(id)
    await sql`update readers set age_band = '13-17' where id = ${young.reader.id}`
    // The rule holds for a new time too: only a clock that moves on makes it due.
    await sql`alter table stories disable trigger check_may_publish`
    await sql`
      update stories set publish_at = now() - interval '1 minute' where id in (${young.id}, ${other.id})`
    await sql`alter table stories enable trigger check_may_publish`
    await followSchedule()
    expect(await rowOf(young.id)).toEqual({ isPublished: false, publishAt: null })
    expect(await rowOf(other.id)).toMatchObject({ isPublished: true })
    const [line] =
      await sql`select action from activity where subject_id = ${young.id} order by id desc limit 1`
    expect(line).toEqual({ action: 'storyUnscheduled' })
  })
})

describe('a guardian', () => {
  test('gets a mail without the contributor’s name, and reads name and whole story on the page', async () => {
    const young = await aYoungContributor('under-13')
    const { mail, ...link } = await guardianLinkFor(young)
    const { summary, authorName, content } = aSubmission()
    for (const part of [mail.text, mail.html, mail.subject]) {
      for (const word of ['Tamuno', 'Briggs', 'Ngozi', young.email])
        expect(part).not.toContain(word)
    }
    const visitor = await aVisitor()
    expect(await visitor.call('GET /guardians/:id', link)).toEqual({
      guardianName: 'Ngozi Ade',
      contributorName: 'Tamuno Briggs-Ade',
      ageBand: 'under-13',
      answer: null,
      stories: [
        {
          id: young.id,
          title: expect.any(String),
          isPublished: false,
          text: {
            summary,
            authorName,
            content,
            imageUrl: null,
            contentFormat: 'plain',
          },
        },
      ],
    })
    // Where the site shows it, the page links to it.
    const agreed = await withAgreement()
    await publish(agreed.young.id)
    const { stories } = await agreed.guardian.call('GET /guardians/:id', agreed.link)
    expect(stories).toMatchObject([{ isPublished: true, text: null }])
    // Opening it, twice and by a scanner of links, answered nothing.
    await visitor.send(`/api/guardians/${link.id}?proof=${link.proof}`, { method: 'HEAD' })
    expect((await young.call('GET /account/guardian', {})).awaits).toBe('agreement')
  })

  test('agrees to a wording that is stored by its version', async () => {
    const { young, link } = await withAgreement()
    const [row] = await sql`
      select agrees, given_by, wording from guardian_answers where guardian_id = ${link.id}`
    expect(row).toEqual({ agrees: true, givenBy: 'guardian', wording: presentWording })
    expect(guardianWordings[presentWording - 1]?.length).toBeGreaterThan(2)
    expect(await young.call('GET /account/guardian', {})).toMatchObject({
      ageBand: '13-17',
      awaits: null,
      guardian: { name: 'Ngozi Ade', answer: { agrees: true, givenBy: 'guardian' } },
    })
  })

  test('withdraws with the same link, and every story is unpublished and unscheduled at once', async () => {
    const { young, link, guardian } = await withAgreement()
    const { id: planned } = await young.call('POST /stories', aSubmission())
    await publish(young.id)
    await doors['the schedule']?.(planned)
    const [before] = await sql`select version from site_version`
    await guardian.call('POST /guardians/:id', { ...link, agrees: false })
    for (const id of [young.id, planned]) {
      expect(await rowOf(id)).toEqual({ isPublished: false, publishAt: null })
      await expect(guardian.call('GET /stories/:id', { id })).rejects.toThrow(/^404/)
      await expect(publish(id)).rejects.toMatchObject(sentence('guardianAwaited'))
    }
    const told = (id: string) => guardian.call('GET /stories/:id/gone', { id })
    expect(await told(young.id)).toMatchObject({ reason: 'author' })
    await expect(told(planned)).rejects.toThrow(/^404/)
    const [after] = await sql`select version from site_version`
    expect(Number(after?.['version'])).toBeGreaterThan(Number(before?.['version']))
    const [notice] = await sql<{ data: { titles: string[] } }[]>`
      select data from mails where kind = 'guardianNotice' order by created_at desc limit 1`
    expect(notice?.data).toMatchObject({ agrees: false, givenBy: 'guardian' })
    expect(notice?.data.titles).toHaveLength(2)
    const log = await sql<{ action: string }[]>`
      select action from activity where subject_id in (${young.id}, ${planned}) and who = 'The guardian' order by action`
    expect(log.map(({ action }) => action)).toEqual(['storyUnpublished', 'storyUnscheduled'])
  })

  test('may agree again after a withdrawal, which republishes nothing', async () => {
    const { young, link, guardian } = await withAgreement()
    await publish(young.id)
    for (const agrees of [false, true])
      await guardian.call('POST /guardians/:id', { ...link, agrees })
    expect(await rowOf(young.id)).toMatchObject({ isPublished: false })
    await publish(young.id)
    expect(await rowOf(young.id)).toMatchObject({ isPublished: true })
    await expect(guardian.call('GET /stories/:id/gone', young)).rejects.toThrow(/^404/)
  })

  test('is recorded once by two clicks', async () => {
    const { link, guardian } = await withAgreement()
    for (const agrees of [true, false, false]) {
      await guardian.call('POST /guardians/:id', { ...link, agrees })
    }
    const answers = await sql<{ agrees: boolean }[]>`
      select agrees from guardian_answers where guardian_id = ${link.id} order by number`
    expect(answers.map(({ agrees }) => agrees)).toEqual([true, false])
  })

  test('can answer by a form without script', async () => {
    const young = await aYoungContributor()
    const link = await guardianLinkFor(young)
    const visitor = await aVisitor()
    const answered = await visitor.send(
      `/api/guardians/${link.id}`,
      asForm({ proof: link.proof, agrees: 'yes' }),
    )
    expect(answered.status).toBe(303)
    expect(answered.headers.get('Location')).toBe(`/guardian/${link.id}?proof=${link.proof}`)
    expect((await young.call('GET /account/guardian', {})).awaits).toBeNull()
  })

  test('needs the complete link, and is the guardian named last', async () => {
    const young = await aYoungContributor()
    const link = await guardianLinkFor(young)
    const visitor = await aVisitor()
    const other = await guardianLinkFor(await aYoungContributor())
    for (const wrong of [
      { ...link, proof: other.proof },
      { ...link, proof: 'x' },
      { ...link, id: other.id },
      { ...link, id: 'nobody' },
    ]) {
      await expect(visitor.call('GET /guardians/:id', wrong)).rejects.toMatchObject(
        sentence('guardianNotFound'),
      )
      await expect(
        visitor.call('POST /guardians/:id', { ...wrong, agrees: true }),
      ).rejects.toMatchObject(sentence('guardianNotFound'))
    }
    await guardianLinkFor(young)
    await expect(visitor.call('GET /guardians/:id', link)).rejects.toMatchObject(
      sentence('guardianNotFound'),
    )
  })
})

describe('a young contributor', () => {
  test('withdraws on the account page, which the guardian cannot undo', async () => {
    const { young, link, guardian } = await withAgreement()
    await publish(young.id)
    const withdrawn = await young.send('/api/account/guardian?_method=DELETE', asForm({}))
    expect(withdrawn.headers.get('Location')).toBe('/account?done=agreement-withdrawn')
    expect(await rowOf(young.id)).toMatchObject({ isPublished: false })
    await expect(
      guardian.call('POST /guardians/:id', { ...link, agrees: true }),
    ).rejects.toMatchObject(sentence('agreementTakenBack'))
    // Naming them once more asks them once more.
    const again = await guardianLinkFor(young, link.guardianEmail)
    await guardian.call('POST /guardians/:id', { ...again, agrees: true })
    await publish(young.id)
    expect(await rowOf(young.id)).toMatchObject({ isPublished: true })
  })

  test('has nothing published after naming another guardian until that one agrees', async () => {
    const { young } = await withAgreement()
    await publish(young.id)
    await guardianLinkFor(young)
    expect(await rowOf(young.id)).toMatchObject({ isPublished: false })
    await expect(publish(young.id)).rejects.toMatchObject(sentence('guardianAwaited'))
  })

  test('changes nothing by naming the same guardian again', async () => {
    const { young, link } = await withAgreement()
    await publish(young.id)
    await young.call('PUT /account/guardian', {
      guardianName: 'Ngozi Ade',
      guardianEmail: link.guardianEmail,
    })
    expect(await rowOf(young.id)).toMatchObject({ isPublished: true })
  })

  test('cannot name their own address in any spelling', async () => {
    const young = await aYoungContributor()
    const [name, host] = young.email.split('@')
    for (const guardianEmail of [young.email, `${name}+mum@${host}`, young.email.toUpperCase()]) {
      await expect(
        young.call('PUT /account/guardian', { guardianName: 'Ngozi Ade', guardianEmail }),
      ).rejects.toMatchObject({
        status: 400,
        fields: {
          guardianEmail: [
            'This is your own address. Please enter the one of your parent or guardian.',
          ],
        },
      })
    }
  })

  test('may name five guardians a day', async () => {
    const young = await aYoungContributor()
    const name = (guardianEmail: string) =>
      young.call('PUT /account/guardian', { guardianName: 'Ngozi Ade', guardianEmail })
    for (let time = 0; time < 5; time++) await name(anAddress())
    await expect(name(anAddress())).rejects.toMatchObject(sentence('guardiansADay'))
  })

  test('states the age once, in any form', async () => {
    const person = await aReader()
    await sql`update readers set age_band = null where id = ${person.reader.id}`
    const ageOf = async () => (await person.call('GET /account/guardian', {})).ageBand
    expect(await ageOf()).toBeNull()
    await expect(
      person.call('POST /stories', { ...aSubmission(), ageBand: '' }),
    ).rejects.toMatchObject({ status: 400, fields: { ageBand: ['Please choose your age'] } })
    expect(await ageOf()).toBeNull()
    const { id } = await person.call('POST /stories', { ...aSubmission(), ageBand: '13-17' })
    await person.call('PUT /account/stories/:id', { ...aSubmission(), id })
    expect(await ageOf()).toBe('13-17')
    await person.call('POST /stories', { ...aSubmission(), ageBand: '18+' })
    expect(await ageOf()).toBe('13-17')
    await expect(person.call('PUT /account/age', { ageBand: '18+' })).rejects.toMatchObject(
      sentence('ageToldBefore'),
    )
    await person.call('PUT /account/age', { ageBand: '13-17' })
    await expect(
      person.call('PUT /account/age', { ageBand: 'old' as never }),
    ).rejects.toMatchObject({
      fields: { ageBand: ['Please choose your age'] },
    })
  })

  test('cannot name a guardian without an age, or as an adult', async () => {
    const person = await aReader()
    const named = { guardianName: 'Ngozi Ade', guardianEmail: anAddress() }
    await expect(person.call('PUT /account/guardian', named)).rejects.toMatchObject(
      sentence('noGuardianNeeded'),
    )
    await sql`update readers set age_band = null where id = ${person.reader.id}`
    await expect(person.call('PUT /account/guardian', named)).rejects.toMatchObject(
      sentence('noGuardianNeeded'),
    )
    // Nothing to withdraw.
    expect(await person.call('DELETE /account/guardian', {})).toEqual({ status: 'ok' })
  })
})

describe('the page of an author under 18', () => {
  const page = { name: 'Tamuno Briggs-Ade', about: 'I write.', isPublic: true }

  test('is public only while the guardian agrees', async () => {
    const { call } = await aReader(undefined, '13-17')
    await expect(call('PUT /account/author-page', page)).rejects.toMatchObject(
      sentence('authorGuardianAwaited'),
    )
    expect(await call('PUT /account/author-page', { ...page, isPublic: false })).toMatchObject({
      isPublic: false,
    })
    const { young, link, guardian } = await withAgreement()
    await publish(young.id)
    const { slug } = await young.call('PUT /account/author-page', page)
    expect(await guardian.call('GET /authors/:slug', { slug: slug ?? '' })).toMatchObject({ slug })
    await guardian.call('POST /guardians/:id', { ...link, agrees: false })
    await expect(guardian.call('GET /authors/:slug', { slug: slug ?? '' })).rejects.toThrow(/^404/)
    expect(await young.call('GET /account/author-page', {})).toMatchObject({ isPublic: false })
  })

  test('is hidden once the author states the age, and their stories stay', async () => {
    const { call, reader } = await aReader()
    const story = await aStory({ authorId: reader.id } as never)
    const { slug } = await call('PUT /account/author-page', page)
    await sql`update readers set age_band = null where id = ${reader.id}`
    const { call: ask } = await aVisitor()
    expect(await ask('GET /authors/:slug', { slug: slug ?? '' })).toMatchObject({ slug })
    await call('PUT /account/age', { ageBand: '13-17' })
    await expect(ask('GET /authors/:slug', { slug: slug ?? '' })).rejects.toThrow(/^404/)
    expect(await rowOf(story.id)).toMatchObject({ isPublished: true })
    // Nor do the staff put it up again.
    const shown = { ...page, id: reader.id, isPublic: true }
    await expect(publisher.call('PUT /admin/authors/:id', shown)).rejects.toMatchObject(
      sentence('authorDecides'),
    )
  })

  test('cannot be public before the age is stated', async () => {
    const { call, reader } = await aReader()
    await sql`update readers set age_band = null where id = ${reader.id}`
    await expect(call('PUT /account/author-page', page)).rejects.toMatchObject(
      sentence('authorAgeNotTold'),
    )
  })
})

describe('a guardian’s withdrawal while a story is being published', () => {
  test('unpublishes a story published while it waits for the lock', async () => {
    const { young, link, guardian } = await withAgreement()
    let withdrawal: Promise<unknown> | undefined
    await transaction(async () => {
      await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${young.id}`
      withdrawal = guardian.call('POST /guardians/:id', { ...link, agrees: false })
      await untilWaiting()
    })
    await withdrawal
    expect(await rowOf(young.id)).toMatchObject({ isPublished: false })
  })

  test('prevents publishing after it', async () => {
    const { young, link } = await withAgreement()
    let publishing: Promise<unknown> | undefined
    await transaction(async () => {
      await sql`select 1 from readers where id = ${young.reader.id} for update`
      await sql`
        insert into guardian_answers (guardian_id, agrees, given_by) values (${link.id}, false, 'contributor')`
      publishing = publish(young.id).then(
        () => 'published',
        (error: Error) => error.message,
      )
      await untilWaiting()
    })
    expect(await publishing).toContain(errors.guardianAwaited[1])
    expect(await rowOf(young.id)).toMatchObject({ isPublished: false })
  })
})

test('somebody under 13 only reads until the guardian agrees, whatever age they tell next', async () => {
  const { reader, call, send } = await aReader()
  await sql`update readers set age_band = null where id = ${reader.id}`
  const told = (ageBand: AgeBand) => call('POST /stories', { ...aSubmission(), ageBand })
  const [story, book, free] = [await aStory(), await aBook(), await aBook({ price: 0 })]
  await anOrder(book.id, { readerId: reader.id })
  const more = {
    submit: () => told('18+'),
    like: () => call('POST /stories/:id/like', { id: story.id }),
    rate: () => call('PUT /stories/:id/rating', { id: story.id, rating: 4 }),
    review: () => call('PUT /books/:id/rating', { id: book.id, rating: 4, review: 'Good' }),
    buy: () => call('POST /orders', aPurchase(free.id)),
    show: () => call('PUT /account/author-page', { name: 'Ada', about: '', isPublic: false }),
  }
  await more.like()
  await expect(told('under-13')).rejects.toMatchObject(sentence('onlyReads'))
  for (const [name, tries] of Object.entries(more))
    await expect(tries(), name).rejects.toMatchObject(sentence('onlyReads'))
  // What they like can be taken back, what they read counts, and the account stays theirs.
  await call('DELETE /stories/:id/like', { id: story.id })
  await call('PUT /account/reading', { events: [] })
  await call('PUT /books/:id/saved', { id: book.id })
  expect((await send(`/api/stories/${story.id}/view`, { method: 'POST' })).status).toBe(200)
  const link = await guardianLinkFor({ call })
  await expect(more.submit()).rejects.toMatchObject(sentence('onlyReads'))
  await (await aVisitor()).call('POST /guardians/:id', { ...link, agrees: true })
  const { buy, ...others } = more
  for (const tries of Object.values(others)) await tries()
  // As anybody: the book has no file yet.
  await expect(buy()).rejects.toMatchObject({ status: 409 })
  expect((await call('GET /account/guardian', {})).ageBand).toBe('under-13')
})

test('a script that sends the specification’s payload is accepted as before, and no age is asked of it', async () => {
  const { reader, call } = await aReader()
  await sql`update readers set age_band = null where id = ${reader.id}`
  const payload = {
    ...aSubmission(),
    authorImageUrl: null,
    imageUrl: null,
    videoUrl: null,
    readTimeMinutes: 5,
  }
  const { id } = await call('POST /stories', payload)
  expect(await call('PUT /account/stories/:id', { ...payload, id })).toMatchObject({ id })
  const book = await aBook()
  await anOrder(book.id, { readerId: reader.id })
  await call('PUT /books/:id/rating', { id: book.id, rating: 4, review: 'It kept me awake.' })
  expect((await call('GET /account/guardian', {})).ageBand).toBeNull()
})

test('a story of somebody under 13 comes out once an editor has spoken with the guardian, of each anew', async () => {
  const { young } = await withAgreement('under-13')
  const { id } = young
  for (const open of Object.values(doors))
    await expect(open(id)).rejects.toMatchObject(sentence('guardianNotPhoned'))
  const read = () => publisher.call('GET /admin/stories/:id', { id })
  const { guardianToPhone } = await read()
  expect(guardianToPhone).toMatchObject({ name: 'Ngozi Ade' })
  const phoned = (guardianPhoned: string) =>
    publisher.call('PATCH /admin/stories/:id', { id, guardianPhoned })
  expect((await phoned(randomUUID())).awaits).toBe('phone')
  expect(await phoned(guardianToPhone?.id as string)).toMatchObject({
    awaits: null,
    guardianToPhone: null,
    isPublished: false,
  })
  const { items } = await publisher.callPage('GET /admin/activity', {})
  expect(items[0]).toMatchObject({ action: 'guardianPhoned', subjectId: id })
  await publish(id)

  const next = await guardianLinkFor(young)
  await (await aVisitor()).call('POST /guardians/:id', { ...next, agrees: true })
  expect((await read()).awaits).toBe('phone')
})

test('a staff author without a reader’s account needs no guardian', async () => {
  const { call, member } = await theStaff('author')
  expect(member.id).toBeDefined()
  const id = randomUUID()
  const { number } = await call('PUT /admin/drafts/:id', {
    id,
    base: 0,
    saveId: randomUUID(),
    fields: aDraft(),
  })
  await publisher.call('POST /admin/drafts/:id/publish', { id, number })
  expect(await rowOf(id)).toMatchObject({ isPublished: true })
})
