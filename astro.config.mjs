import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig } from 'astro/config'
import { engaged } from './site/lib/engaged/integration.mjs'
import { inlineScriptHashes } from './site/lib/inline-scripts.mjs'

// What the pages' own scripts have in common: the call and the counters for a story, the rest for lists.
const calls = /\/site\/lib\/call\.ts|\/contract\/(refusals|limits)\.ts|counters\.enhance/
const shared = /\/(site\/(lib|words)|contract|art)\/|vite\/preload-helper/

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'static',
  trailingSlash: 'never',
  // `about.html`, not `about/index.html`: a front server finds it without a redirect.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  adapter: node({ mode: 'middleware', experimentalStaticHeaders: true }),
  integrations: [
    react({ experimentalDisableStreaming: true }),
    tailwind({ applyBaseStyles: false, nesting: true }),
    engaged(),
  ],
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  devToolbar: { enabled: false },
  vite: {
    build: {
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        output: {
          // One small file for what the pages' own scripts share: on a slow network a request costs more than a kilobyte.
          manualChunks: (id) => (calls.test(id) ? 'calls' : shared.test(id) ? 'shared' : undefined),
        },
      },
      // Fonts and drawings stay files that are fetched when needed; small scripts go into the page.
      assetsInlineLimit: (file) => (/\.(woff2|svg|png|jpe?g)$/.test(file) ? false : undefined),
    },
  },
  experimental: {
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
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
