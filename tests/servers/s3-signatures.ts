import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Signatures as S3 asks for them (AWS Signature Version 4, in the header), because s3rver lets everything pass.

const maxSkewMs = 15 * 60_000

/** What S3 would answer instead, by its own name; undefined when the request is signed with this key. */
export function faultOfSignature(
  { method = '', url = '', headers, rawHeaders }: IncomingMessage,
  keys: { accessKey: string; secretKey: string },
): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return 'AccessDenied'
  const [, accessKey, day = '', region = '', names = '', signature = ''] = match
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const sent = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!time.startsWith(day) || !(Math.abs(Date.now() - sent) < maxSkewMs))
    return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name.startsWith('x-amz-'),
  )
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied'

  const [path = '', query = ''] = url.split('?')
  const valuesOf = (name: string) =>
    rawHeaders
      .filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
      .map((value) => value.trim().replace(/ +/g, ' '))
      .join(',')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${valuesOf(name)}`),
    '',
    names,
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretKey}`,
  )
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
  return isRight ? undefined : 'SignatureDoesNotMatch'
}

/** Calls `refuse` before the end of a body that is not the one that was signed. */
export function checkBody(request: IncomingMessage, refuse: () => void) {
  const signed = request.headers['x-amz-content-sha256']
  if (!signed || signed === 'UNSIGNED-PAYLOAD') return
  const hash = createHash('sha256')
  const push = request.push.bind(request)
  request.push = (piece: Buffer | null) => {
    if (piece) hash.update(piece)
    else if (hash.digest('hex') !== signed) refuse()
    return push(piece)
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
