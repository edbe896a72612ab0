import { brotliCompressSync, gzipSync } from 'node:zlib'
import { etagOf, toAnswer } from '#api/http/answers/respond.ts'
import type { RenderedPage } from '#api/pages/building/astro-adapter.ts'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import type { StaticFile } from '#api/pages/static-files.ts'

const html = 'text/html; charset=utf-8'
export const policy = { 'content-security-policy': "default-src 'self'" }
/** The headers that Astro sends with a page. */
export const renderedHeaders = { 'content-type': html, ...policy }

/** A file of a release, as it is held in memory. */
export function aStaticFile(text: string, { type = html, isImmutable = false } = {}): StaticFile {
  const body = Buffer.from(text)
  const isPage = type === html
  const headers = {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    ...policy,
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: isPage ? 'Accept-Encoding, Save-Data' : 'Accept-Encoding',
  }
  const compressed = { br: brotliCompressSync(body), gzip: gzipSync(body) }
  const etag = isImmutable ? undefined : etagOf(body)
  return { isPage, answer: toAnswer({ headers, body, etag, compressed, isCompressible: false }) }
}

/** A site with the given files, whose other pages are rendered by `render`. */
export function aSite(
  files: Record<string, StaticFile> = {},
  render: (url: string) => Promise<RenderedPage | undefined> | RenderedPage | undefined = () =>
    undefined,
  id = 'one',
): LoadedSite {
  return {
    id,
    madeFrom: { siteId: '', version: 0 },
    files: new Map(Object.entries(files)),
    render: async (url) => render(url),
  }
}
