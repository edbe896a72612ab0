import { defineCollection, z } from 'astro:content'
import { readFile } from 'node:fs/promises'
import { glob } from 'astro/loaders'
import { readBrand, readPublications } from '#content/read-content.ts'
import { page } from '#content/schema.ts'

// What a build reads: the files of content/. Stories and books are asked for as the browser asks, by `call`.

export const collections = {
  publications: defineCollection({
    loader: async () => {
      // Read beside the publications, so that a mistake in it stops the build and is told.
      await readBrand('content')
      return (await readPublications('content')).map(
        ({ pdfPath, textPath, ...publication }) => publication,
      )
    },
    schema: z.custom<
      Omit<Awaited<ReturnType<typeof readPublications>>[number], 'pdfPath' | 'textPath'>
    >((value) => typeof value === 'object'),
  }),
  publicationTexts: defineCollection({
    loader: {
      name: 'publication-texts',
      load: async ({ store, renderMarkdown }) => {
        store.clear()
        for (const { id, textPath } of await readPublications('content')) {
          // The title stands in the page's own header.
          const text = (await readFile(textPath, 'utf8')).replace(/^# .*\n+/, '')
          store.set({ id, data: {}, body: text, rendered: await renderMarkdown(text) })
        }
      },
    },
  }),
  pages: defineCollection({
    loader: glob({ pattern: '*.md', base: './content/pages' }),
    schema: page,
  }),
}
