import { type ChildNode, isTag, isText, type Element as ReadElement } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import { lookStyles } from '#art/look/look-styles.ts'
import { iconPaths, lookCode, pictureStyles } from '#contract/magazine/art-look.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { faceStyles } from '#site/lib/pages/faces.ts'
import { brandWidthClass, taglineClass, wordmarkClass } from '#site/ui/classes.ts'

/** A page as readers get it, taken apart to be shown without its scripts. */
export interface RealPage {
  body: ChildNode[]
  /** The sheets of the page, without that of its look. */
  styles: string[]
  /** The sheet of the reading modes. */
  modes: string
}

/** What a reader may have chosen. */
export type Way = 'light' | 'dark' | 'sepia' | 'contrast' | 'focus'

export async function readPage(address: string): Promise<RealPage> {
  const page = parseDocument(await textAt(address), {
    // As they are written: names in drawings have capitals.
    lowerCaseTags: false,
    lowerCaseAttributeNames: false,
  })
  const { children } = page
  const [body] = DomUtils.getElementsByTagName('body', children)
  const modes = DomUtils.findOne((element) => 'data-modes' in element.attribs, children)
  const styles = DomUtils.getElementsByTagName('style', children).map(DomUtils.textContent)
  return {
    body: body?.children ?? [],
    styles: styles.filter((text) => !text.startsWith('html:root{')),
    modes: modes ? await textAt(modes.attribs['data-modes'] ?? '') : '',
  }
}

async function textAt(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.text()
}

/** The first link of the page that begins so. */
export function findLink({ body }: RealPage, start: string): string | undefined {
  const isLink = ({ attribs }: ReadElement) => attribs['href']?.startsWith(start) ?? false
  return DomUtils.findOne(isLink, body)?.attribs['href']
}

/**
 * Shows a page in an empty frame, where the policy of this page holds: no script of it is built, and nothing of it can be
 * pressed. Its sheets are constructed, so that those of the look can be swapped.
 */
export function showPage(frame: HTMLIFrameElement, page: RealPage) {
  const { contentDocument: shown } = frame
  if (!shown) return
  const body = shown.createElement('body')
  body.inert = true
  build(page.body, body, html)
  shown.documentElement.className = 'js'
  shown.body.replaceWith(body)
}

/** Puts a look on the page that a frame shows. */
export function wearLook(
  frame: HTMLIFrameElement,
  page: RealPage,
  look: Settings['look'],
  way: Way,
) {
  const { contentDocument: shown, contentWindow } = frame
  if (!shown || !contentWindow) return
  putBrand(shown, look)
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis
  const { dataset } = shown.documentElement
  dataset['theme'] = way === 'dark' || way === 'contrast' ? 'dark' : 'light'
  if (way === 'light' || way === 'dark') delete dataset['mode']
  else dataset['mode'] = way
  shown.adoptedStyleSheets = [
    page.modes,
    ...page.styles,
    lookStyles(look),
    pictureStyles(lookCode(look)),
    faceStyles(look.face),
  ].map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/** Name, tagline and mark, wherever a page shows its logo (`Logo.astro`). Sentences keep the published name. */
function putBrand(shown: Document, look: Settings['look']) {
  for (const logo of shown.querySelectorAll('.logo')) {
    const [name, , tagline] = logo.querySelectorAll('span > span')
    const picture = logo.firstElementChild
    if (!name || !tagline || !picture) continue
    const mark = shown.createElement('img')
    mark.src = iconPaths(look).any
    mark.className = picture.getAttribute('class') ?? ''
    picture.replaceWith(mark)
    const before = tagline.textContent?.trim() ?? ''
    swapClass(logo, brandWidthClass(before), brandWidthClass(look.tagline))
    swapClass(tagline, taglineClass(before), taglineClass(look.tagline))
    swapClass(name, wordmarkClass(name.textContent ?? ''), wordmarkClass(look.name))
    tagline.textContent = look.tagline
    name.textContent = look.name
  }
}

/** How wide they are set depends on how long they are. */
const swapClass = (element: Element, before: string, now: string) => {
  element.className = element.className.replace(before, now)
}

const html = 'http://www.w3.org/1999/xhtml'
const drawing = 'http://www.w3.org/2000/svg'
const leftOut = new Set(['script', 'style', 'link', 'noscript', 'iframe', 'object', 'embed'])

/** Trusted Types let no text become HTML here: what was read is built, without what acts by itself. */
function build(nodes: ChildNode[], into: Element, space: string) {
  for (const node of nodes) {
    if (isText(node)) into.append(node.data)
    if (!isTag(node) || leftOut.has(node.name)) continue
    const ownSpace = node.name === 'svg' ? drawing : space
    const element = into.ownerDocument.createElementNS(ownSpace, node.name)
    for (const [name, value] of Object.entries(node.attribs)) {
      if (!/^(on|style$|srcdoc$)/i.test(name)) element.setAttribute(name, value)
    }
    into.append(element)
    build(node.children, element, node.name === 'foreignObject' ? html : ownSpace)
  }
}
