import { call } from '#site/lib/call.ts'
import { dot } from './dot.ts'
import { followHere, readFollows } from './follows-here.ts'

/** A dot beside the name of what this device follows and has something new, until its page or that story was open. */
async function markNew() {
  const follows = readFollows()
  const openStory = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
  for (const { key, newest } of await call('GET /follows', {
    of: Object.keys(follows).join(','),
  })) {
    const here = follows[key]
    if (!here || !newest || newest.at <= here.seen) continue
    const isOpen = here.path === location.pathname
    const name = document.querySelector(isOpen ? 'h1' : `main a[href="${here.path}"]`)
    name?.append(dot())
    if (isOpen || newest.id === openStory) followHere(key, { ...here, seen: newest.at })
  }
}

markNew().catch(console.warn)
