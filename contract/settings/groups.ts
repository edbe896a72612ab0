import * as z from 'zod/mini'
import { emailLength } from '../form-limits.ts'
import {
  areApart,
  type Category,
  categoryLimits,
  choosable,
  forAuthors,
  homeOf,
} from '../magazine/category-list.ts'
import { badgeColours, categoryArt } from '../magazine/category-look.ts'
import { type MenuPlace, menuPlaces, ownLinks, specifiedLinks } from '../magazine/menu-links.ts'
import { networksInOrder, type SocialNetwork, socialNetworks } from '../magazine/social-networks.ts'
import { weekdays } from '../newsletter/digest-times.ts'
import { parseUrl } from '../pages/parse-url.ts'
import { paperLengths, processorTaskNames } from '../pages/processors.ts'
import { legalSchema } from './legal.ts'
import { lookSchema } from './look.ts'
import { mails } from './mails.ts'

/** Characters, unless it says otherwise. */
export const settingLengths = {
  name: { min: 2, max: 28 },
  tagline: 40,
  line: 90,
  headline: 40,
  label: 24,
  aboutHeading: 60,
  mission: 200,
  pageText: 12_000,
  menuLabel: 24,
  /** What search engines show of a page. */
  description: 200,
  about: 300,
  publisher: 60,
  addressLine: 60,
  addressLines: 4,
  phone: 24,
  hashtag: 30,
  hashtags: 8,
  links: 8,
  breach: 2_000,
  link: 200,
} as const

const plain = z.string().check(z.trim())

function line(name: string, min: number, max: number) {
  const short =
    min === 1 ? `${name} must not be empty` : `${name} must be at least ${min} characters`
  return plain.check(
    z.minLength(min, short),
    z.maxLength(max, `${name} must be at most ${max} characters`),
    z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, `${name} must be one line`),
  )
}

const { name, tagline, label } = settingLengths

/** How the magazine looks, its name among it. */
const look = z.extend(lookSchema, {
  name: line('Name', name.min, name.max),
  tagline: line('Tagline', 0, tagline),
})

/** The top of the landing page; where its four buttons lead is fixed. */
const hero = z.object({
  line: line('The line above', 1, settingLengths.line),
  headline: line('Headline', 2, settingLengths.headline),
  explore: line('The first button', 1, label),
  share: line('The second button', 1, label),
  discover: line('The third button', 1, label),
  learn: line('The link', 1, label),
})

/** Markdown of the small kind that stories have, never HTML. */
function longText(name: string, max: number) {
  return plain.check(
    z.minLength(1, `${name} must not be empty`),
    z.maxLength(max, `${name} must be at most ${max} characters`),
  )
}

const categoryId = z.string().check(z.regex(/^[a-z0-9-]{1,100}$/))

const about = z.object({
  heading: line('Heading', 2, settingLengths.aboutHeading),
  mission: longText('Mission', settingLengths.mission),
  vision: longText('Vision', settingLengths.mission),
  text: longText('Text', settingLengths.pageText),
  /** Categories by their ids, in an order of their own; those that it lacks stand last. */
  areas: z
    .array(z.object({ id: categoryId, isHidden: z.optional(z.literal(true)) }))
    .check(z.maxLength(categoryLimits.kept)),
})

/** A page that is one text: Help, Standards, Accessibility. */
const textPage = z.object({ text: longText('Text', settingLengths.pageText) })

/** The footer's first column, and what search engines are told. */
const footer = z.object({
  about: line('About', 1, settingLengths.about),
  description: line('Description', 1, settingLengths.description),
})

const emailMessage = 'Please enter an e-mail address, or leave it empty'
const emailOrNone = z.union(
  [z.literal(''), plain.check(z.maxLength(emailLength, emailMessage), z.email(emailMessage))],
  emailMessage,
)
const phoneMessage = 'Please enter a phone number with its area code, or leave it empty'

const contact = z.object({
  publisher: line('Publisher', 2, settingLengths.publisher),
  /** As it stands on an envelope. */
  address: z
    .array(line('A line of the address', 1, settingLengths.addressLine))
    .check(
      z.maxLength(
        settingLengths.addressLines,
        `The address must be at most ${settingLengths.addressLines} lines`,
      ),
    ),
  /** Empty: readers are led to the forms instead. */
  email: emailOrNone,
  /** As people write it. */
  phone: z.union(
    [
      z.literal(''),
      plain.check(
        z.minLength(10, phoneMessage),
        z.maxLength(settingLengths.phone, phoneMessage),
        z.regex(/^\+?[\d ()/-]+$/, phoneMessage),
      ),
    ],
    phoneMessage,
  ),
})

