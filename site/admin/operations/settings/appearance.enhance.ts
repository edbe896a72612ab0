import { writeJson } from '#site/lib/web-storage.ts'

// It does not use theme.store.ts: a bundler puts that into one file with the script of the public pages.
const { chosen, key, show } = window.ascendReading
const radios = [...document.querySelectorAll<HTMLInputElement>('[data-appearance] input')]

function choose(theme: string) {
  show({ ...chosen, theme })
  writeJson(key, chosen)
}

// The page comes with none chosen: what is, somebody pressed before this script was there.
const early = radios.find(({ checked }) => checked)
if (early) choose(early.value)
for (const radio of radios) {
  radio.checked = radio.value === chosen.theme
  radio.addEventListener('change', () => choose(radio.value))
}
