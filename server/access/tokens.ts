import { randomBytes } from 'node:crypto'

/** 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What a key begins with, so that a scanner for leaked secrets knows it. */
export const API_KEY_PREFIX = 'joblane_'

/** The secret has full entropy, so one round of SHA-256 is enough. */
export const hashSecret = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('hex')
