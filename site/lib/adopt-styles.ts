/** Gives the page the styles of something that came later; what is seldom needed does not weigh on every page. */
export function adoptStyles(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