function socialAddress(network: SocialNetwork) {
  const { label: site, hosts } = socialNetworks[network]
  const message = `This is not ${/^[AEIO]/.test(site) ? 'an' : 'a'} ${site} address. It begins with https://${hosts[0]}/`
  const isThere = (address: string) => {
    const url = parseUrl(address)
    const isOfSite = (host: string) => url?.hostname === host || url?.hostname.endsWith(`.${host}`)
    return url?.protocol === 'https:' && hosts.some(isOfSite) && !/[\s\\"<>]/.test(address)
  }
  return z.union(
    [
      z.literal(''),
      plain.check(z.maxLength(settingLengths.link, message), z.refine(isThere, message)),
    ],
    message,
  )
}

const tooManyLinks = `At most ${settingLengths.links} can be set. Empty one first.`

/** The publisher's pages elsewhere; empty where there is none. */
const socials = z
  .object(
    Object.fromEntries(
      networksInOrder.map((network) => [network, socialAddress(network)]),
    ) as Record<SocialNetwork, ReturnType<typeof socialAddress>>,
  )
  .check(
    z.refine((links) => Object.values(links).filter(Boolean).length <= settingLengths.links, {
      error: tooManyLinks,
      path: [networksInOrder.at(-1) as string],
    }),
  )

const hashtagMessage = 'A hashtag is letters and digits only, without #'

/** They are suggested with every shared story, without the #; `{name}` is the magazine's. */
const hashtags = z.object({
  tags: z
    .array(
      plain.check(
        z.regex(/^(?:\{name\}|[A-Za-z0-9])+$/, hashtagMessage),
        z.maxLength(
          settingLengths.hashtag,
          `A hashtag must be at most ${settingLengths.hashtag} characters`,
        ),
      ),
    )
    .check(
      z.minLength(1, 'Leave at least one hashtag'),
      z.maxLength(settingLengths.hashtags, `At most ${settingLengths.hashtags} hashtags`),
    ),
})

const nairaMessage = 'Naira for a gigabyte must be a whole number from 1 to 100,000'

const percentMessage = 'The share of authors must be a whole number from 1 to 100'

const boundMessage = 'A bound must be a whole number from 1 to 1,000,000'
const bound = z
  .int(boundMessage)
  .check(z.minimum(1, boundMessage), z.maximum(1_000_000, boundMessage))

const prices = z
  .object({
    /** Files say beside their size what they cost to fetch. */
    nairaPerGigabyte: z
      .int(nairaMessage)
      .check(z.minimum(1, nairaMessage), z.maximum(100_000, nairaMessage)),
    /** Of what a copy is sold for, after discounts and VAT, as the page for authors says it. */
    authorPercent: z
      .int(percentMessage)
      .check(z.minimum(1, percentMessage), z.maximum(100, percentMessage)),
    /** Naira: where the middle of the three price filters begins and ends. */
    lowerBound: bound,
    upperBound: bound,
    /** Whether a buyer is written to who has not paid an hour after ordering. */
    unpaidMail: z.enum(['on', 'off'], 'Choose whether the mail is sent'),
  })
  .check(
    z.refine(({ lowerBound, upperBound }) => lowerBound < upperBound, {
      error: 'The upper bound must be above the lower one',
      path: ['upperBound'],
    }),
  )

const hourMessage = 'The hour must be a whole number from 0 to 23'

/** When the weekly digest is sent, and the monthly one on the first, in Lagos. */
const digest = z.object({
  weekday: z.enum(weekdays, 'Choose a day of the week'),
  hour: z.int(hourMessage).check(z.minimum(0, hourMessage), z.maximum(23, hourMessage)),
})

/** The stories of each week in one file. */
const editions = z.object({
  /** On which the edition of the week before is made. */
  weekday: z.enum(['off', ...weekdays], 'Choose a day of the week, or off'),
  /** Empty: nobody pays for them. */
  sponsor: line('The line about a sponsor', 0, settingLengths.line),
})

const linkMessage = 'The address of a link begins with / for a page of this site, or with https://'

function menuOf(place: MenuPlace) {
  const specified = specifiedLinks[place]
  const name = menuPlaces[place]
  const link = z.object({
    id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    label: line('A link', 1, settingLengths.menuLabel),
    href: z.optional(
      plain.check(
        z.maxLength(settingLengths.link, linkMessage),
        z.regex(/^(\/(?![/\\])|https:\/\/)[^\s\\"<>]*$/, linkMessage),
      ),
    ),
  })
  const isOwn = ({ id }: { id: string }) => !(id in specified)
  return z.array(link).check(
    z.refine(
      (links) => Object.keys(specified).every((id) => links.some((one) => one.id === id)),
      `${name}: the links of the site stay, in any order`,
    ),
    z.refine(
      (links) => new Set(links.map(({ id }) => id)).size === links.length,
      `${name}: a link stands twice`,
    ),
    z.refine(
      (links) => links.filter(isOwn).every(({ href }) => href),
      `${name}: give each link of your own an address`,
    ),
    z.refine(
      (links) => links.filter(isOwn).length <= ownLinks[place],
      `${name}: at most ${ownLinks[place]} links of your own`,
    ),
  )
}

/** The links of every page. */
const menu = z.object({
  header: menuOf('header'),
  drawer: menuOf('drawer'),
  features: menuOf('features'),
  resources: menuOf('resources'),
  support: menuOf('support'),
})

const oneOf = (list: readonly string[]) =>
  z.optional(z.string().check(z.refine((one) => list.includes(one), 'Choose one of the list')))

const category = z.object({
  id: categoryId,
  name: line('A category', 2, categoryLimits.name),
  was: z
    .array(line('An earlier name', 1, categoryLimits.name))
    .check(z.maxLength(20, 'A category can have twenty names')),
  title: z.optional(line('A heading', 1, categoryLimits.name)),
  description: line('The sentence of a category', 1, categoryLimits.description),
  retired: z.optional(z.boolean()),
  into: z.optional(z.string()),
  colour: z.optional(z.enum(badgeColours)),
  art: oneOf(categoryArt.stories),
})

/** A category of books has no page that would say something. */
const bookCategory = z.extend(category, {
  description: line('The sentence of a category', 0, categoryLimits.description),
  staffOnly: z.optional(z.boolean()),
  art: oneOf(categoryArt.books),
})

function listOf<Kept extends z.ZodMiniType<Category>>(one: Kept) {
  return z.array(one).check(
    z.refine(
      (list) => choosable(forAuthors(list)).length > 0,
      'Leave at least one category to choose',
    ),
    z.refine(
      (list) => choosable(list).length <= categoryLimits.chosen,
      `At most ${categoryLimits.chosen} categories. Retire one first.`,
    ),
    z.maxLength(categoryLimits.kept, `At most ${categoryLimits.kept} with the retired ones`),
    z.refine(
      (list) => list.every((each) => homeOf(list, each)),
      'A category cannot be merged into itself, nor in a circle. Choose another one.',
    ),
    z.refine(areApart, 'Two categories have, or had, the same name. Choose another one.'),
  )
}

/** What stories and books are about, in the order of the forms. */
const categories = z.object({ stories: listOf(category), books: listOf(bookCategory) })

const dayMessage = 'Please choose a day, or leave it empty'
const dayOrNone = z.union([z.literal(''), z.iso.date(dayMessage)], dayMessage)

function listed<One extends z.ZodMiniType>(one: One, name: string, most: number) {
  return z.object({ list: z.array(one).check(z.maxLength(most, `At most ${most} ${name}`)) })
}

/** The companies that handle data of people for the publisher. */
const processor = z.object({
  task: z.enum(processorTaskNames, 'Choose what each company does'),
  name: line('The name of a company', 2, paperLengths.name),
  purpose: line('What a company does it for', 2, paperLengths.purpose),
  country: line('The country of a company', 2, paperLengths.name),
  /** The day of the contract with it. */
  contract: dayOrNone,
})

/** Who answers for data of people; empty where that is the publisher. */
const dataProtection = z.object({
  name: line('Name', 0, paperLengths.name),
  email: emailOrNone,
  /** Of the registration with the Commission. */
  number: line('The number', 0, settingLengths.label),
  validUntil: dayOrNone,
  /** When the last audit return was sent. */
  lastReturn: dayOrNone,
})

/** Of the register that the law asks for; no page shows it. */
const breach = z.object({
  day: z.iso.date('Choose the day of each breach'),
  what: longText('What happened', settingLengths.breach),
  people: line('How many people', 1, settingLengths.line),
  told: longText('Who was told', settingLengths.breach),
})

/** What the publisher sets at the admin: each is drafted, published and undone as a whole. */
export const settingSchemas = {
  look,
  hero,
  about,
  help: textPage,
  standards: textPage,
  accessibility: textPage,
  terms: legalSchema,
  privacy: legalSchema,
  footer,
  contact,
  socials,
  menu,
  hashtags,
  prices,
  digest,
  editions,
  categories,
  mails,
  dataProtection,
  processors: listed(processor, 'companies', 40),
  breaches: listed(breach, 'breaches', 100),
}
export type SettingGroup = keyof typeof settingSchemas
export type Settings = { [Group in SettingGroup]: z.output<(typeof settingSchemas)[Group]> }

export const settingGroups = Object.keys(settingSchemas) as SettingGroup[]

/** The specification's words at the top of the landing page. */
export const originalHero = {
  headline: 'Celebrating Success and Achievement',
  explore: 'Explore Stories',
  share: 'Share Your Success',
  discover: 'Discover Achievers',
  learn: 'Learn More',
}

export const originalAboutHeading = 'We turn heads toward the next step'
