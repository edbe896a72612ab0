/** Paragraphs at line breaks (specification section 2); text is text, whatever it looks like. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\s*\n\s*/).filter(Boolean)
}

/** The drop cap is three lines deep: a salutation is not. */
export function hasDropCap([first = '']: string[]): boolean {
  return first.length > 120
}
