import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findRoute } from '#api/http/find-route.ts'
import { dataSaverCookie, sessionCookie } from '#api/http/request-context.ts'
import { strictHeadersFor } from '#api/http/security-headers.ts'
import type { MadeFrom } from './releases.ts'
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
  await writeFile(join(rules, 'pages.conf'), nginxRules(basename(folder), files))
  await writeFile(
    join(rules, 'answers.conf'),
    addHeaders(strictHeadersFor(madeFrom.publicUrl), ' always').join('\n'),
  )
}

/** A rule for each file; everything else goes to the service. */
function nginxRules(release: string, files: Map<string, StaticFile>): string {
  return [...files]
    .filter(([address]) => plainAddress.test(address) && address !== '/404')
    .map(([address, file]) => pageRule(release, address, file))
    .join('\n')
}

function pageRule(release: string, address: string, file: StaticFile): string {
  const { headers, etag } = file.answer
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
    `  set $page "${address}";`,
    `  root releases/${release}/client;`,
    `  try_files ${fileOf(address, file)} @service;`,
    `  default_type "${headers['Content-Type']}";`,
    ...(etag ? [] : ['  etag off;']),
    ...addHeaders(headers).map((line) => `  ${line}`),
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
