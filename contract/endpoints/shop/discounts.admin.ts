import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  count,
  id,
  note,
  numeric,
  paging,
  revision,
  searched,
  time,
} from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { highestPrice } from '#contract/form-limits.ts'
import { shop } from '#contract/roles.ts'
import { discountLimits } from '#contract/shop/discounts.ts'
import { discountStates } from '#contract/states.ts'
import { discountCode } from './discounts.ts'

export const adminDiscount = z.object({
  id,
  code: z.string(),
  /** Percent of an order, or naira off it. */
  percent: z.nullable(z.int()),
  off: z.nullable(z.number()),
  /** Null for all books. */
  books: z.nullable(z.array(z.object({ id, title: z.string() }))),
  startsAt: z.nullable(time),
  endsAt: z.nullable(time),
  maxUses: z.nullable(z.int()),
  maxUsesOfBuyer: z.nullable(z.int()),
  note: z.nullable(z.string()),
  /** Grows with each change. */
  revision: z.int(),
  state: z.enum(discountStates),
  /** Orders that are paid, or may be paid now. */
  uses: count,
  /** An order has had it, in whatever state: code and value stay as they are. */
  wasUsed: z.boolean(),
  /** Naira, of paid orders: what was paid, and what the code took off. */
  paid: z.number(),
  given: z.number(),
  createdAt: time,
})

/** A number that may be left empty. */
function optionalNumber(message: string, rule: z.ZodMiniType<number, number>) {
  return z.pipe(
    z.pipe(
      z.optional(z.nullable(z.union([z.string(message), z.number(message)], message))),
      z.transform((typed: string | number | null | undefined) =>
        typed === undefined || typed === '' ? null : typed,
      ),
    ),
    z.nullable(z.pipe(numeric(message), rule)),
  )
}

function optionalWhole(max: number, message: string) {
  return optionalNumber(
    message,
    z.int(message).check(z.minimum(1, message), z.maximum(max, message)),
  )
}

const uses = `Uses must be a whole number from 1 to ${discountLimits.uses}`
const percent = 'Percent must be a whole number from 1 to 100'
const off = 'Naira off must be a positive number'
const moment = 'Please choose a day and a time'
const optionalTime = z.optional(z.nullable(z.iso.datetime(moment)))

export const discountFields = z
  .object({
    /** Made up where it is left out. */
    code: discountCode,
    percent: optionalWhole(100, percent),
    off: optionalNumber(
      off,
      z
        .number(off)
        .check(
          z.minimum(0.01, off),
          z.maximum(highestPrice, 'Please choose a lower amount'),
          z.multipleOf(0.01, 'Naira off may have two decimals at most'),
        ),
    ),
    bookIds: z.optional(
      z.nullable(
        z
          .array(id, 'Please choose the books')
          .check(
            z.minLength(1, 'Please choose at least one book'),
            z.maxLength(
              discountLimits.books,
              `Please choose at most ${discountLimits.books} books`,
            ),
          ),
      ),
    ),
    startsAt: optionalTime,
    endsAt: optionalTime,
    maxUses: optionalWhole(discountLimits.uses, uses),
    maxUsesOfBuyer: optionalWhole(discountLimits.uses, uses),
    note: note('Please shorten the note'),
  })
  .check(
    z.refine((fields) => (fields.percent === null) !== (fields.off === null), {
      message: 'Please type percent or naira off, one of both',
      path: ['percent'],
    }),
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
      message: 'The end must be after the beginning',
      path: ['endsAt'],
    }),
  )

const oneDiscount = {
  who: shop,
  input: z.object({ id }),
  output: adminDiscount,
  missing: 'discountNotFound',
} as const

export const adminDiscounts = {
  /** Lists those that run, then those that begin later, then the others; each newest first. */
  'GET /admin/discounts': forShop({
    input: z.object({
      search: searched('Search'),
      status: z.optional(
        z.enum(discountStates, `Status must be one of ${discountStates.join(', ')}`),
      ),
      ...paging,
    }),
    output: z.array(adminDiscount),
  }),
  'GET /admin/discount-counts': forShop({
    output: z.record(z.enum(['all', ...discountStates]), count),
  }),
  'POST /admin/discounts': forShop({
    input: discountFields,
    output: adminDiscount,
    status: 201,
    once: true,
  }),
  'GET /admin/discounts/:id': endpoint(oneDiscount),
  'PUT /admin/discounts/:id': endpoint({
    ...oneDiscount,
    /** `revision` is the one that the form was loaded from. */
    input: z.safeExtend(discountFields, { id, revision }),
  }),
  /** Orders that wait for their payment keep it. A repeat changes nothing. */
  'POST /admin/discounts/:id/end': endpoint(oneDiscount),
}
