import { forget, readText, writeText } from '#site/lib/web-storage.ts'

const key = 'ascend.single-keys'

/** Whether letters alone do something (WCAG 2.1.4 asks for a way to switch that off). */
export function areSingleKeysOn(): boolean {
  return readText(key) !== 'off'
}

export function switchSingleKeys(isOn: boolean) {
  if (isOn) forget(key)
  else writeText(key, 'off')
}
