/** What is typed in one place of the admin pages and not sent yet, by name. */
export type Typed = Record<string, string>

const prefix = 'ascend.typed.'

export function loadTypedText(place: string): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + place) ?? '{}')
  } catch {
    return {}
  }
}

export function saveTypedText(place: string, typed: Typed) {
  try {
    sessionStorage.setItem(prefix + place, JSON.stringify(typed))
  } catch {
    // Storage is forbidden or full: then it is kept as long as the page.
  }
}

/** When the publisher leaves by themselves, nothing is left for whoever comes next. */
export function clearTypedText() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was kept.
  }
}
