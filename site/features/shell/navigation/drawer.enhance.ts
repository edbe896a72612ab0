/** Opens the drawer as a modal dialog: focus stays inside, Escape closes it, focus returns to the button. */
export function enhanceDrawer() {
  const drawer = document.querySelector<HTMLDialogElement>('#drawer')
  const opener = document.querySelector<HTMLButtonElement>('[data-open-drawer]')
  if (!drawer || !opener) return
  drawer.removeAttribute('popover')
  for (const button of document.querySelectorAll('[popovertarget=drawer]')) {
    button.removeAttribute('popovertarget')
  }
  opener.addEventListener('click', () => drawer.showModal())
  drawer.addEventListener('click', (event) => {
    const target = event.target as Element
    // A link within the page would otherwise leave the drawer open over its target.
    if (target === drawer || target.closest('a,[data-close-drawer]')) drawer.close()
  })
}
