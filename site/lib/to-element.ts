/** The first element of a fragment of our own server's HTML; its islands hydrate once it is in the page. */
export function toElement(html: string): HTMLElement {
  const holder = document.createElement('template')
  holder.innerHTML = html
  const element = holder.content.firstElementChild
  if (!(element instanceof HTMLElement)) throw new Error('The server sent no HTML element')
  return element
}
