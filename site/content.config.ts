import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { page } from '#content/schema.ts'

export const collections = {
  pages: defineCollection({ loader: glob({ pattern: '*.md', base: './content/pages' }), schema: page }),
}
