import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DkimKey } from './integrations.ts'

const leastBits = 1024

/** Throws with a message for operators when the file holds no key that mails can be signed with. */
export async function readDkimKey({
  keyFile,
  ...rest
}: {
  domain: string
  selector: string
  keyFile: string
}): Promise<DkimKey> {
  const expected = `DKIM_KEY_FILE is ${JSON.stringify(keyFile)}, expected the file of an RSA private key in PEM`
  const privateKey = await readFile(keyFile, 'utf8').catch((error: { code?: string }) => {
    throw new Error(`${expected}: it cannot be read (${error.code})`)
  })
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey)
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits) {
      return { ...rest, privateKey }
    }
  } catch {
    // Told below, as another kind of key is.
  }
  throw new Error(expected)
}
