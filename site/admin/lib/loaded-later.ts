import { type ComponentType, createElement, useEffect, useState } from 'react'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { showToast } from './queue-toast.ts'

/**
 * A part of a page that is loaded when it is first shown, or ahead by `preload`. Where it cannot be loaded, a toast says so
 * and the part is closed, so that the next press tries again: React's own `lazy` would take the page with it, for good.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
  }
  function LoadedLater(props: Props & { onClose?(): void }) {
    const [Part, setPart] = useState(() => loaded)
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown.
    useEffect(() => {
      preload()
        .then(() => setPart(() => loaded))
        .catch((error: unknown) => {
          console.warn(error)
          if (!props.onClose) return
          props.onClose()
          return showToast(adminMessages.partNotLoaded)
        })
        .catch(console.warn)
    }, [])
    return Part && createElement(Part, props)
  }
  return Object.assign(LoadedLater, { preload })
}
