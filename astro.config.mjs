import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig, passthroughImageService } from 'astro/config'
import { devLocals } from './scripts/dev-locals.mjs'
import { astroAdapter, moduleIds } from './site/astro/astro-adapter.mjs'
import { inlineScriptHashes, inlineScripts } from './site/lib/pages/inline-scripts.mjs'

// What the pages' own scripts have in common, each in one small file: on a slow network a request costs more than
// a kilobyte. `page` is every page's own script; `calls` the call and the counters, for a story; `book` what a
// book needs beside them; `shared` the rest of what lists need. Forms and what else comes later find their own places.
const chunks = {
  // Apart, because the pages of the admin need it without what every page of readers runs.
  runtime: [
    /site\/(astro\/(islands|engaged)|lib\/(engaged\/(is-slow|once-engaged|when-(near|shown)|without-keys)|reader-keys|web-storage))\.ts|node_modules\/nanostores\/(atom|clean-stores)\//,
    moduleIds.islandElement,
  ],
  page: [
    /layouts\/page\.enhance|navigation\/drawer\.enhance|theme\/theme\.(store|enhance)|ui\/images\.enhance/,
    moduleIds.scriptOf('layouts/Page.astro'),
  ],
  calls: [
    /site\/(lib\/(call|engagement\.store|pages\/page-counts)|astro\/unhydrated)\.ts|contract\/(api-error|magazine\/engagement)\.ts|counters\.enhance/,
  ],
  book: [
    /site\/(lib\/(session|forms\/(new-id|submission-keys))|features\/shop\/saved\/saved\.store)\.ts|contract\/money\.ts/,
  ],
  // What a reader's own figures need: the record, and what is beside it. Each file costs a request more.
  reading: [/(reading\/reading-(places|record)|contract\/magazine\/(achievements|reading))\.ts/],
  journey: [/reading\/(achievement-words|remember-switch|clear-history)\.ts/],
  // Of presses on likes, which both the small scripts and the island answer.
  likes: [/magazine\/likes\/(like-queue|likes\.store|queued-likes)\.ts/],
  // What a visitor's press on a like needs beside the toast.
  signIn: [
    /likes\/sign-in-to-like\.ts|site\/(lib\/(login-path|sign-in-and-return|forms\/pending)|messages\/pending-messages)\.ts/,
  ],
  // What every island needs beside React itself.
  islands: [
    /node_modules\/(react|@nanostores\/react|nanostores\/(deep-map|map|listen-keys))\/|site\/ui\/icons\/Icon\.tsx/,
    moduleIds.commonjsHelpers,
  ],
  // And what toasts are drawn with, as other small scripts draw; the rest of the icons is for islands.
  elements: [/site\/(ui\/icons\/script-icons|lib\/(adopt-styles|create-element))\.ts/],
  icons: [/site\/ui\/icons\/icons\.ts/],
  shared: [
    /site\/lib\/(to-element|show-later)\.ts|site\/messages\/messages\.ts|contract\/(limits|paths|magazine\/(art-paths|art-seed|categories))\.ts/,
  ],
  // Small ones that pages of readers and of staff both come to need.
  dates: [/contract\/(dates|stats)\.ts/],
  // Counts a page, with what this device notes so that it is counted once.
  'count-page': [
    /site\/(features\/stats\/(count-page|source-of)|lib\/reading\/(count-once|offline-reads|remembers-reading))\.ts/,
  ],
  // What every page with a service worker loads, and what the line on its cost needs of that.
  offline: [
    /site\/(lib\/(engaged\/fetch-ahead|offline\/(cache|open-page|rules))|messages\/offline-messages|features\/shell\/offline\/register)\.ts|contract\/pages\/page-routes\.ts/,
  ],
  // Of forms with React, without what sends and validates them: the editor has ways of its own.
  formFields: [/node_modules\/react-hook-form\/|site\/ui\/forms\/(Field|ErrorSummary)\.tsx/],
  // The pages of the staff: what signing in needs too, what loads data, what is drawn anywhere, and what lists are.
  admin: [
    /site\/admin\/lib\/(addresses|call|lists\/last-opened|member|queue-toast|single-keys|token|typed-text|use-leave-warning)\.ts|contract\/(days|roles|staff-paths|magazine\/story-state-labels)\.ts|site\/(lib\/stored-keys|messages\/admin-messages)\.ts|site\/admin\/ui\/classes\.ts/,
  ],
  query: [
    /node_modules\/@tanstack\/|site\/admin\/lib\/(format|lists\/last-lists|query-client|stats-query|use-(admin-query|release))\.ts/,
  ],
  adminUi: [
    /site\/admin\/ui\/(ActionButton|Button|ConfirmDialog|Dialog|icons|frame\/(AdminSkeleton|Loaded|MissingThing|ReleaseStatus))\.tsx?/,
    /site\/admin\/lib\/(admin-island|loaded-later|begin-newsletter|lists\/story-choices|pictures\/(card-link|draft-picture)|lagos-time|undo|undo-toast)\.tsx?|contract\/undo\.ts/,
  ],
  // Of drafts on this device and of stories, which lists show too; and what is loaded once the text can be written.
  drafts: [
    /site\/admin\/(editor\/(card-faces|saving\/(ConflictBox|LocalDrafts|draft-saver|on-device))|magazine\/stories\/(editor\/story-store|publish\/share-link|story-labels))\.tsx?/,
  ],
  editorParts: [/site\/admin\/editor\/(Insert(Tiles|List)|PictureDialog|text\/LinkDialog)\.tsx/],
  adminLists: [
    /contract\/kinds\//,
    /site\/admin\/ui\/(Choices|frame\/(EmptyList|PageBar)|lists\/(AdminList|BulkFailures|EmptyGuide|FilterChips|GroupHead|ListHead|Pager|SearchBox|Select.+))\.tsx/,
    /site\/admin\/(lib\/lists\/use-(bulk|focus-next|list-params|selection)\.ts|ui\/lists\/empty-stairs\.svg)/,
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
          // What these import stays where the other pages have it.
          onlyExplicitManualChunks: true,
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
