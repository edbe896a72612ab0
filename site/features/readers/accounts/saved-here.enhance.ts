import { paths } from '#contract/paths.ts'
import { $saved } from '#site/features/shop/saved/saved.store.ts'
import { createElement } from '#site/lib/create-element.ts'
import { linkClass } from '#site/ui/classes.ts'

/** A visitor's saved books, which only this device knows. */
const section = document.querySelector<HTMLElement>('[data-saved-here]')
const list = section?.querySelector('ul')
for (const { id, title, authorName } of $saved.get()) {
  const link = createElement('a', { class: linkClass, href: paths.book(id) }, title)
  list?.append(
    createElement('li', { class: 'py-12 border-b border-line' }, link, ` by ${authorName}`),
  )
}
if (section) section.hidden = $saved.get().length === 0
