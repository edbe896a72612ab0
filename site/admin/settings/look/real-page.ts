import type { LookColours } from '#art/look/dyes.ts'
import { lookStyles } from '#art/look/look-styles.ts'

/** A page as readers get it, taken apart to be shown without its scripts. */
export interface RealPage {
  body: HTMLElement
  /** The sheets of the page, without that of its look. */
  styles: string[]
  /** The sheet of the reading modes. */
  modes: string
}

/** What a reader may have chosen. */
export type Way = 'light' | 'dark' | 'sepia' | 'contrast'

export async function readPage(address: string): Promise<RealPage> {
  const page = await parse(address)
  const modes = page.querySelector<HTMLElement>('[data-modes]')?.dataset['modes']
  const styles = [...page.querySelectorAll('style')].map(({ textContent }) => textContent)
  for (const element of page.querySelectorAll('script, style, link, noscript')) element.remove()
  // The policy of the admin lets no element bring a style of its own.
  for (const element of page.querySelectorAll('[style]')) element.removeAttribute('style')
  return {
    body: page.body,
    styles: styles.filter((text) => !text.startsWith('html:root{')),
    modes: modes ? await (await fetch(modes)).text() : '',
  }
}

/** Trusted Types let no text become HTML here; a request may answer with a document, whose scripts do not run. */
function parse(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.onload = () =>
      request.status === 200 && request.responseXML
        ? resolve(request.responseXML)
        : reject(new Error(`${address} answered ${request.status}`))
    request.onerror = () => reject(new Error(`${address} could not be loaded`))
    request.open('GET', address)
    request.send()
  })
}

/**
 * Shows a page in an empty frame, where the policy of this page holds: no script of it runs, and nothing of it can be
 * pressed. Its sheets are constructed, which no policy forbids, so that those of the look can be swapped.
 */
export function showPage(frame: HTMLIFrameElement, page: RealPage, look: LookColours, way: Way) {
  const { contentDocument: shown, contentWindow } = frame
  if (!shown || !contentWindow) return
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis
  const root = shown.documentElement
  root.className = 'js'
  root.dataset['theme'] = way === 'dark' || way === 'contrast' ? 'dark' : 'light'
  if (way === 'sepia' || way === 'contrast') root.dataset['mode'] = way
  else delete root.dataset['mode']
  shown.adoptedStyleSheets = [page.modes, ...page.styles, lookStyles(look)].map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
  const body = shown.importNode(page.body, true)
  body.inert = true
  shown.body.replaceWith(body)
}
