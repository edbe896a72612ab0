// Inlined in the page, before the first paint: no flash of the wrong theme or reading mode.
;(() => {
  const root = document.documentElement
  const { modes } = document.currentScript.dataset
  const system = matchMedia('(prefers-color-scheme:dark)')
  // The storage key of the reading preferences, as JSON: { theme, readingMode, fontSize, lineHeight }.
  const key = 'ascend.reading'
  // For each preference: its attribute on <html>, its default, and its other values.
  const rules = {
    theme: ['theme', 'auto', 'light', 'dark'],
    readingMode: ['mode', 'default', 'sepia', 'contrast', 'focus'],
    fontSize: ['size', 'medium', 'small', 'large'],
    lineHeight: ['lines', 'normal', 'compact', 'relaxed'],
  }
  // The colours of the browser's toolbar: the paper of each theme, as the page has them, and of each mode.
  const metas = [...document.querySelectorAll('[name=theme-color]')]
  const [light, dark] = metas.map((meta) => meta.content)
  const papers = { sepia: '#F1E2C4', contrast: '#000' }
  const reading = {
    key,
    modes,
    system,
    chosen: {},
    read() {
      try {
        return JSON.parse(localStorage.getItem(key))
      } catch {
        // No storage, or something else in it: the defaults.
      }
    },
    show(given) {
      for (const [name, [attribute, usual, ...others]] of Object.entries(rules)) {
        const value = others.includes(given?.[name]) ? given[name] : usual
        reading.chosen[name] = value
        if (name === 'theme') continue
        // Where no modes are at hand (the publisher's pages) there are none.
        if (value === usual || (attribute === 'mode' && !modes)) delete root.dataset[attribute]
        else root.dataset[attribute] = value
      }
      // Sepia is light and contrast is dark, whatever the theme.
      const { theme } = reading.chosen
      const wantsDark = theme === 'auto' ? system.matches : theme === 'dark'
      const { mode } = root.dataset
      reading.isDark = mode === 'contrast' || (wantsDark && mode !== 'sepia')
      root.dataset.theme = reading.isDark ? 'dark' : 'light'
      for (const meta of metas) meta.content = papers[mode] ?? (reading.isDark ? dark : light)
    },
  }
  window.ascendReading = reading
  reading.show(reading.read())
  // It may change before any other script is there.
  system.onchange = () => reading.show(reading.chosen)
  // Written, because only what the parser meets holds the first paint back; where it does not (Firefox), base.css does.
  if (root.dataset.mode) {
    document.write(`<link href=${modes} data-modes rel='stylesheet'>`)
    document.head.lastChild.onerror = () => delete root.dataset.mode
  }
  root.classList.add('js')
  // Set and cleared with the session: the header is right before anybody was asked.
  if (/(^|; )signed_in=1/.test(document.cookie)) root.dataset.signedIn = ''
})()
