import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { atEndOfFile } from '../end-of-file.ts'

/**
 * What becomes of a call: answered as documented; a fault (503) that did nothing; hung up on after nothing was done;
 * never answered and nothing done; never answered, or by half, although everything was done; answered with a page of
 * a proxy; sent on to another address.
 */
type Way =
  | 'answer'
  | 'fault'
  | 'hangUp'
  | 'silence'
  | 'lostAnswer'
  | 'halfAnswer'
  | 'nonsense'
  | 'elsewhere'

/** A transaction as Paystack tells it; a test may put odd things into any field. */
interface Transaction {
  id: number
  reference: string
  status: unknown
  amount: unknown
  currency: unknown
  domain: unknown
  channel: unknown
  paid_at: unknown
  authorization: unknown
  metadata: unknown
  customer: unknown
  [field: string]: unknown
}

/** Fewer than are asked for, so that tests have several pages. */
const mostAPage = 10

interface Asked {
  method: string
  path: string
  body: Record<string, unknown> | undefined
}

/**
 * A local server that behaves as the documented API of Paystack does.
 *
 *     const paystack = await aPaystackServer()
 *     const payments = paystackPayments(paystack.options)
 *     const app = await startApp({ payments })
 *     // … the buyer orders, and pays at Paystack:
 *     paystack.pay(reference)
 *     // … and Paystack tells us, or does not:
 *     await paystack.tell(`${app}/api/webhooks/paystack`, 'charge.success', reference)
 *
 * Before anybody pays, `verify` says "abandoned", as the real one does. With `sk_live_…` it is a live account.
 */
