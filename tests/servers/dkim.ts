import { createHash, createVerify } from 'node:crypto'

/** Whether a message's DKIM signature (relaxed/relaxed, RFC 6376) holds, and which headers it covers. */
export function verifyDkim(raw: string, publicKey: string) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw.slice(end + 4)
  const named = headers.map((line) => {
    const at = line.indexOf(':')
    const value = line
      .slice(at + 1)
      .replace(/\r\n(?=[ \t])/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()
    return { name: line.slice(0, at).trim().toLowerCase(), value }
  })
  const signature = named.find(({ name }) => name === 'dkim-signature')?.value ?? ''
  const tags = new Map(
    signature.split(';').map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s/g, '')]
    }),
  )
  const covered = (tags.get('h') ?? '').toLowerCase().split(':')
  const left = [...named]
  const lines = covered.flatMap((name) => {
    const at = left.findLastIndex((header) => header.name === name)
    const [header] = at < 0 ? [] : left.splice(at, 1)
    return header ? [`${name}:${header.value}\r\n`] : []
  })
  const unsigned = signature.replace(/(\bb=)[^;]*$/, '$1').replace(/(;\s*b=)[^;]*(?=;|$)/, '$1')
  const verify = createVerify('RSA-SHA256')
  verify.update(`${lines.join('')}dkim-signature:${unsigned.trim()}`)
  const relaxedBody = `${body
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '')}\r\n`
  const bodyHash = createHash('sha256').update(relaxedBody).digest('base64')
  return {
    isBodySigned: tags.get('bh') === bodyHash,
    isSigned: verify.verify(publicKey, tags.get('b') ?? '', 'base64'),
    covered,
    domain: tags.get('d'),
    selector: tags.get('s'),
  }
}
