import { csvLine, excelMark, startCsv } from '#api/http/answers/csv.ts'
import { callerOf } from '#api/http/load/fair-queue.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { mailCode, replaceUnusedCode } from '#api/shop/orders/change-code.ts'
import { listCodes, setCodesOpenHere } from '#api/shop/orders/copies.queries.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { giftCode } from '#api/shop/orders/order-secrets.ts'
import { drawPdf } from '#api/shop/pdf/draw-pdf.ts'
import { sendPdf } from '#api/shop/pdf/send-pdf.ts'
import { apiError } from '#contract/errors.ts'
import { oneLine } from '#contract/text.ts'

interface Options {
  brand: Brand
  orderSecret: Uint8Array
}

/** The codes of a class set as lists, with room for the name of each pupil; and what can be done with one of them. */
export function codesRoutes({ serve, serveFile }: Routes, { brand, orderSecret }: Options) {
  const listOf = async (orderId: string) => {
    const codes = await listCodes(orderId, orderSecret)
    if (codes.length === 0) throw apiError('codesNotFound')
    return codes
  }
  const nameOf = (reference: string) => `${brand.name} codes ${reference}`

  serveFile('GET /orders/:reference/codes.csv', async (link, ctx, context) => {
    const { id, reference } = await findBuyersOrder(link, context)
    const codes = await listOf(id)
    // The address contains the order's key.
    ctx.set('Referrer-Policy', 'no-referrer')
    if (!startCsv(ctx, `${nameOf(reference)}.csv`)) return
    const lines = codes.map(({ code, isRedeemed }, index) =>
      csvLine([index + 1, code, isRedeemed ? 'used' : '', '']),
    )
    ctx.body = `${excelMark}${csvLine(['Number', 'Code', 'Used', 'Pupil'])}${lines.join('')}`
  })

  serveFile('GET /orders/:reference/codes.pdf', async (link, ctx, context) => {
    const { id, reference, orderNumber, bookTitle } = await findBuyersOrder(link, context)
    const codes = await listOf(id)
    const sheet = {
      brand,
      title: 'Codes',
      parties: [],
      sums: [],
      facts: [
        ['Book', oneLine(bookTitle)],
        ['Order', orderNumber],
      ] as [string, string][],
      columns: [
        { label: 'No.', share: 1 },
        { label: 'Code', share: 4 },
        { label: 'Pupil', share: 5 },
      ],
      rows: codes.map(({ code, isRedeemed }, index) => [
        String(index + 1),
        code,
        isRedeemed ? 'used' : '',
      ]),
      notes: ['Each code is one copy for one person, once. Keep this sheet as you keep money.'],
    }
    sendPdf(ctx, nameOf(reference), await drawPdf(sheet, callerOf(ctx)))
  })

  serve(
    'POST /orders/:reference/codes/mail',
    async ({ mailedCode, codeEmail, ...link }, context) => {
      const order = await findBuyersOrder(link, context)
      const to = codeEmail ?? order.buyerEmail
      const { number, generation } = await mailCode(order, mailedCode, { to, by: 'buyer' })
      return { number, code: giftCode(orderSecret, order.id, { number, generation }) }
    },
  )

  serve('POST /orders/:reference/codes/replace', async (asked, context) => {
    const { id } = await findBuyersOrder(asked, context)
    return replaceUnusedCode(id, asked.replacedCode, { by: 'buyer', orderSecret })
  })

  serve('POST /orders/:reference/codes/open', async ({ opensHere, ...link }, context) => {
    const { id } = await findBuyersOrder(link, context)
    await listOf(id)
    if (!(await setCodesOpenHere(id, opensHere === 'yes'))) throw apiError('textNotReady')
  })
}
