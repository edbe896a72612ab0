// Specification 11.3.
const openDelayMs = 700
const skipDelayMs = 300

/**
 * Shows the text of `data-tooltip` after a hover, or at once on keyboard focus. It only repeats a button's
 * accessible name for people who see icons, so the tooltip itself is hidden from screen readers.
 */
export function enhanceTooltips() {
  let tip: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closedAt = 0

  const close = () => {
    clearTimeout(timer)
    if (!tip) return
    tip.remove()
    tip = undefined
    closedAt = Date.now()
  }
  const open = (target: HTMLElement) => {
    close()
    tip = document.createElement('div')
    tip.className =
      'fixed z-40 px-10 py-6 text-13/130 rounded-2 bg-ink text-paper pointer-events-none'
    tip.id = 'tooltip'
    tip.ariaHidden = 'true'
    tip.textContent = target.dataset['tooltip'] ?? ''
    document.body.append(tip)
    const box = target.getBoundingClientRect()
    const left = box.left + box.width / 2 - tip.offsetWidth / 2
    const isBelow = box.top < tip.offsetHeight + 12
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - tip.offsetWidth - 8))}px`
    tip.style.top = `${isBelow ? box.bottom + 8 : box.top - tip.offsetHeight - 8}px`
  }
  const targetOf = (event: Event) =>
    (event.target as Element | null)?.closest?.<HTMLElement>('[data-tooltip]') ?? undefined

  const openSoon = (target: HTMLElement) => {
    const isSoon = Date.now() - closedAt < skipDelayMs
    clearTimeout(timer)
    timer = setTimeout(() => open(target), isSoon ? 0 : openDelayMs)
  }
  document.addEventListener('pointerover', (event) => {
    const target = targetOf(event)
    if (target && event.pointerType !== 'touch') openSoon(target)
  })
  // The pointer movement that loaded this script may have ended on a button.
  const under =
    matchMedia('(hover: hover)').matches &&
    document.querySelector<HTMLElement>('[data-tooltip]:hover')
  if (under) openSoon(under)
  document.addEventListener('focusin', (event) => {
    const target = targetOf(event)
    if (target?.matches(':focus-visible')) open(target)
  })
  for (const name of ['pointerout', 'focusout', 'pointerdown'] as const) {
    document.addEventListener(name, (event) => targetOf(event) && close())
  }
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close())
  addEventListener('scroll', close, { capture: true, passive: true })
}
