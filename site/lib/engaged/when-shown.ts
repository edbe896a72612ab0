/** Runs at once; in a page that is drawn before it is opened, when it is: until then it counts as nothing. */
export function whenShown(act: () => unknown) {
  // TypeScript does not know it yet.
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}
