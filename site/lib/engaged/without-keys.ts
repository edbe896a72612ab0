/** A press that the page answers itself; with a key held down the browser opens a tab. */
export function withoutKeys(act: () => unknown) {
  return (event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    act()
  }
}
