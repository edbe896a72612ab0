// It does not use theme.store.ts: a bundler puts that into one file with the script of the public pages.
const { chosen, key, show } = window.ascendReading

for (const radio of document.querySelectorAll<HTMLInputElement>('[data-appearance] input')) {
  radio.checked = radio.value === chosen.theme
  radio.addEventListener('change', () => {
    show({ ...chosen, theme: radio.value })
    try {
      localStorage.setItem(key, JSON.stringify(chosen))
    } catch {
      // Storage is full or forbidden: the choice lasts for this page.
    }
  })
}

export {}
