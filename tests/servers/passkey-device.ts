import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Options {
  rpId: string
  origin: string
  /** Whether it counts as hardware keys do; synced passkeys stay at 0. */
  counts?: boolean
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** A device that makes one passkey and signs with it, as an authenticator of WebAuthn level 2 does. */
export function aPasskeyDevice({ rpId, origin, counts = false }: Options) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flags: number, attested: Uint8Array = Buffer.alloc(0)) {
    if (counts) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  return {
    id: id.toString('base64url'),
    /** Of `navigator.credentials.create`. */
    register({ challenge }: { challenge: string }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: an EC2 key for ES256 on P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(0b0100_0101, attested)],
      ])
      return {
        ...common(),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      }
    },
    /** Of `navigator.credentials.get`. */
    sign({ challenge }: { challenge: string }) {
      const data = authenticatorData(0b0000_0101)
      const client = clientData('webauthn.get', challenge)
      const signing = createSign('SHA256').update(Buffer.concat([data, sha256(client)]))
      return {
        ...common(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signing.sign(privateKey).toString('base64url'),
        },
      }
    },
  }

  function common() {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} }
  }
}
