import { createElement } from '#site/lib/create-element.ts'

/** Something is new. */
export const dot = () =>
  createElement(
    'span',
    { class: 'inline-block size-10 mx-6 bg-accent' },
    createElement('span', { class: 'sr-only' }, ' New'),
  )
