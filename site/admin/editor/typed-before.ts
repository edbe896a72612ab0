/**
 * `fields` with what somebody typed or chose in the page before its script had come: only the page's elements know it. A
 * field that holds something already keeps that. Nothing where nobody did. Element ids are names of fields; a box to tick
 * goes by its name.
 */
export function typedBefore<Fields extends object>(fields: Fields): Fields | undefined {
  let typed: Fields | undefined
  for (const name of Object.keys(fields) as (keyof Fields & string)[]) {
    if (fields[name]) continue
    const element = document.getElementById(name) ?? document.getElementsByName(name)[0]
    const value = heldBy(element)
    if (value && typeof value === typeof fields[name])
      typed = { ...(typed ?? fields), [name]: value }
  }
  return typed
}

function heldBy(element: Element | undefined): string | boolean | undefined {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  return isField ? element.value : undefined
}
