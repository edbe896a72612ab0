import { ApiError } from '#contract/api-error.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { call, loadPart } from '#site/lib/call.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { lookedAt } from './looked-at.ts'

/** Seconds until the next check; the last value repeats. */
const pauses = [3, 5, 8, 13, 21, 34, 55, 60]
/** Some ten minutes of checks: a page that is open all night makes no more. */
const looksInAll = 15

const liveRegion = document.querySelector('[data-order-told]')
const orderNow = () => document.querySelector<HTMLElement>('[data-order]')
/** The order's page; that of a rejected form has another address. */
const addressOf = (order: HTMLElement) => new URL(order.dataset['order'] ?? '', location.href)

/**
 * The provider is asked about a transfer at every other check: in between its webhook may have arrived. A card's buyer
 * may be typing in another tab, and would be treated as having given up.
 */
const isTransfer = () => orderNow()?.dataset['waits'] === 'transfer'

let looks = 0
let timer: ReturnType<typeof setTimeout> | undefined
let looking = Promise.resolve()

/** Waits for the next check, longer each time; pauses while the page is hidden. */
function waitOn() {
  clearTimeout(timer)
  if (document.hidden || orderNow()?.dataset['waits'] === undefined) return
  if (looks >= looksInAll) {
    showStatus(
      'We have stopped looking by ourselves, to save your data. Press “check now” to look again.',
    )
    return
  }
  const pause = pauses[Math.min(looks, pauses.length - 1)] as number
  looks += 1
  timer = setTimeout(() => void look(isTransfer() && looks % 2 === 0), pause * 1000)
}

/** One check at a time: a click during one is not lost. */
function look(asksProvider: boolean, isPressed = false) {
  looking = looking.then(() => ask(asksProvider, isPressed)).then(waitOn)
  return looking
}

/** Fetches the state of the order, and shows it if it has changed. */
async function ask(asksProvider: boolean, isPressed: boolean) {
  const order = orderNow()
  if (!order) return
  try {
    const link = {
      reference: order.dataset['reference'] ?? '',
      key: addressOf(order).searchParams.get('key') ?? '',
    }
    const { status } = asksProvider
      ? await call('POST /orders/:reference/check', link)
      : await call('GET /orders/:reference', link)
    if (status !== order.dataset['status']) await showNew(order)
    else {
      const looked = lookedAt(new Date())
      if (isPressed) showStatus(looked)
      else write(looked)
    }
  } catch (error) {
    if (isPressed) showStatus(error instanceof ApiError ? error.sentence : noAnswer)
  }
}

/** Replaces the state by the server's HTML; a focus within the old one moves to the new title. */
async function showNew(order: HTMLElement) {
  const page = new DOMParser().parseFromString(await loadPart(addressOf(order).href), 'text/html')
  const next = page.querySelector<HTMLElement>('[data-order]')
  if (!next) return
  const title = next.querySelector<HTMLElement>('h1')
  const hadFocus = order.contains(document.activeElement)
  order.replaceWith(next)
  document.title = page.title
  if (liveRegion) liveRegion.textContent = title?.textContent ?? ''
  if (hadFocus) title?.focus()
}

/** Shown and announced. */
function showStatus(sentence: string) {
  write(sentence)
  if (liveRegion) liveRegion.textContent = sentence
}

function write(sentence: string) {
  const place = document.querySelector('[data-looked]')
  if (place) place.textContent = sentence
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.hidden || orderNow()?.dataset['waits'] === undefined) return
  // Probably back from the bank's app.
  looks = 0
  void look(isTransfer())
})

document.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement
  const button = form.querySelector('button')
  if (form.matches('[data-check]')) {
    event.preventDefault()
    if (button?.ariaBusy) return
    looks = 0
    // Emptied, so that the same text is announced again.
    if (liveRegion) liveRegion.textContent = ''
    button?.setAttribute('aria-busy', 'true')
    await look(true, true)
    button?.removeAttribute('aria-busy')
  }
  if (form.matches('[data-renew]')) {
    event.preventDefault()
    const query = String(new FormData(form).get('query'))
    button?.setAttribute('aria-busy', 'true')
    await call('POST /orders/find', { query }).then(
      () => location.assign(orderPaths.findSent),
      () => form.submit(),
    )
  }
})

waitOn()
