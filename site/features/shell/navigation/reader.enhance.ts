/** Fills in the signed-in reader. A visitor's page makes no call and loads nothing for it. */
export function enhanceReader() {
  if (!('signedIn' in document.documentElement.dataset)) return
  // Without a network it may not load: the header stays as it is.
  import('./show-reader.ts').catch(console.warn)
}
