import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'

/** A Markdown text as one reads it: its own signs are no words. */
export const wordsOfMarkdown = (markdown: string) => textOf(parseMarkdown(markdown))
