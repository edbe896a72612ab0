/** A text with the magazine's name where it says `{name}`. */
export const withName = (text: string, name: string) => text.replaceAll('{name}', () => name)

/** The same for Markdown, where the signs of a name are no signs of Markdown. */
export const markdownWithName = (text: string, name: string) =>
  withName(text, name.replace(/[\\[\]*_`<&]/g, '\\$&'))
