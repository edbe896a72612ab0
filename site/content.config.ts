import { defineCollection, z } from 'astro:content'
import { readFile } from 'node:fs/promises'
import { glob } from 'astro/loaders'
import { checkPages, readPublications } from '#content/read-content.ts'
import { page, publication } from '#content/schema.ts'

const pages = glob({ pattern: '*.md', base: './content/pages' })

// The content of a build, in content/. Stories and books are live collections (live.config.ts).

export const collections = {
  publications: defineCollection({
    loader: async () =>
      (await readPublications('content')).map(({ pdfPath, textPath, ...fields }) => fields),
    schema: publication.extend({ pdfBytes: z.number().int().positive() }),
  }),
  publicationTexts: defineCollection({
    loader: {
      name: 'publication-texts',
      load: async ({ store, renderMarkdown }) => {
        store.clear()
        for (const { id, textPath } of await readPublications('content')) {
          // The page's own header has the title.
          const text = (await readFile(textPath, 'utf8')).replace(/^# .*\n+/, '')
          store.set({ id, data: {}, body: text, rendered: await renderMarkdown(text) })
        }
      },
    },
    schema: z.strictObject({}),
  }),
  pages: defineCollection({
    loader: {
      name: 'pages',
      load: async (context) => {
        await checkPages('content')
        await pages.load(context)
      },
    },
    schema: page,
  }),
}
