import { z } from 'astro/zod'
import { isDay } from '#contract/days.ts'
import { authorLengths, readTimeMinutes } from '#contract/form-limits.ts'
import { bookCategories, storyCategories } from '#contract/magazine/categories.ts'
import { type ProcessorTask, paperLengths, processorTaskNames } from '#contract/pages/processors.ts'

// Astro's content layer needs its own zod, hence astro/zod; everywhere else the product uses zod/mini.

const webAddress = z.string().url().startsWith('https://', 'must begin with https://')

/** `content/brand.json`: who publishes. Change it freely; the site follows at the next start. `{name}` stands for the name. */
export const brand = z.strictObject({
  /** The name beside the mark, in titles and in mails. */
  name: z.string().min(1),
  /** The line under the name. */
  tagline: z.string().min(1),
  /** The line over the headline of the landing page. */
  heroTagline: z.string().min(1),
  /** What the site is, in one sentence, for search engines and shared links. */
  description: z.string().min(1),
  /** The text of the footer's first column. */
  about: z.string().min(1),
  /** The publisher's own name: on books that the publisher writes, in the footer, in structured data. */
  publisher: z.string().min(1),
  /** The address as it stands on an envelope, a line each. It is left out where there is none, as the phone is. */
  address: z.array(z.string().min(1)),
  /** Where readers write to. It may be left out, too: then the About page leads to the forms. */
  email: z.union([z.literal(''), z.string().email()]),
  /** The number as people write it; links are made of its digits. */
  phone: z.union([z.literal(''), z.string().min(10)]),
  /** Who answers for data of people, where that is somebody else than the publisher: the data protection officer. */
  dataProtection: z
    .strictObject({
      name: z.string().max(paperLengths.name),
      email: z.union([z.literal(''), z.string().email()]),
    })
    .default({ name: '', email: '' }),
  /** The publisher's pages elsewhere. */
  socials: z.strictObject({
    facebook: webAddress,
    youtube: webAddress,
    instagram: webAddress,
    x: webAddress,
  }),
  /** What readers pay for a gigabyte of mobile data, in naira: files say beside their size what it costs to fetch them. */
  nairaPerGigabyte: z.number().positive(),
  /** The share of what a copy is sold for, after discounts and VAT, as the page for authors says it. */
  authorPercent: z.number().min(1).max(100),
  /** They are suggested with every shared story, and stand here without the #. */
  hashtags: z
    .array(z.string().regex(/^(?:\{name\}|[A-Za-z0-9])+$/, 'letters and digits only, without #'))
    .min(1),
})

/** `content/processors.json`: the companies that handle data of people for the publisher, as /privacy lists them. */
export const processors = z.array(
  z.strictObject({
    /** What the doctor compares with what is set up. */
    task: z.enum(processorTaskNames as [ProcessorTask, ...ProcessorTask[]]),
    name: z.string().min(2).max(paperLengths.name),
    /** What for, as a reader would say it. */
    purpose: z.string().min(2).max(paperLengths.purpose),
    country: z.string().min(2).max(paperLengths.name),
    /** The day of the contract with it, such as 2026-11-25; empty where there is none yet. */
    contract: z.string().refine((day) => !day || isDay(day), 'must be a day, or empty'),
  }),
)

/** `content/publications/<id>/publication.json`: one free publication. */
export const publication = z.strictObject({
  /** The folder's name, and its address: /api/magazines/<id>.pdf. */
  id: z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens'),
  title: z.string().min(1),
  /** One or two sentences for the card. */
  description: z.string().min(1),
  author: z.string().min(1),
  /** Free text; it is a label, not a filter. */
  category: z.string().min(1),
  /** The number of pages as the card shows it: "12 pages". */
  pages: z.string().regex(/^\d+ pages$/, 'such as "12 pages"'),
  /** Place in the row; smaller is earlier. */
  order: z.number(),
  /** The PDF's file name in the same folder. */
  pdf: z.string().endsWith('.pdf'),
  /** The same text in Markdown, for reading without the PDF. */
  text: z.string().endsWith('.md'),
  /** A drawing (svg, three wide to four high) over which the site sets masthead and title. */
  cover: z.string().endsWith('.svg'),
  /** Colour of the words on the cover: cream on dark art, ink on light. */
  coverInk: z.enum(['cream', 'ink']),
})
export type Publication = z.infer<typeof publication>

const categoryTexts = z.strictObject({
  /** Its heading, and the title of its feed. */
  title: z.string().min(1),
  /** One or two sentences, for readers and for search engines. */
  description: z.string().min(20),
})

/** `content/categories.json`: what the page of each story category says. */
export const categories = z.strictObject(
  Object.fromEntries(storyCategories.map((name) => [name, categoryTexts])) as Record<
    (typeof storyCategories)[number],
    typeof categoryTexts
  >,
)

const day = z
  .union([z.string(), z.date()])
  .refine(
    (day) => day instanceof Date || isDay(day),
    'must be a day that there is, such as 2026-11-25',
  )
  .pipe(z.coerce.date())

/** `content/pages/<name>.md`: a page of text. */
export const page = z.strictObject({
  title: z.string().min(1),
  /** One sentence for search engines and shared links. */
  description: z.string().min(1),
  /** The last change of the text, for pages that people agree to. */
  updated: day.optional(),
  /** The day that `{date}` in the text stands for, where it is another one. */
  applies: day.optional(),
  /** Headings of sections that the publisher cannot change at the admin. */
  locked: z.array(z.string()).optional(),
  /** Only the about page has one. */
  mission: z.string().optional(),
  vision: z.string().optional(),
  /** About page only: what the magazine writes about; each leads to its stories. */
  areas: z.array(z.strictObject({ name: z.enum(storyCategories), text: z.string() })).optional(),
})

/** Front matter of `content/demo/stories/*.md`: what an empty embedded database starts with. */
export const demoStory = z.strictObject({
  title: z.string().min(10),
  summary: z.string().min(50),
  category: z.enum(storyCategories),
  authorName: z.string().min(2),
  authorRole: z.string().min(1),
  publishedDaysAgo: z.number().min(0),
  isFeatured: z.boolean().default(false),
  imageUrl: z.string().optional(),
  videoUrl: z.string().optional(),
  readTimeMinutes: z.number().int().min(readTimeMinutes.min).max(readTimeMinutes.max).optional(),
})

/** `content/demo/authors.json`: those of the stories' authors who have a page. */
export const demoAuthors = z.array(
  z.strictObject({
    /** The end of its address, /author/<slug>. */
    slug: z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens'),
    /** The name as it stands on their stories. */
    name: z.string().min(2),
    about: z.string().max(authorLengths.about),
  }),
)

/** `content/demo/books.json`. */
export const demoBooks = z.array(
  z.strictObject({
    title: z.string().min(3),
    authorName: z.string().min(2),
    description: z.string().min(20),
    category: z.enum(bookCategories),
    /** The amount is in naira. */
    price: z.number().min(0),
    content: z.string(),
    addedDaysAgo: z.number().min(0),
    /** The PDF in `content/demo/books/`; without one it cannot be bought. */
    pdf: z.strictObject({ file: z.string(), pages: z.number().int().min(1) }).optional(),
    /** It is read on the site, too. */
    epub: z.string().optional(),
  }),
)
