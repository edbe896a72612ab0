import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig, passthroughImageService } from 'astro/config'
import { devLocals } from './scripts/dev-locals.mjs'
import { astroAdapter, moduleIds } from './site/astro/astro-adapter.mjs'
import { inlineScriptHashes, inlineScripts } from './site/lib/inline-scripts.mjs'

// What the pages' own scripts have in common, each in one small file: on a slow network a request costs more than
// a kilobyte. `page` is every page's own script; `calls` the call and the counters, for a story; `book` what a
// book needs beside them; `shared` the rest of what lists need. Forms and what else comes later find their own places.
const chunks = {
  // Apart, because the pages of the admin need it without what every page of readers runs.
  runtime: [
    /site\/(astro\/(islands|engaged)|lib\/engaged\/.+)\.ts|node_modules\/nanostores\/(atom|clean-stores)\//,
    moduleIds.islandElement,
    moduleIds.preloadHelper,
  ],
  page: [
    /layouts\/page\.enhance|theme\/theme\.store|lib\/place-key\.ts/,
    moduleIds.scriptOf('layouts/Page.astro'),
  ],
  calls: [
    /site\/(lib\/(call|engagement\.store|page-counts)|astro\/unhydrated)\.ts|contract\/(api-error|engagement)\.ts|counters\.enhance/,
  ],
  book: [
    /site\/(lib\/(session|submission-keys)|features\/shop\/saved\/saved\.store)\.ts|contract\/money\.ts/,
  ],
  // What every island needs beside React itself; the icons are for toasts and tools too.
  islands: [/node_modules\/(react|nanostores\/(deep-map|map|listen-keys))\/|site\/ui\/Icon\.tsx/],
  icons: [/site\/(ui\/icons|lib\/create-element)\.ts/],
  shared: [
    /site\/lib\/(paths|to-element|show-later)\.ts|site\/messages\/messages\.ts|contract\/(categories|limits)\.ts|art\/seed\.ts/,
  ],
}
const chunkOf = (id) =>
  Object.keys(chunks).find((name) =>
    chunks[name].some((part) => (typeof part === 'string' ? id.includes(part) : part.test(id))),
  )

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  trailingSlash: 'never',
  // `about.html`, not `about/index.html`: a front server finds it without a redirect.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react({ experimentalDisableStreaming: true }),
    tailwind({ applyBaseStyles: false, nesting: true }),
    astroAdapter(),
    devLocals(),
  ],
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    plugins: [inlineScripts],
    build: {
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        output: {
          manualChunks: chunkOf,
        },
      },
      // Fonts and drawings stay files that are fetched when needed; small scripts go into the page.
      assetsInlineLimit: (file) => (/\.(woff2|svg|png|jpe?g)$/.test(file) ? false : undefined),
    },
  },
  experimental: {
    liveContentCollections: true,
    csp: {
      directives: [
        // First, because Astro adds to it what a page brings (book/[id].astro) and repeats that before every other.
        "form-action 'self'",
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        // Contributors may name a picture or a film of their own anywhere; scripts may not come along.
        "img-src 'self' data: https: http:",
        "media-src 'self' https: http:",
      ],
      scriptDirective: { resources: ["'self'"], hashes: inlineScriptHashes() },
      styleDirective: { resources: ["'self'"] },
    },
  },
})
