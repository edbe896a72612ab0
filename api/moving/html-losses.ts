const forms = ['form', 'button', 'input', 'select', 'textarea']
const code = ['script', 'style', 'svg', 'canvas', 'math']
const listed = new RegExp(`<(${[...forms, ...code].join('|')})[\\s/>]`, 'gi')

/** Elements that `fromHtml` leaves out without a word, because on a page that somebody copies they mean nothing. */
export function silentLosses(html: string): string[] {
  const names = [...html.matchAll(listed)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)]
}
