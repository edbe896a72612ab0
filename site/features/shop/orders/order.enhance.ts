import { ApiError } from '#contract/api-error.ts'
import { call, loadPart } from '#site/lib/call.ts'
import { orderPaths } from '#site/lib/order-paths.ts'
import { lookedAt } from './looked-at.ts'

/** Seconds until the next look; the last of them from then on. */
const pauses = [3, 5, 8, 13, 21, 34, 55, 60]
/** Some ten minutes of looking: a page that lies open all night costs no more. */
const looksInAll = 15

const told = document.querySelector('[data-order-told]')
const orderNow = () => document.querySelector<HTMLElement>('[data-order]')
/** Its page; that of a refused form stands at another address. */
const addressOf = (order: HTMLElement) => new URL(order.dataset['order'] ?? '', location.href)

/**
 * The provider is asked about a transfer, every other time: in between it may have told us by itself. A card's buyer may
 * be typing in another tab, and would be taken for somebody who gave up.
 */
const isTransfer = () => orderNow()?.dataset['waits'] === 'transfer'

let looks = 0
let timer: ReturnType<typeof setTimeout> | undefined
let looking = Promise.resolve()

/** Waits for the next look, longer each time; rests while nobody sees the page. */
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

/** One look after the other: a press is not lost on one that is under way. */
function look(asksProvider: boolean, isPressed = false) {
  looking = looking.then(() => ask(asksProvider, isPressed)).then(waitOn)
  return looking
}

/** Asks where the order stands, and shows it if that has changed. */
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

const noAnswer = 'No answer came. Please check your connection and try again.'

/** The server's own words for the new state take the place of the old; whoever stood in it stands at its title. */
async function showNew(order: HTMLElement) {
  const page = new DOMParser().parseFromString(await loadPart(addressOf(order).href), 'text/html')
  const next = page.querySelector<HTMLElement>('[data-order]')
  if (!next) return
  const title = next.querySelector<HTMLElement>('h1')
  const hadFocus = order.contains(document.activeElement)
  order.replaceWith(next)
  document.title = page.title
  if (told) told.textContent = title?.textContent ?? ''
  if (hadFocus) title?.focus()
}

/** Seen and heard. */
function showStatus(sentence: string) {
  write(sentence)
  if (told) told.textContent = sentence
}

function write(sentence: string) {
  const place = document.querySelector('[data-looked]')
  if (place) place.textContent = sentence
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.hidden || orderNow()?.dataset['waits'] === undefined) return
  // Back from the bank's app, most likely.
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
    // Emptied, so that the same answer is heard again.
    if (told) told.textContent = ''
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
