// Stands in the page itself, before anything is painted: no flash of the wrong theme.
;(() => {
  let theme
  try {
    theme = JSON.parse(localStorage.getItem('ascend.reading') || '{}').theme
  } catch {
    // No storage, or something else in it: the system decides.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light'
  }
  const root = document.documentElement
  root.dataset.theme = theme
  root.classList.add('js')
  // Set and cleared with the session: the header is right before anybody was asked.
  if (/(^|; )signed_in=1/.test(document.cookie)) root.dataset.signedIn = ''
})()
