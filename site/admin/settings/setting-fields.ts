import { networksInOrder, socialNetworks } from '#contract/magazine/social-networks.ts'
import { weekdays } from '#contract/newsletter/digest-times.ts'
import type { LegalGroup } from '#contract/pages/legal-text.ts'
import { paperLengths, processorTaskNames, processorTasks } from '#contract/pages/processors.ts'
import { paths } from '#contract/paths.ts'
import { editors, owner } from '#contract/roles.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { type SettingGroup, settingLengths } from '#contract/settings/groups.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { capitalised } from '#site/admin/lib/format.ts'

/** A field as it is typed: one line, several, words between spaces, or rows of fields. */
export interface SettingField {
  name: string
  label: string
  kind: 'line' | 'text' | 'lines' | 'words' | 'number' | 'choice' | 'rows'
  /** Of a choice. */
  options?: readonly { value: string; label: string }[]
  type?: 'email' | 'tel' | 'url' | 'date'
  /** Characters, said beside the field while it is typed. */
  most?: number
  isOptional?: boolean
  hint?: string
  prefix?: string
  rows?: number
  /** Of rows; `label` is what one of them is called. */
  columns?: readonly SettingField[]
}

interface SettingPage {
  /** What it is for, in a line. */
  lead: string
  /** Where readers see it, if they do. */
  path?: string
  /** It stands on the ground that it has on the page. */
  stage?: 'hero'
  fields: readonly SettingField[]
}

const { line, headline, label, about, description, publisher, hashtags } = settingLengths

export const markdownHint =
  'An empty line begins a paragraph, ## a heading, - a list; **bold**, *italic*, [words](/address).'

/** Of words that the original begins with the name of the magazine. */
export const nameHint = '{name} stands for the magazine’s name.'

const textFields: readonly SettingField[] = [
  { name: 'text', label: 'Text', kind: 'text', rows: 24, hint: markdownHint },
]

const optional = { kind: 'line', isOptional: true } as const
const optionalDay = { ...optional, type: 'date' } as const

const tasks = processorTaskNames.map((value) => ({ value, label: processorTasks[value] }))

/** A page that is a list; `label`: what one of it is called. */
const rowsOfFields = (label: string, columns: readonly SettingField[]) =>
  [{ name: 'list', label, kind: 'rows', columns }] as const

/** Groups that are edited as fields of text. */
export type WordsGroup = Exclude<
  SettingGroup,
  'look' | 'menu' | 'mails' | 'categories' | LegalGroup
>

