import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dataSaverCookie } from '#api/http/data-saver.ts'
import { sessionCookie } from '#api/http/request-context.ts'
import { strictHeadersFor } from '#api/http/security-headers.ts'
import type { MadeFrom } from './releases.ts'
import { findRoute } from './routes.ts'
import { readStaticFiles, type StaticFile } from './static-files.ts'

// How a release is served, in the words of the front server (deploy/front/nginx.conf): written with each release out of
// the very answers that the service itself gives, and read by the front server together with the release's files.

/** Said by the front server for its own reasons, of each encoding (`Vary` too stands in the rule). */
const itsOwn = ['Content-Type', 'Content-Length', 'Content-Encoding', 'ETag']

/** nginx would take more than letters for something of its own, and an odd address is answered by the service. */
const plainAddress = /^[\w./-]+$/

/** Writes the rules of a release into it, before anybody is served it. */
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

/** A rule for each built file; what none matches, and whatever a rule hands on, goes to the service. */
export function nginxRules(release: string, files: Map<string, StaticFile>): string {
  return [...files]
    .filter(([address]) => plainAddress.test(address) && address !== '/404')
    .map(([address, file]) => pageRule(release, address, file))
    .join('\n')
}

function pageRule(release: string, address: string, file: StaticFile): string {
  const { headers, etag } = file.answer
  const toService = [
    // With a query, or written in another way.
    `$request_uri != "${address}"`,
    '$request_method !~ "^(GET|HEAD)$"',
    ...(file.isPage ? ['$http_save_data ~* on', `$http_cookie ~ "${dataSaverCookie}=on"`] : []),
    ...(findRoute(address)?.hasReaderPage ? [`$http_cookie ~ "${sessionCookie}"`] : []),
  ]
  return [
    `location = ${address} {`,
    ...toService.map((condition) => `  if (${condition}) { return 418; }`),
    // For the log.
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
    .filter(([name]) => !itsOwn.includes(name))
    .map(([name, value]) => {
      // Nothing of ours has them, and nginx has no way to write the last one.
      if (/["\\\r\n$]/.test(String(value))) {
        throw new Error(`The header ${name} cannot be written as a rule of nginx: ${value}`)
      }
      return `add_header ${name} "${value}"${always};`
    })
}
