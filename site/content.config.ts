import { defineCollection, z } from 'astro:content'
import { glob } from 'astro/loaders'
import { readBrand, readPublications } from '#content/read-content.ts'
import { page } from '#content/schema.ts'

// What a build reads: the files of content/. Stories and books are asked for as the browser asks, by `call`.

export const collections = {
  publications: defineCollection({
    loader: async () => {
      // Read beside the publications, so that a mistake in it stops the build and is told.
      await readBrand('content')
      return (await readPublications('content')).map(({ pdfPath, ...publication }) => publication)
    },
    schema: z.custom<Omit<Awaited<ReturnType<typeof readPublications>>[number], 'pdfPath'>>(
      (value) => typeof value === 'object',
    ),
  }),
  pages: defineCollection({
    loader: glob({ pattern: '*.md', base: './content/pages' }),
    schema: page,
  }),
}
