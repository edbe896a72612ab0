/** Paragraphs at line breaks (specification section 2); text is text, whatever it looks like. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\s*\n\s*/).filter(Boolean)
}
