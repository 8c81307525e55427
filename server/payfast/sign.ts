import { createHash, timingSafeEqual } from 'node:crypto'

export type Pair = readonly [name: string, value: string]

/** As the provider's PHP does before hashing: a space is `+`, escapes have capital hex, `~` is one. */
export const encodeValue = (value: string) =>
  encodeURIComponent(value.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export const paramString = (pairs: readonly Pair[]) =>
  pairs.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&')

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const withPassphrase = (text: string, passphrase: string) =>
  passphrase ? `${text}&passphrase=${encodeValue(passphrase)}` : text

/** In the order that the fields are documented in, trimmed, without the empty ones. */
export function formSignature(fields: readonly Pair[], passphrase: string): string {
  const given = fields
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return md5(withPassphrase(paramString(given), passphrase))
}

/** Every field before `signature` in the order received, empty ones included. */
export const notificationSignature = (pairs: readonly Pair[], passphrase: string): string =>
  md5(withPassphrase(paramString(signedPart(pairs)), passphrase))

export function signedPart(pairs: readonly Pair[]): readonly Pair[] {
  const end = pairs.findIndex(([name]) => name === 'signature')
  return end < 0 ? pairs : pairs.slice(0, end)
}

/** Headers, query and body with the passphrase among them, sorted by name. */
export function callSignature(values: Record<string, string>, passphrase: string): string {
  const all = Object.entries({ ...values, passphrase })
  return md5(paramString(all.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** In a time that tells nothing of where they differ. */
export function sameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
