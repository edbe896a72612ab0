import { useEffect } from 'react'

/** Ctrl+Enter asks about publishing, wherever the caret is; not over a dialog. */
export function usePublishKey(onPress: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      onPress()
    }
    // It is caught before the text field, which would break the line.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [onPress])
}
