/** Fills in who is signed in. A visitor's page makes no call and loads nothing for it. */
export function enhanceReader() {
  if ('signedIn' in document.documentElement.dataset) void import('./show-reader.ts')
}
