const key = 'ascend.single-keys'

/** Whether letters alone do something (WCAG 2.1.4 asks for a way to switch that off). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function switchSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Storage is forbidden: they stay on.
  }
}
