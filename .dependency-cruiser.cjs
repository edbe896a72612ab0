// Who may import whom: architecture.md section 4. Types cross every border; values only the ones drawn here.
// Checked by tests/boundaries.test.ts, which holds the imports of .astro files against the same rules.

/** A value, not a type: types are gone before anything runs. */
const value = { dependencyTypesNot: ['type-only'] }
const tests = '\\.(test|spec)\\.ts$'
/** The folders of api/ that are features; http, integrations and pages serve all of them. */
const feature = '^api/(?!http/|integrations/|pages/)((?:admin/)?[^/]+)/'
const otherFeature = '^api/(?!http/|integrations/|pages/|$1/)[^/]+/'

/** Everything outside the folders named is forbidden. */
const only = (...allowed) => ({ ...value, pathNot: allowed })

module.exports = {
  forbidden: [
    {
      name: 'nothing-goes-round',
      comment: 'Two files that import each other are one file in two places.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: value },
    },
    {
      name: 'every-path-is-known',
      comment: 'A path that leads nowhere would slip through all other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^[#./]', pathNot: '\\?(raw|url|inline)$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: ['^tests/', tests] },
      to: { path: ['^tests/', tests] },
    },

    // contract/
    {
      name: 'contract-values-import-nothing',
      comment: 'Any page may use them: nothing but each other comes along, not even zod.',
      severity: 'error',
      from: { path: '^contract/[^/]+\\.ts$', pathNot: tests },
      to: only('^contract/[^/]+\\.ts$'),
    },
    {
      name: 'endpoints-import-contract-and-zod-mini',
      severity: 'error',
      from: { path: '^contract/endpoints/', pathNot: tests },
      to: only('^contract/', '(^|/)node_modules/zod/(v4/)?mini/'),
    },

    // content/, art/, db/
    {
      name: 'content-imports-contract-values',
      severity: 'error',
      from: { path: '^content/', pathNot: tests },
      to: {
        ...only('^content/', '^contract/[^/]+\\.ts$'),
        dependencyTypesNot: ['type-only', 'core', 'npm'],
      },
    },
    {
      name: 'art-stands-alone',
      severity: 'error',
      from: { path: '^art/', pathNot: tests },
      to: only('^art/'),
    },
    {
      name: 'markdown-knows-the-contract',
      comment: 'Service, editor and import read and write the same text of stories with it.',
      severity: 'error',
      from: { path: '^markdown/', pathNot: tests },
      to: {
        ...only('^markdown/', '^contract/[^/]+\\.ts$'),
        dependencyTypesNot: ['type-only', 'npm'],
      },
    },
    {
      name: 'db-knows-neither-api-nor-site',
      severity: 'error',
      from: { path: '^db/', pathNot: [tests, '^db/demo\\.ts$'] },
      to: {
        ...only('^db/', '(^|/)node_modules/postgres/'),
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    {
      name: 'demo-reads-content',
      comment: 'The one file of db/ that knows what the demonstration says.',
      severity: 'error',
      from: { path: '^db/demo\\.ts$' },
      to: {
        ...only('^db/', '^content/read-content\\.ts$', '^contract/form-limits\\.ts$'),
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    {
      name: 'one-door-to-the-database',
      comment: 'Everybody else asks through db/sql.ts.',
      severity: 'error',
      from: { pathNot: ['^db/driver/open-database\\.ts$', '^(tests|scripts|tools)/', tests] },
      to: { ...value, path: '(^|/)node_modules/postgres/' },
    },

    // api/
    {
      name: 'api-never-imports-site',
      severity: 'error',
      from: { path: '^api/', pathNot: tests },
      to: { ...value, path: '^site/' },
    },
    {
      name: 'http-and-integrations-know-no-feature',
      severity: 'error',
      from: { path: '^api/(http|integrations)/', pathNot: tests },
      to: {
        ...value,
        path: '^(api|db|content|art)/',
        pathNot: [
          '^api/(http|integrations)/',
          '^db/(sql|advisory-locks|data-version|deep-pagination|coalesce|standbys)\\.ts$',
          // Every answer goes out the same way, and is logged by its route.
          '^api/pages/(respond|routes)\\.ts$',
        ],
      },
    },
    {
      name: 'pages-know-no-feature',
      comment: 'What a page shows comes through the in-process call.',
      severity: 'error',
      from: { path: '^api/pages/', pathNot: tests },
      to: {
        ...value,
        path: '^(api|db|content|art|scripts|tools)/',
        pathNot: ['^api/(http|pages)/', '^db/(sql|advisory-locks|data-version)\\.ts$'],
      },
    },
    {
      name: 'features-import-contract-http-and-sql',
      comment: 'What else a feature needs, app.ts hands to it.',
      severity: 'error',
      from: { path: feature, pathNot: tests },
      to: {
        ...value,
        path: '^(api|db|content|scripts|tools)/',
        pathNot: [
          '^api/(?!integrations/)[^/]+/',
          '^db/(sql|advisory-locks|data-version|deep-pagination|coalesce)\\.ts$',
        ],
      },
    },
    {
      name: 'features-share-queries-only',
      comment:
        'Routes and rules of another feature are its own business. What orders derive is read like their rows.',
      severity: 'error',
      from: { path: feature, pathNot: tests },
      to: {
        ...value,
        path: otherFeature,
        pathNot: ['\\.queries\\.ts$', '^api/orders/order-secrets\\.ts$'],
      },
    },
    // One way: accounts ← stories ← likes; books ← orders ← downloads; any ← admin.
    {
      name: 'accounts-come-first',
      severity: 'error',
      from: { path: '^api/accounts/', pathNot: tests },
      to: { ...value, path: '^api/(?!http/|integrations/|accounts/|mails/)[^/]+/' },
    },
    {
      name: 'stories-know-accounts-only',
      severity: 'error',
      from: { path: '^api/stories/', pathNot: tests },
      to: { ...value, path: '^api/(?!http/|integrations/|stories/|accounts/|mails/)[^/]+/' },
    },
    {
      name: 'books-know-accounts-only',
      severity: 'error',
      from: { path: '^api/books/', pathNot: tests },
      to: { ...value, path: '^api/(?!http/|integrations/|books/|accounts/|mails/)[^/]+/' },
    },
    {
      name: 'orders-know-no-downloads',
      severity: 'error',
      from: { path: '^api/orders/', pathNot: tests },
      to: { ...value, path: '^api/(downloads|likes)/' },
    },
    {
      name: 'admin-is-not-imported',
      comment: 'What the publisher does stands above everything else, and nothing stands upon it.',
      severity: 'error',
      from: { path: feature, pathNot: [tests, '^api/admin/'] },
      to: { ...value, path: '^api/admin/' },
    },
    {
      name: 'app-and-server-are-not-imported',
      severity: 'error',
      from: { path: '^api/[^/]+/', pathNot: tests },
      to: { ...value, path: '^api/(app|server)\\.ts$' },
    },

    // site/
    {
      name: 'site-never-imports-api-or-db',
      comment: 'Pages ask for what the tables hold as the browser does, by call.',
      severity: 'error',
      from: { path: '^site/', pathNot: tests },
      to: { ...value, path: '^(api|db|scripts|tools)/' },
    },
    {
      name: 'site-imports-endpoints-as-types',
      comment: 'A value would bring zod to the reader; a form needs it, nothing else does.',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: [
          tests,
          'Form\\.island\\.tsx$',
          '-form\\.ts$',
          '^site/(content|live)\\.config\\.ts$',
        ],
      },
      to: { ...value, path: ['^contract/endpoints/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'markdown-is-read-on-the-server',
      comment: 'A reader gets the finished text; its grammar ships with the editor alone.',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: [
          tests,
          '\\.astro$',
          '\\.examples\\.tsx$',
          '^site/(pages|features/admin/(stories|writing))/',
          '^site/lib/feed\\.ts$',
        ],
      },
      to: {
        ...value,
        path: ['^markdown/', '(^|/)node_modules/(prosemirror-|markdown-it|htmlparser2)'],
      },
    },
    {
      name: 'site-reads-content-through-its-config',
      comment: 'But for the brand, which every page names.',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: [tests, '^site/content\\.config\\.ts$', '^site/lib/brand\\.ts$'],
      },
      to: { ...value, path: '^content/' },
    },
    {
      name: 'brand-reads-the-brand',
      severity: 'error',
      from: { path: '^site/lib/brand\\.ts$' },
      to: { ...value, path: '^content/', pathNot: '^content/brand\\.json$' },
    },
    {
      name: 'site-draws-by-seed',
      comment: 'Drawings are fetched, not shipped.',
      severity: 'error',
      from: { path: '^site/', pathNot: tests },
      to: { ...value, path: '^art/', pathNot: '^art/(seed|book-art)\\.ts$' },
    },
    {
      name: 'features-of-the-site-know-no-other',
      comment:
        'Pages compose them. Sharing, liking, rating, saving and the tools of a text alone stand in many.',
      severity: 'error',
      from: { path: '^site/features/([^/]+)/', pathNot: tests },
      to: {
        ...value,
        path: '^site/features/(?!$1/)',
        pathNot: [
          '^site/features/sharing/ShareButton\\.island\\.tsx$',
          '^site/features/likes/(LikeButton|StoryRating)\\.island\\.tsx$',
          '^site/features/book-ratings/RateBook\\.astro$',
          '^site/features/offline/StoryTools\\.astro$',
          '^site/features/saved/(SaveButton\\.island\\.tsx|saved\\.(enhance|store)\\.ts)$',
        ],
      },
    },
    {
      name: 'features-of-the-site-know-no-page',
      severity: 'error',
      from: { path: '^site/features/', pathNot: tests },
      to: { ...value, path: '^site/(layouts|pages)/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^site/(ui|lib|messages)/', pathNot: tests },
      to: { ...value, path: '^site/(features|layouts|pages)/' },
    },
    {
      name: 'layouts-know-no-page',
      severity: 'error',
      from: { path: '^site/layouts/' },
      to: { ...value, path: '^site/pages/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data|\\.astro)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
