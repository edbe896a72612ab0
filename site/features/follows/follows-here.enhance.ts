import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { createElement } from '#site/lib/create-element.ts'
import { linkClass } from '#site/ui/classes.ts'
import { dot } from './dot.ts'
import { readFollows, unfollowHere } from './follows-here.ts'

const section = document.querySelector<HTMLElement>('[data-follows-here]')

function show(section: HTMLElement) {
  const follows = Object.entries(readFollows())
  section.hidden = follows.length === 0
  const rows = follows.map(([key, { title, path }]) => {
    const link = createElement('a', { class: linkClass, href: path }, title)
    const stop = createElement(
      'button',
      { type: 'button', class: 'btn-text', 'aria-label': `Stop following ${title}` },
      createElement('span', {}, 'Stop'),
    )
    stop.addEventListener('click', () => {
      unfollowHere(key)
      show(section)
    })
    const row = createElement(
      'li',
      {
        class: 'flex flex-wrap items-center justify-between gap-x-16 py-6 border-b border-line',
        'data-key': key,
      },
      createElement('span', {}, link),
      stop,
    )
    return row
  })
  section.querySelector('ul')?.replaceChildren(...rows)
}

/** A dot, and the newest story, beside what has something new. */
async function mark(section: HTMLElement) {
  const follows = readFollows()
  if (Object.keys(follows).length === 0) return
  const found = await call('GET /follows', { of: Object.keys(follows).join(',') })
  for (const { key, newest } of found) {
    const seen = follows[key]?.seen ?? ''
    const link = section.querySelector(`[data-key="${CSS.escape(key)}"] span`)
    if (!newest || newest.at <= seen || !link) continue
    link.append(
      dot(),
      createElement(
        'a',
        { class: linkClass, href: paths.story(newest.id) },
        `New: ${newest.title}`,
      ),
    )
  }
}

if (section) {
  show(section)
  mark(section).catch(console.warn)
}
