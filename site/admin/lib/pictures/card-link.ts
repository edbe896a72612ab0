/** A paragraph of Markdown that a newsletter draws as a card. */
export const cardLink = (title: string, path: string) =>
  `[${title.replace(/[\\[\]*_`<&]/g, '\\$&')}](${path})`
