/**
 * Runs in the page: the texts of which a part cannot be seen, because it lies beyond the page's edges, beyond what hides its
 * overflow, or outside of its own button. What ends in an ellipsis or can be scrolled to is not cut.
 */
export function findCutText(): string[] {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const canBeSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true], svg, option')
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent?.trim()
    const parent = text.parentElement
    if (!words || !parent || !canBeSeen(parent)) continue
    range.selectNodeContents(text)
    const { left, right, width, bottom } = range.getBoundingClientRect()
    const lineHeight = range.getClientRects()[0]?.height ?? 0
    if (width <= 1) continue
    const cut = cutBy(parent, { left, right, bottom: bottom - 0.4 * lineHeight })
    if (cut) found.add(`"${words.slice(0, 40)}" is cut by ${cut}`)
  }
  return [...found]

  function cutBy(parent: Element, at: { left: number; right: number; bottom: number }) {
    for (let element = parent; element !== document.body; ) {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const isOnlyHeard = box.width <= 1
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (isOnlyHeard || isShortened || /auto|scroll/.test(style.overflowX)) return undefined
      const hides = style.overflowX !== 'visible' || style.clipPath.startsWith('polygon')
      const isButton = element.matches('a, button, summary, label') && style.display !== 'inline'
      if ((hides || isButton) && (at.right > box.right + 1 || at.left < box.left - 1))
        return `its ${element.tagName}`
      if (style.overflowY !== 'visible' && at.bottom > box.bottom) return `its ${element.tagName}`
      if (!element.parentElement) break
      element = element.parentElement
    }
    return at.right > innerWidth + 1 || at.left < -1 ? 'the edge of the page' : undefined
  }
}
