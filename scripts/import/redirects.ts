import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { plainPath } from '#api/http/requests/plain-path.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import type { Report } from './report.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

/** Addresses that a Ghost led elsewhere, which are in no export. */
export interface Redirects {
  /** The older addresses of one. */
  to(address: string): string[]
  /** Returns, after all stories, those that lead to none of them, with what to do. */
  left(): Report['problems']
}

const names = ['redirects.json', 'redirects.yaml', 'redirects.yml']
/** One may lead to another. */
const mostSteps = 5

/** Reads those of a file, or of the one beside the export. Rejects with one readable Error for a file that is none. */
export async function readRedirects(
  beside: string,
  file: string | undefined,
  site: string | undefined,
): Promise<Redirects> {
  const rows = file ? rowsIn(file, await readFile(file, 'utf8')) : await rowsBeside(beside)
  const paths = new Map<string, string>()
  const patterns: { from: string; to: string }[] = []
  for (const { from, to } of rows) {
    const path = pathOf(from)
    if (path) paths.set(path, to)
    else patterns.push({ from, to })
  }
  const target = (to: string) => {
    const isOwn = site && to.startsWith(site.replace(/\/+$/, ''))
    const own = isOwn ? (parseUrl(to)?.pathname ?? to) : to
    return own.startsWith('/') ? plainPath(own.split(/[?#]/)[0] ?? '') : undefined
  }
  const endOf = (to: string) => {
    let end = target(to)
    for (let step = 0; step < mostSteps && end && paths.has(end); step++) {
      end = target(paths.get(end) ?? '')
    }
    return end
  }
  const byTarget = new Map<string, string[]>()
  for (const [from, to] of paths) {
    const end = endOf(to)
    if (end && end !== from) byTarget.set(end, [...(byTarget.get(end) ?? []), from])
  }
  const taken = new Set<string>()
  const inFront = 'lead it on in the server in front'
  return {
    to(address) {
      const led = byTarget.get(address) ?? []
      for (const from of led) taken.add(from)
      return led
    },
    left: () => [
      ...[...paths]
        .filter(([from]) => !taken.has(from))
        .map(([from, to]) => ({
          name: `Redirect ${from}`,
          reason: `leads to ${to}, which is no published story: ${inFront}`,
        })),
      ...patterns.map(({ from, to }) => ({
        name: `Redirect ${from}`,
        reason: `is a pattern, which leads to ${to}: ${inFront}`,
      })),
    ],
  }
}

async function rowsBeside(path: string) {
  for (const name of names) {
    const file = join(dirname(path), name)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return rowsIn(file, text)
  }
  return []
}

/** JSON of Ghost's first versions, or YAML of its later ones. */
function rowsIn(file: string, text: string): { from: string; to: string }[] {
  let read: unknown
  try {
    read = parse(text)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (Array.isArray(read) && read.every(isRow)) return read
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) {
    const byCode = Object.values(read).flatMap((rows) => Object.entries(rows ?? {}))
    const rows = byCode.map(([from, to]) => ({ from, to }))
    if (rows.every(isRow)) return rows
  }
  throw new Error(`${file} is no file of redirects of Ghost.`)
}

function isRow(row: unknown): row is { from: string; to: string } {
  const { from, to } = (row ?? {}) as Record<string, unknown>
  return typeof from === 'string' && typeof to === 'string'
}

/** What is written as a pattern may be one address all the same: `^/old/?$`. */
function pathOf(from: string): string | undefined {
  const plain = from
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\\?\/\?$|\(\?:?\/\)\?$/, '')
    .replace(/\\([/.-])/g, '$1')
  return /[\\^$*+?()[\]{}|]/.test(plain) || !plain.startsWith('/') ? undefined : plainPath(plain)
}
