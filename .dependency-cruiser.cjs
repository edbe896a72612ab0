// Who may import whom (docs/architecture.md). Types cross every border; values only the ones drawn here.
// Checked by tests/rules/boundaries.test.ts, which holds the imports of .astro files against the same rules.

/** A value, not a type: types are gone before anything runs. */
const value = { dependencyTypesNot: ['type-only'] }
const tests = '\\.(test|spec)\\.ts$'
/** What each domain of the API may ask; whatever is not named here may not be imported. */
const below = {
  readers: [],
  staff: ['readers'],
  settings: ['readers', 'staff'],
  magazine: ['readers', 'staff'],
  shop: ['readers', 'staff'],
  newsletter: ['readers', 'staff', 'magazine', 'shop'],
  stats: ['readers', 'staff', 'magazine', 'shop', 'newsletter'],
  operations: ['readers', 'staff', 'settings', 'magazine', 'shop', 'newsletter', 'stats'],
}
const domain = `(${Object.keys(below).join('|')})`
/** Programs and whatever examines or restores the whole: they choose the outside world, as server.ts does. */
const programs =
  '^api/operations/(backup/(backup-place|drill|restore)|business/(live-business|live-mail|live-shop|try-provider)|doctor/(doctor-subject|examine))\\.ts$|-commands\\.ts$'

const astro = '(^|/)node_modules/(astro|@astrojs/[^/]+)/'

/** Everything outside the folders named is forbidden. */
const only = (...allowed) => ({ ...value, pathNot: allowed })

