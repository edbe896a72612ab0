import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What a sealed text belongs to; it opens nowhere else. Each use has a key of its own. */
interface Place {
  use: 'business settings' | 'follow links'
  name: string
  version: number
}

const sizes = { key: 32, nonce: 12, tag: 16 }
const keyOf = (secret: Uint8Array, { use }: Place) =>
  Buffer.from(hkdfSync('sha256', secret, '', use, sizes.key))
const boundTo = ({ name, version }: Place) => Buffer.from(`${name}\n${version}`)

/** AES-256-GCM: nonce, tag, and the text that nobody reads without `secret`. */
export function seal(secret: Uint8Array, place: Place, text: string): Buffer {
  const nonce = randomBytes(sizes.nonce)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, place), nonce).setAAD(boundTo(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined for what another secret sealed, or what was sealed for another place. */
export function unseal(secret: Uint8Array, place: Place, sealed: Uint8Array): string | undefined {
  const [nonce, tag, text] = [
    sealed.subarray(0, sizes.nonce),
    sealed.subarray(sizes.nonce, sizes.nonce + sizes.tag),
    sealed.subarray(sizes.nonce + sizes.tag),
  ]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, place), nonce, {
      authTagLength: sizes.tag,
    })
    decipher.setAAD(boundTo(place)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
