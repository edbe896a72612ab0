import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { atEndOfFile } from '../end-of-file.ts'

/**
 * What becomes of a call: answered as documented; a fault (503) that did nothing; a 503 although everything was done;
 * never answered and nothing done; answered with a page of a proxy.
 */
type Way = 'answer' | 'fault' | 'doneFault' | 'silence' | 'nonsense' | 'refusal' | 'nothing'

/** It is as Flutterwave tells it; a test may put odd things into any field. */
interface Transaction {
  id: number
  tx_ref: string
  status: unknown
  amount: unknown
  currency: unknown
  created_at: unknown
  card: unknown
  [field: string]: unknown
}

interface Refund {
  id: number
  amount_refunded: unknown
  status: string
  transaction_id: number
}

interface Asked {
  method: string
  path: string
  body: Record<string, unknown> | undefined
}

const pageSize = 10

/**
 * A local server that behaves as the documented API of Flutterwave, version 3, does: a payment is known by its reference only
 * once its buyer has tried to pay, and its status does not tell that it was refunded.
 *
 *     const flutterwave = await aFlutterwaveServer()
 *     const app = await startApp({ payments: flutterwavePayments(flutterwave.options) })
 */
export async function aFlutterwaveServer({ secretKey = 'FLWSECK_TEST-ours-X' } = {}) {
  const webhookHash = 'nine-drums-before-the-rain'
  const opened = new Map<string, Record<string, unknown>>()
  const transactions = new Map<string, Transaction>()
  const refunds: Refund[] = []
  const asked: Asked[] = []
  const ways: Way[] = []

  const initialize = (body: Record<string, unknown>): Said => {
    const { tx_ref, amount, redirect_url, customer } = body
    if (typeof tx_ref !== 'string' || !redirect_url || !customer) return no(400, 'Missing fields')
    if (typeof amount !== 'number' || amount <= 0) return no(400, 'amount should be a number')
    if (transactions.has(tx_ref)) return no(400, 'Transaction reference already exists')
    opened.set(tx_ref, body)
    return yes('Hosted Link', {
      link: `https://checkout.flutterwave.com/v3/hosted/pay/${randomBytes(8).toString('hex')}`,
    })
  }

  const find = (id: string) => [...transactions.values()].find((one) => String(one.id) === id)

  const refund = (id: string, body: Record<string, unknown>): Said => {
    const known = find(id)
    if (known?.status !== 'successful') return no(400, 'Transaction is not refundable')
    const given = refunds.filter((one) => one.transaction_id === known.id)
    if (given.length > 0) return no(400, 'The refund amount exceeds the balance of the transaction')
    const made = {
      id: randomInt(1e4, 9e5),
      transaction_id: known.id,
      amount_refunded: body['amount'] ?? known.amount,
      status: 'pending',
    }
    refunds.push(made)
    return yes('Transaction refund initiated', made)
  }

  const route = (method: string, path: string, body: Record<string, unknown>): Said => {
    const url = new URL(path, 'http://localhost')
    const query = (name: string) => url.searchParams.get(name) ?? ''
    if (method === 'POST' && path === '/v3/payments') return initialize(body)
    const [, id] = /^\/v3\/transactions\/(\d+)\/refund$/.exec(path) ?? []
    if (method === 'POST' && id) return refund(id, body)
    if (url.pathname === '/v3/transactions/verify_by_reference') {
      const known = transactions.get(query('tx_ref'))
      return known
        ? yes('Transaction fetched successfully', known)
        : no(400, 'No transaction was found for this id')
    }
    const isWithin = (time: unknown) =>
      String(time).slice(0, 10) >= query('from') && String(time).slice(0, 10) <= query('to')
    if (url.pathname === '/v3/refunds') {
      const of = refunds.filter((one) => !query('id') || String(one.transaction_id) === query('id'))
      return paged(of, query('page'))
    }
    if (url.pathname === '/v3/transactions') {
      const of = [...transactions.values()].filter((one) => isWithin(one.created_at))
      return paged(of, query('page'))
    }
    return no(404, 'Not found')
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = request
    const body = method === 'POST' ? ((await json(request)) as Asked['body']) : undefined
    asked.push({ method, path, body })
    const way = ways.shift() ?? 'answer'
    if (way === 'silence') return
    const send = (status: number, output: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(typeof output === 'string' ? output : JSON.stringify(output))
    }
    if (way === 'nonsense') return send(200, '<html>One moment</html>')
    const unclear = { status: 'error', message: 'Try again', data: null }
    if (way === 'fault') return send(503, unclear)
    if (way === 'refusal') return send(400, { ...unclear, message: 'Invalid date range' })
    if (way === 'nothing') return send(400, { ...unclear, message: 'No refunds found' })
    const [status, output] =
      request.headers.authorization === `Bearer ${secretKey}`
        ? route(method, path, body ?? {})
        : no(401, 'Invalid authorization key')
    return way === 'doneFault' ? send(503, unclear) : send(status, output)
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

  /** The buyer tries to pay; `fields` for a payment that is not what was asked for. */
  const attempt = (reference: string, fields: Partial<Transaction>) => {
    const request = opened.get(reference)
    if (!request) throw new Error(`Nobody opened ${reference}`)
    const { id = randomInt(1e8, 9e8) } = transactions.get(reference) ?? {}
    transactions.set(reference, {
      id,
      tx_ref: reference,
      flw_ref: `FLW-${reference}`,
      amount: request['amount'],
      currency: request['currency'] ?? 'NGN',
      charged_amount: request['amount'],
      created_at: new Date().toISOString(),
      card: { first_6digits: '553188', last_4digits: '2950', type: 'MASTERCARD' },
      payment_type: 'card',
      status: 'pending',
      ...fields,
    })
  }

  const notice = (event: string, reference: string, fields: object = {}) =>
    JSON.stringify({
      event,
      data: { ...(transactions.get(reference) ?? { tx_ref: reference }), ...fields },
    })

  return {
    /** What `flutterwavePayments` needs to speak to it. */
    options: { secretKey, webhookHash, apiUrl },
    asked,
    /** How the next calls are treated, in turn; then they are answered again. */
    next: (...coming: Way[]) => {
      ways.push(...coming)
    },
    opened,
    find: (reference: string) => transactions.get(reference),
    refunds,
    attempt,
    pay: (reference: string, fields: Partial<Transaction> = {}) =>
      attempt(reference, { status: 'successful', ...fields }),
    /** The transfer is awaited. */
    transfer: (reference: string) =>
      attempt(reference, { status: 'pending', payment_type: 'bank_transfer', card: null }),
    fail: (reference: string) => attempt(reference, { status: 'failed' }),
    /** A refund that was asked for has gone through, or was made in the dashboard. */
    giveBack: (reference: string, status = 'completed-mpgs') => {
      const known = transactions.get(reference)
      if (!known) throw new Error(`Nobody paid ${reference}`)
      const made = refunds.find((one) => one.transaction_id === known.id)
      if (made) made.status = status
      else {
        const { id, amount } = known
        refunds.push({
          id: refunds.length + 1,
          transaction_id: id,
          amount_refunded: amount,
          status,
        })
      }
    },
    notice,
    /** Sends a webhook as Flutterwave does; the same again is the same. */
    tell: (address: string, event: string, reference: string, fields?: object) =>
      sendHashed(address, notice(event, reference, fields), webhookHash),
    stop,
  }
}

/** Sends a webhook with whatever hash. */
export function sendHashed(address: string, body: string, hash: string | undefined) {
  return fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(hash !== undefined && { 'verif-hash': hash }),
    },
    body,
  })
}

type Said = [status: number, body: object]
const yes = (message: string, data: object, meta?: object): Said => [
  200,
  { status: 'success', message, ...(meta && { meta }), data },
]
const no = (status: number, message: string): Said => [
  status,
  { status: 'error', message, data: null },
]
function paged(all: object[], page: string): Said {
  const current_page = Number(page || 1)
  const data = all.slice((current_page - 1) * pageSize, current_page * pageSize)
  const total_pages = Math.max(1, Math.ceil(all.length / pageSize))
  return yes('Fetched', data, { page_info: { total: all.length, current_page, total_pages } })
}
