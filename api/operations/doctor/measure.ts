import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { readFile, statfs } from 'node:fs/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP } from 'node:net'
import { freemem, totalmem } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Certificate } from './judge.ts'

/** Whoever does not answer by then is silent. */
const silenceMs = 6_000

export async function measureDisk(folder: string) {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return { folder, freeBytes: bavail * bsize, freeNames: files > 0 ? ffree / files : 1 }
}

export async function measureMemory() {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const read = (name: string) => {
    // unchecked pattern: the kernel's own lines.
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)
    return found ? Number(found[1]) * 1024 : undefined
  }
  return {
    totalBytes: read('MemTotal') ?? totalmem(),
    availableBytes: read('MemAvailable') ?? freemem(),
    swapBytes: read('SwapTotal') ?? 0,
    freeSwapBytes: read('SwapFree') ?? 0,
  }
}

export type LookUpHost = (host: string) => Promise<string[]>

/** Asks the DNS alone: /etc/hosts would answer for this machine only. Rejects when the DNS does not answer. */
export const lookUpHost: LookUpHost = async (host) => {
  if (isIP(host)) return [host]
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const isSilent = ({ code }: { code?: string }) => code !== 'ENOTFOUND' && code !== 'ENODATA'
  if (found.length === 0 && failed.some(isSilent)) throw failed.find(isSilent)
  return found
}

/** Rejects when no TLS connection comes about. `ca`: tests only. */
export function readCertificate(origin: string, ca?: string): Promise<Certificate> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      host,
      port: Number(port || 443),
      // An address is no name to ask for.
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca && { ca }),
      rejectUnauthorized: false,
      timeout: silenceMs,
    })
    socket.once('secureConnect', () => {
      const { authorizationError } = socket
      const fault = authorizationError && faultOf(authorizationError as Error | string)
      const { valid_to: endsAt } = socket.getPeerCertificate()
      socket.destroy()
      resolve({ endsAt: new Date(endsAt).toISOString(), fault: fault || undefined })
    })
    socket.once('timeout', () => socket.destroy(new Error('It does not answer')))
    socket.once('error', reject)
  })
}

/** Node names some faults by a code alone, and says of others more than anybody wants to know. */
function faultOf(error: (Error & { code?: string }) | string): string {
  const code = typeof error === 'string' ? error : (error.code ?? error.message)
  if (/SELF_SIGNED/.test(code)) return 'it is signed by itself or by an unknown authority'
  if (/ALTNAME/.test(code)) return 'it is for another name'
  if (/LEAF_SIGNATURE|ISSUER/.test(code))
    return 'the certificates between it and a known authority are missing'
  return code
}

interface Answer {
  status: number
  /** The server's clock, and ours when the answer came. */
  date: string | undefined
  at: number
}

/** Sends nothing that is secret, and so to whoever is there: the certificate is looked at apart. Rejects on silence. */
export function ask(address: string, method: 'HEAD' | 'POST'): Promise<Answer> {
  const request = address.startsWith('https:') ? requestTls : requestPlain
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Ascend doctor' }
    const options = { method, headers, rejectUnauthorized: false, agent: false }
    const asked = request(address, options, (response) => {
      resolve({ status: response.statusCode ?? 0, date: response.headers.date, at: Date.now() })
      response.destroy()
    })
    const late = setTimeout(() => asked.destroy(new Error('It does not answer')), silenceMs)
    asked.once('close', () => clearTimeout(late))
    asked.once('error', reject)
    asked.end(method === 'POST' ? '{}' : undefined)
  })
}

/** The body is without Brotli and gzip. Rejects on silence, and where the body is not packed as its headers say. */
export async function getPage(address: string, headers: Record<string, string>) {
  const request = address.startsWith('https:') ? requestTls : requestPlain
  const signal = AbortSignal.timeout(silenceMs)
  const asked = request(address, { headers, agent: false, signal }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const encoding = response.headers['content-encoding']
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding as 'br' | 'gzip']
  const body: Buffer = unpack?.(bytes) ?? bytes
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}
