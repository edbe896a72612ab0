import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { strictHeadersFor } from '#api/http/answers/security-headers.ts'
import { dataSaverCookie, sessionCookie } from '#api/http/request-context.ts'
import { findRoute } from '#api/http/requests/find-route.ts'
import type { MadeFrom } from './building/releases.ts'
import { type Dictionary, dictionaryOf, mayDifferAt } from './differences/dictionaries.ts'
import { readStaticFiles, type StaticFile } from './static-files.ts'

// How nginx (deploy/front/nginx.conf) serves a release, derived from the service's own responses.

/** nginx sets these itself (`Vary` stands in the rule). */
const ownHeaders = ['Content-Type', 'Content-Length', 'Content-Encoding', 'ETag']

/** Any other address is answered by the service. */
const plainAddress = /^[\w./-]+$/

/** Call it before the release is served. */
export async function writeNginxRules(folder: string, madeFrom: MadeFrom): Promise<void> {
  const files = await readStaticFiles({ folder, madeFrom })
  const rules = join(folder, 'front')
  await mkdir(rules, { recursive: true })
  await writeFile(join(rules, 'pages.conf'), nginxRules(basename(folder), files, madeFrom))
  await writeFile(join(rules, 'dictionaries.conf'), dictionaryMaps(madeFrom, [...files.keys()]))
  await writeFile(
    join(rules, 'answers.conf'),
    addHeaders(strictHeadersFor(madeFrom.publicUrl), ' always').join('\n'),
  )
}

/** A rule for each file; everything else goes to the service. */
function nginxRules(release: string, files: Map<string, StaticFile>, madeFrom: MadeFrom): string {
  return [...files]
    .filter(([address]) => plainAddress.test(address) && address !== '/404')
    .map(([address, file]) => pageRule(release, address, file, madeFrom))
    .join('\n')
}

/** What `$keeps_pages` of nginx.conf adds to pages that browsers keep to compare others with them. */
function dictionaryMaps({ differences }: MadeFrom, addresses: string[]): string {
  const map = (name: string, ofOthers: string, headerOf: (dictionary: Dictionary) => string) => [
    `map "$keeps_pages $page" $${name} {`,
    `  default ${ofOthers};`,
    ...addresses.flatMap((address) => {
      const dictionary = differences ? dictionaryOf(address) : undefined
      return dictionary ? [`  "1 ${address}" '${headerOf(dictionary)}';`] : []
    }),
    '}',
  ]
  return [
    ...map('use_as_dictionary', '""', ({ value }) => value),
    ...map('page_cache_control', 'no-cache', ({ cacheControl }) => cacheControl),
  ].join('\n')
}

function pageRule(
  release: string,
  address: string,
  file: StaticFile,
  { cache, differences = false }: MadeFrom,
): string {
  const { headers, etag } = file.answer
  const mayDiffer = differences && file.isPage && mayDifferAt(address)
  // What Cloudflare stores has headers of the service; the file goes out only while no replica answers.
  const isStored = cache === 'cloudflare' && dictionaryOf(address) !== undefined
  const isDictionary = differences && !isStored && dictionaryOf(address) !== undefined
  const takesService = isStored ? '$without_difference = ""' : '$takes_difference'
  const toService = [
    // Addresses with a query string or in another spelling.
    `$request_uri != "${address}"`,
    '$request_method !~ "^(GET|HEAD)$"',
    ...(file.isPage ? ['$http_save_data ~* on', `$http_cookie ~ "${dataSaverCookie}=on"`] : []),
    ...(findRoute(address)?.hasReaderPage ? [`$http_cookie ~ "${sessionCookie}"`] : []),
  ]
  return [
    `location = ${address} {`,
    ...toService.map((condition) => `  if (${condition}) { return 418; }`),
    ...(mayDiffer ? [`  if (${takesService}) { return 421; }`] : []),
    `  set $page "${address}";`,
    `  root releases/${release}/client;`,
    `  try_files ${fileOf(address, file)} @service;`,
    `  default_type "${headers['Content-Type']}";`,
    ...(etag ? [] : ['  etag off;']),
    ...addHeaders(headers)
      .filter((line) => !(isDictionary && line.startsWith('add_header Cache-Control ')))
      .map((line) => `  ${line}`),
    ...(isDictionary
      ? [
          '  add_header Cache-Control $page_cache_control;',
          '  add_header Use-As-Dictionary $use_as_dictionary;',
        ]
      : []),
    '  add_header Last-Modified "";',
    '}',
  ].join('\n')
}

function fileOf(address: string, { isPage }: StaticFile): string {
  return isPage ? `${address === '/' ? '/index' : address}.html` : address
}

function addHeaders(headers: object, always = ''): string[] {
  return Object.entries(headers)
    .filter(([name]) => !ownHeaders.includes(name))
    .map(([name, value]) => {
      const text = String(value)
      const quote = text.includes('"') ? "'" : '"'
      // nginx has no escape for `$`; no header contains these characters.
      if (/[\\\r\n$]/.test(text) || text.includes(quote)) {
        throw new Error(`The header ${name} cannot be written as a rule of nginx: ${value}`)
      }
      return `add_header ${name} ${quote}${text}${quote}${always};`
    })
}
