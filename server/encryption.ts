import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Encryption = {
  encrypt(text: string): string
  /** @throws when the text was encrypted under another key, or changed. */
  decrypt(encrypted: string): string
}

const NONCE = 12
const TAG = 16

export function createEncryption(secret: string): Encryption {
  // The words are part of the key: other words could not read what is stored.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'joblane seal', 32))
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
