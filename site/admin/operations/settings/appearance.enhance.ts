import { writeJson } from '#site/lib/web-storage.ts'

// It does not use theme.store.ts: a bundler puts that into one file with the script of the public pages.
const { chosen, key, show } = window.ascendReading

for (const radio of document.querySelectorAll<HTMLInputElement>('[data-appearance] input')) {
  radio.checked = radio.value === chosen.theme
  radio.addEventListener('change', () => {
    show({ ...chosen, theme: radio.value })
    writeJson(key, chosen)
  })
}
