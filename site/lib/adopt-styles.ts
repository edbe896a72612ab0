/** Adds the styles of a part that was loaded later, so that not every page ships them. */
export function adoptStyles(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
