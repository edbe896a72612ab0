import { fireEvent, screen } from '@testing-library/react'

/** The toasts that were shown. */
export const toasts: object[] = []

export interface Answer {
  status: number
  body?: object
  headers?: Record<string, string>
}
/** What the service answers next, one a request; `undefined` is a lost connection. The last one stays. */
export const answers: (Answer | undefined)[] = []

export interface SentRequest {
  method: string
  path: string
  body: Record<string, unknown>
  key: string | null
}
export const requests: SentRequest[] = []

type Reply = (request: SentRequest) => Answer | undefined | Promise<Answer | undefined>
export const standing = new Map<string, Reply>()
/** From now on "GET /api/admin/books" is answered by this, whatever its query: what a page asks for at once, in any order. */
export const whenAsked = (address: string, reply: Reply) => standing.set(address, reply)

globalThis.fetch = async (input, init = {}) => {
  const request = {
    method: init.method ?? 'GET',
    path: String(input),
    body: JSON.parse(String(init.body ?? '{}')),
    key: new Headers(init.headers).get('Idempotency-Key'),
  }
  requests.push(request)
  const reply = standing.get(`${request.method} ${request.path.split('?')[0]}`)
  const answer = reply ? await reply(request) : answers.length > 1 ? answers.shift() : answers[0]
  if (!answer) throw new TypeError('Failed to fetch')
  const { status, body = {}, headers = {} } = answer
  return new Response(JSON.stringify(body), { status, headers })
}

/** A promise that a test ends. */
export function held<T = void>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A field by the beginning of its label. */
export const field = (label: string) =>
  screen.getByLabelText<Control>(new RegExp(`^${label.replace(/[?()]/g, '\\$&')}`))

/** Types at once, and leaves the field where told to. */
export function type(label: string, value: string, { isLeft = false } = {}) {
  fireEvent.input(field(label), { target: { value } })
  if (field(label) instanceof HTMLSelectElement) fireEvent.change(field(label))
  if (isLeft) fireEvent.blur(field(label))
}

/** What a screen reader says after the field's name. */
export const noteAt = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

/** A button by the beginning of its name: the busy label of one that sends is in it too. */
export const click = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))
export const agree = () => fireEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }))
