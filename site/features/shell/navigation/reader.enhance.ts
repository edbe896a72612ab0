/** Fills in who is signed in. A visitor's page makes no call and loads nothing for it. */
export function enhanceReader() {
  if (!('signedIn' in document.documentElement.dataset)) return
  // Without a network it may not come: the header stays as it is.
  import('./show-reader.ts').catch(console.warn)
}
