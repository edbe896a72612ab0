import { randomBytes } from 'node:crypto'
import type { Routes } from '#api/http/serve.ts'
import { inBase32 } from '#api/shop/orders/order-secrets.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { apiError, required } from '#contract/errors.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { discountStates } from '#contract/states.ts'
import { countsOf, pageOf } from '#db/sql.ts'
import {
  type AdminDiscountRow,
  countDiscounts,
  countDiscountsByState,
  type DiscountFields,
  discountUndo,
  endDiscount,
  findAdminDiscount,
  insertDiscount,
  isCodeTaken,
  listBooksNamed,
  listDiscounts,
  setDiscount,
} from './discounts.admin.queries.ts'
import { lockDiscount } from './discounts.queries.ts'

type Typed = Omit<ParsedInputOf<'PUT /admin/discounts/:id'>, 'id' | 'revision'>

const codeTaken = 'There is a discount code of this name already. Choose another one.'

export function adminDiscountsRoutes({ serve, serveWrite }: Routes) {
  serve('GET /admin/discounts', (asked) => pageOf(asked, listDiscounts, countDiscounts, forStaff))

  serve('GET /admin/discount-counts', async () =>
    countsOf(discountStates, await countDiscountsByState()),
  )

  serve('GET /admin/discounts/:id', async ({ id }) => forStaff(await discountAt(id)))

  serve('POST /admin/discounts', async (typed, { staff }) => {
    const fields = await fieldsOf(typed, typed.code ?? makeCode())
    const added = await insertDiscount(fields)
    if (!added) throw apiError('invalid', { code: [codeTaken] })
    await recordActivity(staff.name, 'discountCreated', { id: added.id, title: fields.code })
    return forStaff(await discountAt(added.id))
  })

  serveWrite('PUT /admin/discounts/:id', async ({ id, revision, ...typed }, { staff }) => {
    // An order that takes a use waits, or has taken it.
    await lockDiscount(id)
    const before = await discountAt(id)
    const fields = await fieldsOf(typed, typed.code ?? before.code)
    await requireMayBecome(before, fields)
    if (await setDiscount(id, fields, revision)) {
      await recordActivity(staff.name, 'discountChanged', { id, title: fields.code })
    } else if (revision !== undefined && before.revision !== revision) {
      throw apiError('changedMeanwhile')
    }
    return forStaff(await discountAt(id))
  })

  serve('POST /admin/discounts/:id/end', ({ id }, { staff }) =>
    undoable(
      { kind: 'discount', id, staffId: staff.id, snapshot: discountUndo.snapshot },
      async (undo) => {
        const { code } = await discountAt(id)
        if (await endDiscount(id)) {
          await recordActivity(staff.name, 'discountEnded', { id, title: code, undo })
        }
        return forStaff(await discountAt(id))
      },
    ),
  )
}

/** Nobody guesses it: 40 bits, for as many tries as there may be in an hour. */
const makeCode = () => inBase32(randomBytes(8)).replace(/^.{4}/, '$&-')

async function fieldsOf(typed: Typed, code: string): Promise<DiscountFields> {
  const { percent, off, startsAt, endsAt, maxUses, maxUsesOfBuyer } = typed
  const bookIds = typed.bookIds ? [...new Set(typed.bookIds.map((id) => id.toLowerCase()))] : null
  if (bookIds && (await listBooksNamed(bookIds)).length < bookIds.length) {
    throw apiError('invalid', {
      bookIds: ['One of these books was deleted meanwhile. Look at them again.'],
    })
  }
  return {
    code,
    percent,
    maxUses,
    maxUsesOfBuyer,
    bookIds,
    offKobo: off === null ? null : toKobo(off),
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    note: typed.note || null,
  }
}

/** Buyers have been promised the value of a code that was used, and its uses cannot be fewer than there were. */
async function requireMayBecome(before: AdminDiscountRow, fields: DiscountFields) {
  const wrong: Record<string, string[]> = {}
  if (before.wasUsed) {
    const isFixed = 'This code was used, so it stays as it is. End it, and make another one.'
    if (fields.code !== before.code) wrong['code'] = [isFixed]
    if (fields.percent !== before.percent) wrong['percent'] = [isFixed]
    else if (fields.offKobo !== before.offKobo) wrong['off'] = [isFixed]
  }
  if (await isCodeTaken(fields.code, before.id)) wrong['code'] = [codeTaken]
  if (fields.maxUses !== null && fields.maxUses < before.uses) {
    wrong['maxUses'] = [`It was used ${before.uses} times already. To stop it, end it.`]
  }
  if (Object.keys(wrong).length > 0) throw apiError('invalid', wrong)
}

async function discountAt(id: string): Promise<AdminDiscountRow> {
  return required(await findAdminDiscount(id), 'discountNotFound')
}

const forStaff = ({ offKobo, paidKobo, givenKobo, ...discount }: AdminDiscountRow) => ({
  ...discount,
  off: offKobo === null ? null : toNaira(offKobo),
  paid: toNaira(paidKobo),
  given: toNaira(givenKobo),
})