export async function aPaystackServer({ secretKey = 'sk_test_ours' } = {}) {
  const transactions = new Map<string, Transaction>()
  const asked: Asked[] = []
  const ways: Way[] = []
  const lag = { ms: 0 }
  const taken = { key: secretKey }
  const account = { currency: 'NGN' }
  const domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'

  const change = (reference: string, fields: Partial<Transaction>) => {
    const known = transactions.get(reference)
    if (!known) throw new Error(`Nobody opened ${reference}`)
    Object.assign(known, fields)
  }

  const initialize = (body: Record<string, unknown>) => {
    const { email, amount, reference, currency = 'NGN', metadata = '', channels } = body
    if (!email || !amount) return no(400, 'Email and amount are required', 'missing_params')
    if (!Number.isInteger(amount)) return no(400, 'Amount should be an integer', 'invalid_params')
    if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]+$/.test(reference)) {
      return no(400, 'Invalid reference', 'invalid_params')
    }
    if (transactions.has(reference)) {
      return no(400, 'Duplicate Transaction Reference', 'duplicate_reference')
    }
    const code = randomBytes(8).toString('hex')
    transactions.set(reference, {
      id: randomInt(1e9, 9e9),
      reference,
      status: 'abandoned',
      amount,
      requested_amount: amount,
      currency,
      domain,
      channel: (channels as string[] | undefined)?.[0] ?? 'card',
      paid_at: null,
      created_at: new Date().toISOString(),
      authorization: {},
      metadata,
      customer: { email },
      fees: null,
      gateway_response: 'The transaction was not completed',
    })
    return yes('Authorization URL created', {
      authorization_url: `https://checkout.paystack.com/${code}`,
      access_code: code,
      reference,
    })
  }

  const verify = (reference: string) => {
    const known = transactions.get(reference)
    if (!known) return no(404, 'Transaction reference not found.', 'transaction_not_found')
    return yes('Verification successful', { ...known })
  }

  const refund = ({ transaction }: Record<string, unknown>) => {
    const known = transactions.get(String(transaction))
    if (!known) return no(404, 'Transaction not found', 'transaction_not_found')
    if (known['refund'] || known.status === 'reversed') {
      return no(400, 'Transaction has been fully reversed', 'transaction_reversed')
    }
    if (known.status !== 'success') return no(400, 'Transaction was not successful', 'invalid')
    known['refund'] = { id: randomInt(1e6, 9e6), status: 'pending' }
    return yes('Refund has been queued for processing', {
      transaction: { id: known.id, reference: known.reference },
      amount: known.amount,
      currency: known.currency,
      status: 'pending',
    })
  }

  /** Pages of at most `mostAPage`, whatever is asked for. */
  const list = (path: string): Said => {
    const { searchParams } = new URL(path, 'http://localhost')
    const [from = '', to = ''] = ['from', 'to'].map((name) => searchParams.get(name) ?? '')
    const size = Math.min(mostAPage, Number(searchParams.get('perPage') ?? 50))
    const page = Number(searchParams.get('page') ?? 1)
    const all = [...transactions.values()].filter(
      (one) => String(one['created_at']) >= from && String(one['created_at']) <= to,
    )
    const meta = { total: all.length, page, perPage: size, pageCount: Math.ceil(all.length / size) }
    const data = all.slice((page - 1) * size, page * size)
    return [200, { status: true, message: 'Transactions retrieved', data, meta }]
  }

  /** One bank, with one account. */
  const bank = (path: string): Said => {
    const { pathname, searchParams: asked } = new URL(path, 'http://localhost')
    if (pathname === '/bank') {
      return yes('Banks retrieved', [{ name: 'Guaranty Trust Bank', code: '058' }])
    }
    if (asked.get('bank_code') !== '058' || asked.get('account_number') !== '0123456789') {
      return no(422, 'Could not resolve account name. Check parameters or try again.', 'invalid')
    }
    return yes('Account number resolved', { account_name: 'HARMATTAN MEDIA LTD' })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = request
    const body = method === 'POST' ? ((await json(request)) as Asked['body']) : undefined
    asked.push({ method, path, body })
    const way = ways.shift() ?? 'answer'
    if (lag.ms) await new Promise((go) => setTimeout(go, lag.ms))
    if (way === 'hangUp') return request.socket.destroy()
    if (way === 'silence') return
    const send = (status: number, output: unknown, headers: Record<string, string> = {}) => {
      const isText = typeof output === 'string'
      response.writeHead(status, {
        'Content-Type': isText ? 'text/html' : 'application/json',
        ...headers,
      })
      response.end(isText ? output : JSON.stringify(output))
    }
    if (way === 'fault') return send(503, { status: false, message: 'Try again' })
    if (way === 'nonsense') return send(200, '<html>One moment</html>')
    if (way === 'elsewhere') return send(307, '', { Location: `${apiUrl}/elsewhere` })
    const [status, output] =
      request.headers.authorization !== `Bearer ${taken.key}`
        ? no(401, 'Invalid key', 'invalid_Key')
        : method === 'POST' && path === '/transaction/initialize'
          ? initialize(body ?? {})
          : method === 'POST' && path === '/refund'
            ? refund(body ?? {})
            : method === 'GET' && path.startsWith('/transaction/verify/')
              ? verify(decodeURIComponent(path.slice('/transaction/verify/'.length)))
              : method === 'GET' && path.startsWith('/transaction?')
                ? list(path)
                : method === 'GET' && path === '/balance'
                  ? yes('Balances retrieved', [{ currency: account.currency, balance: 0 }])
                  : method === 'GET' && path.startsWith('/bank')
                    ? bank(path)
                    : no(404, 'Route not found', 'not_found')
    if (way === 'halfAnswer') return response.writeHead(200).write('{"status":true,')
    if (way !== 'lostAnswer') send(status, output)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  atEndOfFile(stop)

  /** The bytes of a notice about a payment, and their signature. `fields` go into its `data`. */
  const notice = (event: string, reference: string, fields: object = {}) => {
    const known = transactions.get(reference)
    const data = event.startsWith('refund.')
      ? {
          id: (known?.['refund'] as { id: number } | undefined)?.id,
          transaction_reference: reference,
          status: event.slice('refund.'.length),
          // It is text, as it comes at times.
          amount: String(known?.amount),
          currency: known?.currency,
          domain,
        }
      : event.startsWith('charge.dispute.')
        ? { id: known && known.id + 1, domain, transaction: { id: known?.id, reference } }
        : { ...known, reference }
    const body = JSON.stringify({ event, data: { ...data, ...fields } })
    return { body, signature: sign(body) }
  }
  const sign = (body: string, key = secretKey) =>
    createHmac('sha512', key).update(body).digest('hex')

  return {
    /** What `paystackPayments` needs to speak to it. */
    options: { secretKey, apiUrl },
    /** Every call that reached it, refused ones included. */
    asked,
    /** How the next calls are treated, in turn; then they are answered again. */
    next: (...coming: Way[]) => {
      ways.push(...coming)
    },
    /** How long it thinks before each answer. */
    lag,
    /** The key that it takes; another one revokes the first. */
    taken,
    /** What its balance is in. */
    account,
    find: (reference: string) => transactions.get(reference),
    /** Puts anything into a transaction: another amount, another currency, a number as text. */
    change,
    /** The buyer pays by card; `fields` for a payment that is not what was asked for. */
    pay: (reference: string, fields: Partial<Transaction> = {}) =>
      change(reference, {
        status: 'success',
        paid_at: new Date().toISOString(),
        authorization: { last4: '4081', brand: 'visa' },
        gateway_response: 'Successful',
        ...fields,
      }),
    /** The card is declined. */
    fail: (reference: string) =>
      change(reference, { status: 'failed', gateway_response: 'Declined' }),
    /** The buyer says that the transfer is sent: it is waited for until `arrive`. */
    transfer: (reference: string) =>
      change(reference, { status: 'ongoing', channel: 'bank_transfer' }),
    /** The transfer arrives after all. */
    arrive: (reference: string, fields: Partial<Transaction> = {}) =>
      change(reference, {
        status: 'success',
        channel: 'bank_transfer',
        paid_at: new Date().toISOString(),
        ...fields,
      }),
    /** A refund that was asked for has gone through. */
    giveBack: (reference: string) => {
      change(reference, { status: 'reversed' })
      const refund = transactions.get(reference)?.['refund'] as { status: string } | undefined
      if (refund) refund.status = 'processed'
    },
    notice,
    sign,
    /** Sends a signed notice as Paystack does; the same again is the same notice. */
    tell: (address: string, event: string, reference: string, fields?: object) => {
      const { body, signature } = notice(event, reference, fields)
      return sendNotice(address, body, signature)
    },
    stop,
  }
}

/** Sends a notice with whatever signature: forged, of other bytes, or none. */
export function sendNotice(
  address: string,
  body: string,
  signature: string | undefined,
  headers: Record<string, string> = {},
) {
  return fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(signature !== undefined && { 'x-paystack-signature': signature }),
      ...headers,
    },
    body,
  })
}

type Said = [status: number, body: object]
const yes = (message: string, data: object): Said => [200, { status: true, message, data }]
const no = (status: number, message: string, code: string): Said => [
  status,
  { status: false, message, meta: { nextStep: '' }, type: 'validation_error', code },
]
