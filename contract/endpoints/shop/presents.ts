import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import { dayMs, isDay } from '#contract/days.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { between, count, email, id, ticked, time, token } from '#contract/endpoints/fields.ts'
import { presentLimits } from '#contract/shop/presents.ts'
import { orderKey, orderReference } from './order-fields.ts'

const greetingMessage = `A greeting has at most ${presentLimits.greeting} characters`
const dayMessage = 'Please choose today or a later day, at most a year from now'

const recipient = {
  presentName: between(
    1,
    100,
    'Please enter the name of the person',
    'Names have at most 100 characters',
  ),
  presentEmail: email,
}

function isInTime(day: string): boolean {
  const last = dayOf(new Date(Date.now() + presentLimits.days * dayMs))
  return isDay(day) && day >= dayOf(new Date()) && day <= last
}

/** What the buyer of a present types. */
const present = z.object({
  ...recipient,
  /** YYYY-MM-DD in Lagos; undefined: today. */
  presentDay: z.pipe(
    z.pipe(
      z.optional(z.string(dayMessage)),
      z.transform((day: string | undefined) => day || undefined),
    ),
    z.optional(
      z
        .string()
        .check(z.regex(/^20\d{2}-\d{2}-\d{2}$/, dayMessage), z.refine(isInTime, dayMessage)),
    ),
  ),
  presentGreeting: z._default(
    z.string().check(z.trim(), z.maxLength(presentLimits.greeting, greetingMessage)),
    '',
  ),
})

export type TypedPresent = z.output<typeof present>

const typed = z.optional(z.string().check(z.maxLength(1000, 'Please type less')))

/** In a purchase. Whatever stands in the fields of a box that is not ticked is ignored. */
export const presentFields = {
  isPresent: ticked('Say whether this is a present: true or false'),
  presentName: typed,
  presentEmail: typed,
  presentDay: typed,
  presentGreeting: typed,
}

type PresentFields = { isPresent: boolean } & Partial<
  Record<keyof TypedPresent, string | undefined>
>

/** Undefined for a purchase that is none. Call it on a valid one. */
export function presentIn({ isPresent, ...fields }: PresentFields): TypedPresent | undefined {
  return isPresent ? present.parse(fields) : undefined
}

const alone = 'A present is one copy. For several people, buy one for each.'

/** The messages of a purchase, by its fields. */
export const presentIsWhole = z.check<PresentFields & { quantity: number }>(({ value, issues }) => {
  if (!value.isPresent) return
  const wrong = present.safeParse(value).error?.issues ?? []
  for (const { path, message } of wrong)
    issues.push({ code: 'custom', path, message, input: value })
  if (value.quantity !== 1)
    issues.push({ code: 'custom', path: ['quantity'], message: alone, input: value })
})

/** The present as the buyer sees it on the page of the order. */
export const boughtPresent = z.object({
  name: z.string(),
  email: z.string(),
  greeting: z.string(),
  sendAt: time,
  sentAt: z.nullable(time),
  openedAt: z.nullable(time),
})

const ofBuyer = {
  who: 'anyone',
  missing: 'orderNotFound',
  limited: 'form',
  isPrivate: true,
  form: { page: '/order/{reference}?key={key}', done: '/order/{reference}?key={key}#present' },
} as const

const ofRecipient = {
  who: 'anyone',
  input: z.object({ token }),
  missing: 'presentNotFound',
  isPrivate: true,
  isSecret: true,
} as const

export const presents = {
  /** Corrects name and address, until it is opened. Another address gets another link, and the old one ends. */
  'PUT /orders/:reference/present': endpoint({
    ...ofBuyer,
    input: z.object({ reference: orderReference, key: orderKey, ...recipient }),
  }),
  /** Does not wait for the day. */
  'POST /orders/:reference/present/send': endpoint({
    ...ofBuyer,
    input: z.object({ reference: orderReference, key: orderKey }),
  }),
  /** The present as the person sees it who was mailed its link. */
  'GET /presents/:token': endpoint({
    ...ofRecipient,
    output: z.object({
      name: z.string(),
      from: z.string(),
      greeting: z.string(),
      book: z.object({
        id,
        title: z.string(),
        authorName: z.string(),
        category: z.string(),
        coverImageUrl: z.nullable(z.string()),
        partsCount: count,
      }),
      /** `ended`: the buyer got the money back. */
      state: z.enum(['waiting', 'opened', 'ended']),
    }),
  }),
  /** Makes the copy, once: a repeat leads to the same one. */
  'POST /presents/:token': endpoint({
    ...ofRecipient,
    output: z.object({ orderUrl: z.string() }),
    limited: 'form',
    form: { page: '/gift/{token}', done: '{orderUrl}' },
  }),
}
