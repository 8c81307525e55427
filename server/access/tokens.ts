import { randomBytes } from 'node:crypto'

/** A secret to hand out once: 256 random bits, safe in addresses and cookies. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret. The secret has full entropy, so one round of SHA-256 is enough. */
export const hashSecret = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('hex')
