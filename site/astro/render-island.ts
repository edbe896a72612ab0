import renderIn from '@astrojs/react/client.js'
import type { ComponentType } from 'react'

/**
 * Renders a component that no page has as an island; returns what removes it. It uses Astro's own renderer: importing
 * react-dom elsewhere would split its file, which readers load, in two.
 */
export function renderIsland<Props extends object>(
  Component: ComponentType<Props>,
  props: Props,
): () => void {
  const place = document.createElement('div')
  place.setAttribute('ssr', '')
  document.body.append(place)
  renderIn(place)(Component, props, {}, { client: 'only' })
  return () => {
    place.dispatchEvent(new Event('astro:unmount'))
    place.remove()
  }
}
