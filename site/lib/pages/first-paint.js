// Inlined in the page, before the first paint: no flash of the wrong theme or reading mode.
;(() => {
  const root = document.documentElement
  // The sheet of the modes, and the colours of the browser's toolbar: the paper of each theme and mode.
  const { modes, ...papers } = document.currentScript.dataset
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
      for (const meta of document.querySelectorAll('[name=theme-color]')) {
        meta.content = papers[mode] ?? papers[root.dataset.theme]
      }
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
  // Whoever has closed the landing page's notice does not see it again, and nothing moves.
  try {
    if (localStorage.getItem('ascend.notice')) root.dataset.noticeClosed = ''
  } catch {
    // No storage: it is shown again.
  }
  // Set and cleared with the session: the header is right before anybody was asked.
  if (/(^|; )signed_in=1/.test(document.cookie)) root.dataset.signedIn = ''
})()
