import { authorWords } from '#contract/endpoints/magazine/authors.ts'

export const authorSchema = authorWords
