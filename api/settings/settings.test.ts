import { describe, expect, test } from 'vitest'
import { inWords } from '#api/mails/fill-words.ts'
import { renderMail } from '#api/mails/render-mail.ts'
import { guardianMails } from '#api/readers/guardians/guardian-mails.ts'
import { readOriginals } from '#content/read-content.ts'
import { knowCategories, knownCategory } from '#contract/magazine/category-list.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { sql } from '#db/sql.ts'
import { aVisitor, thePublisher, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'
import { does } from '#tests/undo.ts'
import { liveBrand } from './live-brand.ts'
import { openSettings } from './live-settings.ts'
import { originalsOf, readSettings } from './read-settings.ts'

describe('whoever prepares what the magazine says', () => {
  test('drafts, publishes and takes it back within seconds', async () => {
    const editor = await theStaff('editor')
    const before = await editor.call('GET /admin/settings/:group', { group: 'hashtags' })
    expect(before).toMatchObject({ published: before.original, draft: null })
    const value = { tags: ['HarmattanReads'] }

    const { revision } = await editor.call('PUT /admin/settings/:group/draft', {
      group: 'hashtags',
      value,
      revision: before.revision,
    })
    const drafted = await editor.call('GET /admin/settings/:group', { group: 'hashtags' })
    expect(drafted).toMatchObject({ published: before.published, draft: { value }, revision })

    const { undo } = await does(editor, 'POST /admin/settings/:group/publish', {
      group: 'hashtags',
      revision,
    })
    const published = await editor.call('GET /admin/settings/:group', { group: 'hashtags' })
    expect(published).toMatchObject({ published: value, draft: null })

    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    const undone = await editor.call('GET /admin/settings/:group', { group: 'hashtags' })
    expect(undone.published).toEqual(before.published)
    const revisions = await editor.call('GET /admin/settings/:group/revisions', {
      group: 'hashtags',
    })
    expect(revisions.slice(0, 2).map(({ value }) => value)).toEqual([before.published, value])
  })

  test('is told when somebody else has changed the draft, and nothing is lost', async () => {
    const [one, other] = [await theStaff('editor'), await thePublisher()]
    const { revision } = await one.call('GET /admin/settings/:group', { group: 'footer' })
    const mine = { about: 'Essays of the dry season.', description: 'Essays.' }
    await one.call('PUT /admin/settings/:group/draft', { group: 'footer', value: mine, revision })
    const theirs = { ...mine, about: 'Essays of the rains.' }
    await expect(
      other.call('PUT /admin/settings/:group/draft', { group: 'footer', value: theirs, revision }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(
      other.call('POST /admin/settings/:group/publish', { group: 'footer', revision }),
    ).rejects.toMatchObject({ status: 409 })
    const { draft } = await other.call('GET /admin/settings/:group', { group: 'footer' })
    expect(draft?.value).toEqual(mine)
  })

  test.each<
    ['contact' | 'hero' | 'hashtags' | 'socials' | 'prices', Record<string, unknown>, object]
  >([
    ['contact', { email: 'nobody' }, { email: [expect.stringContaining('e-mail address')] }],
    ['contact', { phone: 'ring me' }, { phone: [expect.stringContaining('phone number')] }],
    ['hero', { headline: '' }, { headline: ['Headline must be at least 2 characters'] }],
    [
      'hero',
      { headline: 'x'.repeat(10_000) },
      { headline: ['Headline must be at most 40 characters'] },
    ],
    ['hashtags', { tags: ['#Reads'] }, { tags: [expect.stringContaining('without #')] }],
    [
      'socials',
      { tiktok: 'https://www.youtube.com/@ascend' },
      { tiktok: ['This is not a TikTok address. It begins with https://tiktok.com/'] },
    ],
    ['socials', { x: 'javascript:alert(1)' }, { x: [expect.stringContaining('X address')] }],
    [
      'socials',
      { telegram: 'https://t.me.evil.example/ascend' },
      { telegram: [expect.stringContaining('Telegram address')] },
    ],
    ['prices', { nairaPerGigabyte: 0 }, { nairaPerGigabyte: [expect.stringContaining('Naira')] }],
    [
      'prices',
      { lowerBound: 5000, upperBound: 5000 },
      { upperBound: ['The upper bound must be above the lower one'] },
    ],
    ['prices', { lowerBound: 19.5 }, { lowerBound: [expect.stringContaining('whole number')] }],
  ])('cannot publish a %s of %j', async (group, value, fields) => {
    const editor = await theStaff('editor')
    const { revision } = await editor.call('GET /admin/settings/:group', { group })
    const saved = await editor.call('PUT /admin/settings/:group/draft', { group, value, revision })
    await expect(
      editor.call('POST /admin/settings/:group/publish', { group, revision: saved.revision }),
    ).rejects.toMatchObject({ status: 400, fields })
    const after = await editor.call('GET /admin/settings/:group', { group })
    expect(after).toMatchObject({ draft: { value }, published: after.original })
  })

  test('may not see or change the look, which is the owner’s', async () => {
    const editor = await theStaff('editor')
    const refused = { status: 403 }
    await expect(
      editor.call('GET /admin/settings/:group', { group: 'look' }),
    ).rejects.toMatchObject(refused)
    await expect(
      editor.call('PUT /admin/settings/:group/draft', { group: 'look', value: {}, revision: 0 }),
    ).rejects.toMatchObject(refused)
    await expect(
      editor.call('POST /admin/settings/:group/publish', { group: 'look', revision: 0 }),
    ).rejects.toMatchObject(refused)
    const groups = (await editor.call('GET /admin/settings', {})).map(({ group }) => group)
    expect(groups).not.toContain('look')
    const shopkeeper = await theStaff('shopkeeper')
    await expect(shopkeeper.call('GET /admin/settings', {})).rejects.toMatchObject(refused)
    await expect((await aVisitor()).call('GET /admin/settings', {})).rejects.toMatchObject({
      status: 401,
    })
  })
})

test.each(['processors', 'dataProtection', 'breaches'] as const)(
  'only the owner sees and sets %s',
  async (group) => {
    const editor = await theStaff('editor')
    await expect(editor.call('GET /admin/settings/:group', { group })).rejects.toMatchObject({
      status: 403,
    })
    await expect(publishSetting(editor, group, {})).rejects.toMatchObject({ status: 403 })
    await publishSetting(await thePublisher(), group, {})
  },
)

test('a company is listed with all that readers are told of it', async () => {
  const owner = await thePublisher()
  const company = {
    task: 'mail',
    name: 'Example Mail Ltd',
    purpose: 'Carries our mail',
    country: 'Ireland',
    contract: '2026-11-25',
  }
  for (const wrong of [{ name: '' }, { task: '' }, { country: '' }, { contract: '2026-02-30' }])
    await expect(
      publishSetting(owner, 'processors', { list: [{ ...company, ...wrong }] }),
    ).rejects.toMatchObject({ status: 400, fields: { list: [expect.any(String)] } })
  await publishSetting(owner, 'processors', { list: [company] })
  const { published } = await owner.call('GET /admin/settings/:group', { group: 'processors' })
  expect(published).toEqual({ list: [company] })
  await publishSetting(owner, 'processors', { list: [] })
})

test('the owner keeps a register of breaches, with its history, and the activity log says so', async () => {
  const owner = await thePublisher()
  const breach = {
    day: '2026-11-25',
    what: 'A laptop with a backup was stolen.',
    people: '40, 3 of them under 18',
    told: 'The Commission and everybody on the 26th.',
  }
  await expect(
    publishSetting(owner, 'breaches', { list: [{ ...breach, day: '' }] }),
  ).rejects.toMatchObject({ status: 400, fields: { list: ['Choose the day of each breach'] } })
  await publishSetting(owner, 'breaches', { list: [breach] })
  const revisions = await owner.call('GET /admin/settings/:group/revisions', { group: 'breaches' })
  expect(revisions[0]?.value).toEqual({ list: [breach] })
  const actions = await sql`select action from activity order by at desc, id desc limit 1`
  expect(actions).toEqual([{ action: 'settingSaved' }])
  await publishSetting(owner, 'breaches', { list: [] })
})

test.each<[string, Record<string, unknown>, string]>([
  ['a name of 10,000 letters', { name: 'W'.repeat(10_000) }, 'name'],
  ['a name of one letter', { name: 'A' }, 'name'],
  ['a name that breaks the line', { name: 'As\u2028cend' }, 'name'],
  ['a tagline of two lines', { tagline: 'Young\nand climbing' }, 'tagline'],
  ['CSS for a colour', { own: '#fff;}body{display:none' }, 'own'],
  ['an address for a colour', { own: 'url(https://evil.example/)' }, 'own'],
  ['a colour by its name', { own: 'red' }, 'own'],
  ['a palette that is none', { palette: 'constructor' }, 'palette'],
  ['a face that is none', { face: '../../etc/passwd' }, 'face'],
  ['a logo that is no upload', { logo: { kind: 'file', id: '../x' } }, 'logo'],
])('a look with %s cannot be published', async (_, change, field) => {
  const owner = await thePublisher()
  await expect(publishSetting(owner, 'look', change)).rejects.toMatchObject({
    status: 400,
    fields: { [field]: [expect.any(String)] },
  })
})

test.each<[string, (header: Settings['menu']['header']) => Settings['menu']['header'], string]>([
  ['without a link of the site', (header) => header.slice(1), 'stay'],
  ['with a link twice', (header) => [...header, { id: 'home', label: 'Home' }], 'twice'],
  ['with a link to nowhere', (header) => [...header, { id: 'own-1', label: 'Fair' }], 'address'],
  [
    'with a script for an address',
    (header) => [...header, { id: 'own-1', label: 'Fair', href: 'javascript:alert(1)' }],
    'begins with /',
  ],
  [
    'with an address that leaves the site unseen',
    (header) => [...header, { id: 'own-1', label: 'Fair', href: '//evil.example' }],
    'begins with /',
  ],
  [
    'with three links of one’s own',
    (header) => [
      ...header,
      ...['own-1', 'own-2', 'own-3'].map((id) => ({ id, label: 'Fair', href: '/' })),
    ],
    'at most 2',
  ],
])('a menu %s cannot be published', async (_, change, words) => {
  const owner = await thePublisher()
  const { original, revision } = await owner.call('GET /admin/settings/:group', { group: 'menu' })
  const menu = original as Settings['menu']
  const value = { ...menu, header: change(menu.header) }
  const saved = await owner.call('PUT /admin/settings/:group/draft', {
    group: 'menu',
    value,
    revision,
  })
  await expect(
    owner.call('POST /admin/settings/:group/publish', { group: 'menu', revision: saved.revision }),
  ).rejects.toMatchObject({
    status: 400,
    fields: { header: expect.arrayContaining([expect.stringContaining(words)]) },
  })
})

test('a draft that says what the original says brings the original back', async () => {
  const owner = await thePublisher()
  await publishSetting(owner, 'prices', { nairaPerGigabyte: 400 })
  const { original } = await owner.call('GET /admin/settings/:group', { group: 'prices' })
  await publishSetting(owner, 'prices', original)
  const rows = await sql`select value from settings where group_name = 'prices'`
  expect(rows).toEqual([{ value: null }])
})

test('a value that this release does not understand counts as not set', async () => {
  const originals = originalsOf(await readOriginals('content'))
  const read = readSettings(originals, {
    look: { name: 'Harmattan', palette: 'sunset' },
    contact: { publisher: 'Harmattan House' },
  })
  expect(read.broken).toEqual(['look'])
  expect(read.settings.look).toEqual(originals.look)
  // What another release did not have yet is the original.
  expect(read.settings.contact).toEqual({ ...originals.contact, publisher: 'Harmattan House' })
})

test('a page made on demand wears its release, also one of code that knew less', async () => {
  const originals = originalsOf(await readOriginals('content'))
  const { worn, current } = openSettings(originals)
  expect(worn(undefined)).toEqual(current())
  const ofRelease = { contact: { publisher: 'Harmattan House' }, motto: { words: 'Up' } }
  const settings = worn(ofRelease)
  expect(settings.contact.publisher).toBe('Harmattan House')
  expect(Object.keys(settings).sort()).toEqual(Object.keys(originals).sort())
  // A look is derived once for each release.
  expect(worn(ofRelease)).toBe(settings)
})

test('a service begins with the original categories, whatever held before', async () => {
  const originals = originalsOf(await readOriginals('content'))
  const stories = originals.categories.stories.map((one) => ({ ...one, name: `Our ${one.name}` }))
  knowCategories({ ...originals.categories, stories })
  expect(knownCategory('editorial-commentary')?.name).toBe('Our Editorial Commentary')
  openSettings(originals)
  expect(knownCategory('editorial-commentary')?.name).toBe('Editorial Commentary')
})

test('mails and receipts name the publisher of now', async () => {
  const settings = openSettings(originalsOf(await readOriginals('content')))
  const brand = liveBrand(settings, () => 'post@ascend.example')
  expect(brand.email).toBe('post@ascend.example')
  await publishSetting(await thePublisher(), 'contact', {
    publisher: 'Harmattan House',
    email: 'hello@harmattan.example',
  })
  await settings.refresh()
  expect({ ...brand }).toMatchObject({
    publisher: 'Harmattan House',
    email: 'hello@harmattan.example',
  })
})

test('mails about data of the recipient name the data protection officer, and others the publisher', async () => {
  const settings = openSettings(originalsOf(await readOriginals('content')))
  const brand = liveBrand(settings, () => 'post@ascend.example')
  const owner = await thePublisher()
  await publishSetting(owner, 'contact', { email: '' })
  await publishSetting(owner, 'dataProtection', {})
  await settings.refresh()
  const addressesIn = (mail: Parameters<typeof renderMail>[0]) =>
    renderMail(mail, { brand, publicUrl: 'https://ascend.example' }).text.match(/\S+@\S+example/g)
  const context = { brand, words: settings.current().mails }
  const welcome = () => inWords('welcomeProven', context, { name: 'Ada', values: {} })
  const reset = () => inWords('passwordChanged', context, { name: null, values: {} })
  const answer = () =>
    guardianMails.guardianAnswer({ firstName: 'Ada', agrees: true }, {
      ...context,
      publicUrl: '',
    } as Parameters<typeof guardianMails.guardianAnswer>[1])
  expect(addressesIn(welcome())).toEqual(['post@ascend.example', 'post@ascend.example'])
  await publishSetting(owner, 'dataProtection', { name: 'Ngozi Ade', email: 'dpo@ade.example' })
  await settings.refresh()
  expect(addressesIn(welcome())).toEqual(['dpo@ade.example', 'dpo@ade.example'])
  expect(addressesIn(answer())).toEqual(['dpo@ade.example'])
  expect(addressesIn(reset())).toEqual(['post@ascend.example'])
})

test('mails wear a logo that was chosen, which is small, and no other picture', async () => {
  const settings = openSettings(originalsOf(await readOriginals('content')))
  const brand = liveBrand(settings)
  const letter = { subject: 'Hello', paragraphs: ['It is out.'], because: 'you asked for it.' }
  const pictures = async (look: Record<string, unknown>) => {
    await publishSetting(await thePublisher(), 'look', look)
    await settings.refresh()
    const { html } = renderMail(letter, { brand, publicUrl: 'https://harmattan.example' })
    return [...html.matchAll(/<img src="([^"]+)" alt=""/g)].map(([, src = '']) => new URL(src))
  }
  expect(await pictures({ palette: 'zobo' })).toEqual([])
  const [logo, ...others] = await pictures({ logo: { kind: 'motif', motif: 'leaf' } })
  expect(others).toEqual([])
  expect(logo?.origin).toBe('https://harmattan.example')
  const answer = await (await aVisitor()).send(logo?.pathname ?? '')
  expect(answer.headers.get('Content-Type')).toBe('image/png')
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(5_000)
})
