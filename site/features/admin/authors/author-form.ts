import { authorWords } from '#contract/endpoints/authors.ts'

export const authorSchema = authorWords