/** The pages of words, in the order of the list. */
export const settingPages: Record<WordsGroup, SettingPage> = {
  hero: {
    lead: 'The top of the landing page. Where its buttons lead stays.',
    path: paths.home,
    stage: 'hero',
    fields: [
      { name: 'line', label: 'The line above', kind: 'line', most: line },
      { name: 'headline', label: 'Headline', kind: 'line', most: headline },
      { name: 'explore', label: 'The first button', kind: 'line', most: label },
      { name: 'share', label: 'The second button', kind: 'line', most: label },
      { name: 'discover', label: 'The third button', kind: 'line', most: label },
      { name: 'learn', label: 'The link', kind: 'line', most: label },
    ],
  },
  about: {
    lead: 'The page About, above your contacts.',
    path: paths.about,
    fields: [
      { name: 'heading', label: 'Heading', kind: 'line', most: settingLengths.aboutHeading },
      { name: 'mission', label: 'Mission', kind: 'text', most: settingLengths.mission },
      { name: 'vision', label: 'Vision', kind: 'text', most: settingLengths.mission },
      { name: 'text', label: 'Text', kind: 'text', rows: 10, hint: markdownHint },
    ],
  },
  help: {
    lead: 'The page Help, which the footer leads to.',
    path: paths.help,
    fields: textFields,
  },
  standards: {
    lead: 'Who owns and pays for the magazine, how it chooses, checks and corrects, and whom to complain to. Promise what you do.',
    path: magazinePaths.standards,
    fields: textFields,
  },
  accessibility: {
    lead: 'Who can use the magazine, what is known to stand in their way, and whom to tell.',
    path: magazinePaths.accessibility,
    fields: textFields,
  },
  footer: {
    lead: 'The foot of every page, and what search engines and shared links say.',
    path: paths.about,
    fields: [
      { name: 'about', label: 'About', kind: 'text', most: about },
      {
        name: 'description',
        label: 'Description for search engines',
        kind: 'text',
        most: description,
      },
    ],
  },
  contact: {
    lead: 'Who publishes, and how readers reach you: in the footer, on About, in mails and on receipts.',
    path: `${paths.about}#contact`,
    fields: [
      { name: 'publisher', label: 'Publisher', kind: 'line', most: publisher },
      {
        name: 'address',
        label: 'Address',
        kind: 'lines',
        isOptional: true,
        hint: 'As on an envelope, up to four lines. Left empty, none is shown.',
      },
      {
        name: 'email',
        label: 'E-mail',
        kind: 'line',
        type: 'email',
        isOptional: true,
        hint: 'Where readers write to.',
      },
      {
        name: 'phone',
        label: 'Phone',
        kind: 'line',
        type: 'tel',
        isOptional: true,
        hint: 'As people write it, such as +234 803 000 0000.',
      },
    ],
  },
  socials: {
    lead: 'Your pages elsewhere, under Join the Conversation on the landing page. Up to eight.',
    path: `${paths.home}#join`,
    fields: networksInOrder.map((name) => ({
      name,
      label: socialNetworks[name].label,
      kind: 'line',
      type: 'url',
      isOptional: true,
      hint: `https://${socialNetworks[name].hosts[0]}/…`,
    })),
  },
  hashtags: {
    lead: 'Suggested with every story that is shared, before those of the story itself.',
    path: paths.home,
    fields: [
      {
        name: 'tags',
        label: 'Hashtags',
        kind: 'words',
        hint: `Letters and digits, without #, with spaces between them. Up to ${hashtags}.`,
      },
    ],
  },
  prices: {
    lead: 'Numbers that pages say beside files and to authors, the prices that books are filtered by, and the mail about an unpaid order.',
    path: paths.publish,
    fields: [
      {
        name: 'nairaPerGigabyte',
        label: 'A gigabyte of mobile data',
        kind: 'number',
        prefix: '₦',
        hint: 'What most of your readers pay. Files say beside their size what they cost to fetch.',
      },
      {
        name: 'authorPercent',
        label: 'The share of authors, in percent',
        kind: 'number',
        hint: 'Of what a copy is sold for, after discounts and VAT, as “Publish Your Book” says it. What you agree with one author stands in their account.',
      },
      {
        name: 'lowerBound',
        label: 'The price filter, from',
        kind: 'number',
        prefix: '₦',
        hint: 'Books below it are found under the first of the three prices on the page of books.',
      },
      {
        name: 'upperBound',
        label: 'The price filter, to',
        kind: 'number',
        prefix: '₦',
        hint: 'Books above it are found under the last.',
      },
      {
        name: 'unpaidMail',
        label: 'An order that is not paid after an hour',
        kind: 'choice',
        options: [
          { value: 'on', label: 'The buyer gets one mail' },
          { value: 'off', label: 'No mail' },
        ],
        hint: 'Its button leads to the purchase box, filled as before. None after a refused payment, and at most one a day.',
      },
    ],
  },
  digest: {
    lead: 'When subscribers get what was published. A new day holds from the first one that is at least a week after the last digest; nothing is left out or sent twice.',
    path: staffPaths.issues,
    fields: [
      {
        name: 'weekday',
        label: 'Day of the weekly digest',
        kind: 'choice',
        options: weekdays.map((value) => ({ value, label: capitalised(value) })),
      },
      {
        name: 'hour',
        label: 'Hour in Lagos, 0 to 23',
        kind: 'number',
        hint: 'The monthly digest is sent on the first of the month, at the same hour.',
      },
    ],
  },
  editions: {
    lead: 'The stories of a week in one small file, which readers send to each other. On the day that you choose the edition of the week before is made; it goes out once you have looked at it.',
    path: staffPaths.editions,
    fields: [
      {
        name: 'weekday',
        label: 'Day on which it is made',
        kind: 'choice',
        options: ['off', ...weekdays].map((value) => ({ value, label: capitalised(value) })),
      },
      {
        ...optional,
        name: 'sponsor',
        label: 'A line about a sponsor',
        most: settingLengths.line,
        hint: 'It stands on the cover. Left empty, there is none.',
      },
    ],
  },
  dataProtection: {
    lead: 'Whom readers ask about their data: on Privacy and Standards, and in mails to guardians and about accounts; left empty, it is you. Of the registration with the Commission they see the number alone. The dashboard reminds you 60 days before it ends, and before March 31, when returns are due.',
    path: `${paths.privacy}#data-protection`,
    fields: [
      { ...optional, name: 'name', label: 'Data protection officer', most: paperLengths.name },
      { ...optional, name: 'email', label: 'Their e-mail', type: 'email' },
      { ...optional, name: 'number', label: 'Number of your registration' },
      { ...optionalDay, name: 'validUntil', label: 'Registration valid until' },
      { ...optionalDay, name: 'lastReturn', label: 'Last audit return sent on' },
    ],
  },
  processors: {
    lead: 'Whoever stores, sends or sees data of people for you: who takes payments, carries mail, rents you the server. Privacy lists them, and the doctor asks for one where something is set up.',
    path: `${paths.privacy}#processors`,
    fields: rowsOfFields('company', [
      { name: 'task', label: 'What it does', kind: 'choice', options: tasks },
      { name: 'name', label: 'Company', kind: 'line' },
      { name: 'purpose', label: 'What for', kind: 'line', hint: 'Such as: Carries our mail.' },
      { name: 'country', label: 'Country where it keeps the data', kind: 'line' },
      { ...optionalDay, name: 'contract', label: 'Day of your contract with it' },
    ]),
  },
  breaches: {
    lead: 'Every time that data may have leaked, also when nobody had to be told. No page shows it, and no name of anybody belongs here. docs/breach.md says what to do first.',
    fields: rowsOfFields('breach', [
      { name: 'day', label: 'Day that you noticed it', kind: 'line', type: 'date' },
      { name: 'what', label: 'What happened, how it was noticed, what was done', kind: 'text' },
      { name: 'people', label: 'How many people, and how many of them under 18', kind: 'line' },
      { name: 'told', label: 'Who was told when, or why not', kind: 'text' },
    ]),
  },
}

