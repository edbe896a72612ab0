import { $saved } from '#site/features/saved/saved.store.ts'
import { paths } from '#site/lib/paths.ts'
import { linkClass } from '#site/ui/classes.ts'

/** A visitor's saved books: only this device knows them. */
const section = document.querySelector<HTMLElement>('[data-saved-here]')
const list = section?.querySelector('ul')
for (const { id, title, authorName } of $saved.get()) {
  const link = document.createElement('a')
  link.className = linkClass
  link.href = paths.book(id)
  link.textContent = title
  const item = document.createElement('li')
  item.className = 'py-12 border-b border-line'
  item.append(link, ` by ${authorName}`)
  list?.append(item)
}
if (section) section.hidden = $saved.get().length === 0