module.exports = {
  forbidden: [
    {
      name: 'nothing-goes-round',
      comment: 'Two files that import each other are one file in two places. Types too.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
      from: { path: '^contract/((magazine|pages|shop)/)?[^/]+\\.ts$', pathNot: tests },
      to: only('^contract/((magazine|pages|shop)/)?[^/]+\\.ts$'),
    },
    {
      name: 'kinds-import-contract-values',
      comment: 'Pages and scripts of the staff read them.',
      severity: 'error',
      from: { path: '^contract/kinds/', pathNot: tests },
      to: only('^contract/((kinds|magazine|pages|shop)/)?[^/]+\\.ts$'),
    },
    {
      name: 'endpoints-import-contract-and-zod-mini',
      severity: 'error',
      from: { path: '^contract/endpoints/', pathNot: tests },
      to: only('^contract/', '(^|/)node_modules/zod/(v4/)?mini/'),
    },
    {
      name: 'settings-import-contract-and-zod-mini',
      comment: 'Pages take their types; the admin and the API check by them.',
      severity: 'error',
      from: { path: '^contract/settings/', pathNot: tests },
      to: only('^contract/', '(^|/)node_modules/zod/(v4/)?mini/'),
    },

    // content/, art/, db/
    {
      name: 'content-imports-contract-values',
      severity: 'error',
      from: { path: '^content/', pathNot: tests },
      to: {
        ...only('^content/', '^contract/((magazine|pages|shop)/)?[^/]+\\.ts$'),
        dependencyTypesNot: ['type-only', 'core', 'npm'],
      },
    },
    {
      name: 'art-stands-alone',
      severity: 'error',
      from: { path: '^art/', pathNot: [tests, '^art/look/'] },
      to: only('^art/'),
    },
    {
      name: 'looks-are-made-with-culori',
      comment: 'The one package of art/ (decision 100).',
      severity: 'error',
      from: { path: '^art/look/', pathNot: tests },
      to: only('^art/', '(^|/)node_modules/culori/'),
    },
    {
      name: 'markdown-knows-the-contract',
      comment: 'Service, editor and import read and write the same text of stories with it.',
      severity: 'error',
      from: { path: '^markdown/', pathNot: tests },
      to: {
        ...only('^markdown/', '^contract/((magazine|pages|shop)/)?[^/]+\\.ts$'),
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
      name: 'orders-are-the-floor-of-the-shop',
      comment: 'What hangs on an order is handed in as an order part (decision 88). Types too.',
      severity: 'error',
      from: { path: '^api/shop/orders/', pathNot: tests },
      to: { path: '^api/shop/', pathNot: ['^api/shop/orders/'] },
    },
    {
      name: 'api-never-imports-site',
      severity: 'error',
      from: { path: '^api/', pathNot: tests },
      to: { ...value, path: '^site/' },
    },
    {
      name: 'no-importer-in-the-service',
      comment: 'Whoever moves in does so once, by a program of its own (decision 93).',
      severity: 'error',
      from: { path: '^(api|art|content|contract|db|markdown|site)/', pathNot: tests },
      to: { path: '^scripts/import/' },
    },
    {
      name: 'the-ground-floor-knows-no-domain',
      comment: 'What all domains stand on: http, integrations, jobs and mails.',
      severity: 'error',
      from: { path: '^api/(http|integrations|jobs|mails)/', pathNot: tests },
      to: {
        ...value,
        path: '^(api|db|content|art|scripts|tools)/',
        pathNot: [
          '^api/(http|integrations|jobs|mails)/',
          '^db/(sql|lagos|advisory-locks|data-version|deep-pagination|coalesce|driver/scope)\\.ts$',
        ],
      },
    },
    {
      name: 'http-and-integrations-know-no-jobs',
      severity: 'error',
      from: { path: '^api/(http|integrations)/', pathNot: tests },
      to: { ...value, path: '^api/(jobs|mails|pages)/' },
    },
    {
      name: 'pages-know-no-domain',
      comment: 'What a page shows comes through the in-process call.',
      severity: 'error',
      from: { path: '^api/pages/', pathNot: tests },
      to: {
        ...value,
        path: '^(api|db|content|art|scripts|tools)/',
        pathNot: ['^api/(http|jobs|pages)/', '^db/(sql|advisory-locks|data-version)\\.ts$'],
      },
    },
    {
      name: 'domains-import-contract-http-and-sql',
      comment: 'What else a domain needs, app.ts hands to it.',
      severity: 'error',
      from: {
        path: `^api/${domain}/`,
        pathNot: [tests, programs, '^api/operations/(metrics|upgrade|backup)'],
      },
      to: {
        ...value,
        path: '^(api|db|content|scripts|tools)/',
        pathNot: [
          `^api/(http|jobs|mails|${domain.slice(1, -1)})/`,
          '^api/pages/.+\\.queries\\.ts$',
          '^db/(sql|lagos|advisory-locks|data-version|deep-pagination|coalesce|driver/scope)\\.ts$',
        ],
      },
    },
    {
      name: 'domains-share-queries-only',
      comment:
        'Routes and rules of another domain are its own business; issues are saved as stories are.',
      severity: 'error',
      from: { path: `^api/${domain}/`, pathNot: [tests, '^api/operations/'] },
      to: {
        ...value,
        path: `^api/(?!$1/)${domain}/`,
        pathNot: ['\\.queries\\.ts$', '^api/magazine/documents/'],
      },
    },
    {
      name: 'operations-share-no-routes',
      comment: 'They store, restore and move what the domains own, by the same rules.',
      severity: 'error',
      from: { path: '^api/operations/', pathNot: tests },
      to: { ...value, path: `^api/(?!operations/)${domain}/.*\\.routes\\.ts$` },
    },
    ...Object.entries(below)
      .map(([name, known]) => ({
        name: `${name}-know-${known.join('-') || 'no-other-domain'}`,
        comment: 'One way, so that a domain can be read without those above it.',
        severity: 'error',
        from: { path: `^api/${name}/`, pathNot: tests },
        to: { ...value, path: `^api/${domain}/`, pathNot: `^api/(${[name, ...known].join('|')})/` },
      }))
      .filter(({ name }) => !name.startsWith('operations-')),
    {
      name: 'app-and-server-are-not-imported',
      severity: 'error',
      from: { path: '^api/[^/]+/', pathNot: [tests, programs] },
      to: { ...value, path: '^api/(app|config|registry|server)\\.ts$' },
    },

    // Astro
    {
      name: 'the-service-reaches-astro-through-its-adapter',
      comment:
        'The bundle is loaded there; making one is a program of its own, without the service.',
      severity: 'error',
      from: {
        path: '^(api|art|contract|db|markdown)/',
        pathNot: [tests, '^api/pages/building/(astro-adapter|bundle-site)\\.ts$'],
      },
      to: { ...value, path: astro },
    },
    {
      name: 'insides-of-astro-are-known-to-its-adapter',
      comment: 'Elsewhere only what its documentation names (decision 59).',
      severity: 'error',
      from: { path: '^(content|scripts|site|tools)/', pathNot: [tests, '^site/astro/'] },
      to: {
        ...value,
        path: astro,
        pathNot: `${astro}(client|zod|loaders|dist/(index|zod|content/loaders/index)\\.js)`,
      },
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
      comment: 'A value would bring zod to the reader: only forms need it. Staff have it anyway.',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: [
          tests,
          'Form\\.island\\.tsx$',
          '-form\\.ts$',
          '^site/admin/',
          '^site/(content|live)\\.config\\.ts$',
          '^site/astro/live-schema\\.ts$',
        ],
      },
      to: { ...value, path: ['^contract/(endpoints|settings)/', '(^|/)node_modules/zod/'] },
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
          '^site/(pages|admin/(magazine|editor|settings/look))/',
          '^site/lib/machines/feed\\.ts$',
        ],
      },
      to: {
        ...value,
        path: ['^markdown/', '(^|/)node_modules/(prosemirror-|markdown-it|htmlparser2)'],
      },
    },
    {
      name: 'site-reads-content-through-its-config',
      severity: 'error',
      from: {
        path: '^site/',
        pathNot: [tests, '^site/content\\.config\\.ts$'],
      },
      to: { ...value, path: '^content/' },
    },
    {
      name: 'site-draws-by-seed',
      comment: 'Drawings are fetched, not shipped.',
      severity: 'error',
      from: { path: '^site/', pathNot: tests },
      to: { ...value, path: '^art/', pathNot: '^art/((book-art|dyed|logo-art)\\.ts$|look/)' },
    },
    {
      name: 'looks-are-made-on-the-server',
      comment: 'And in the admin, where they are chosen.',
      severity: 'error',
      from: { path: '^site/', pathNot: [tests, '\\.astro$', '^site/(pages|admin)/'] },
      to: { ...value, path: '^art/(look/|dyed\\.ts$)' },
    },
    {
      name: 'domains-of-the-site-know-no-other',
      comment:
        'Pages compose them. Sharing, rating, saving and the tools of a text alone stand in several.',
      severity: 'error',
      from: { path: '^site/features/([^/]+)/', pathNot: tests },
      to: {
        ...value,
        path: '^site/(features/(?!$1/)|admin/)',
        pathNot: [
          '^site/features/magazine/sharing/ShareButton\\.island\\.tsx$',
          '^site/features/shop/saved/saved\\.store\\.ts$',
          '^site/features/shop/book-ratings/RateBook\\.astro$',
          '^site/features/shell/offline/StoryTools\\.astro$',
        ],
      },
    },
    {
      name: 'domains-of-the-admin-know-no-other',
      comment: 'They share admin/ui, admin/lib and the editor.',
      severity: 'error',
      from: { path: '^site/admin/([^/]+)/', pathNot: tests },
      to: { ...value, path: '^site/(features/|admin/(?!$1/|ui/|lib/|editor/))' },
    },
    {
      name: 'what-the-admin-shares-knows-no-domain',
      severity: 'error',
      from: { path: '^site/admin/(ui|lib|editor)/', pathNot: tests },
      to: { ...value, path: `^site/admin/${domain}/` },
    },
    {
      name: 'features-of-the-site-know-no-page',
      severity: 'error',
      from: { path: '^site/(features|admin)/', pathNot: tests },
      to: { ...value, path: '^site/(layouts|pages)/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^site/(ui|lib|messages)/', pathNot: tests },
      to: { ...value, path: '^site/(features|admin|layouts|pages)/' },
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