export const legalLeads: Record<LegalGroup, string> = {
  terms:
    'What readers, authors and buyers agree to. A change has the day of its publishing; what held before can still be read.',
  privacy:
    'What the magazine knows of people. A change has the day of its publishing; what held before can still be read.',
}

const { dataProtection, processors, breaches } = settingPages
/** The publisher's own papers, which no file for another magazine has. */
export const papers = { dataProtection, processors, breaches }

const listed = ([group, { lead }]: [string, { lead: string }]) => ({
  group,
  lead,
  ...settingTexts[group as SettingGroup],
})

/** The list of all pages, under their headings. */
export const listedPages = [
  {
    id: 'look',
    title: 'Look',
    roles: settingTexts.look.roles,
    pages: [
      { group: 'look', lead: 'Name, logo, colours and headline face.', ...settingTexts.look },
    ],
  },
  {
    id: 'words',
    title: 'Words and menu',
    roles: editors,
    pages: Object.entries({
      ...settingPages,
      terms: { lead: legalLeads.terms },
      privacy: { lead: legalLeads.privacy },
      menu: { lead: 'The links of every page: their names, their order, and some of your own.' },
      categories: { lead: 'What stories are about: add, rename, order and retire.' },
      mails: {
        lead: 'What the mails to readers, buyers and authors say, and how they greet and end.',
      },
    })
      .filter(([group]) => !(group in papers))
      .map(listed),
  },
  {
    id: 'data-protection',
    title: 'Data protection',
    roles: owner,
    pages: Object.entries(papers).map(listed),
  },
]

/** The value of a group as text in fields. */
export function toTyped(fields: readonly SettingField[], value: Record<string, unknown>): Typed {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const field = value[name]
      if (kind === 'lines' && Array.isArray(field)) return [name, field.join('\n')]
      if (kind === 'words' && Array.isArray(field)) return [name, field.join(' ')]
      if (kind === 'rows') return [name, Array.isArray(field) ? field : []]
      return [name, String(field ?? '')]
    }),
  )
}

/** The opposite. What is no number stays text, which publishing refuses with its message. */
export function fromTyped(fields: readonly SettingField[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind, columns = [] }): [string, unknown] => {
      if (kind === 'rows') return [name, rowsOf(typed, name).map((row) => fromTyped(columns, row))]
      const text = String(typed[name] ?? '').trim()
      if (kind === 'lines') return [name, text.split('\n').map(trimmed).filter(Boolean)]
      if (kind === 'words') return [name, text.split(/[\s,]+/).filter(Boolean)]
      if (kind === 'number') return [name, /^\d+$/.test(text) ? Number(text) : text]
      return [name, text]
    }),
  )
}

/** What forms of words have by the names of their fields: a text, or rows of texts. */
export type Typed = Record<string, string | Record<string, string>[]>

export function rowsOf(typed: Typed, name: string): Record<string, string>[] {
  const rows = typed[name]
  return Array.isArray(rows) ? rows : []
}

const trimmed = (text: string) => text.trim()
