import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What one process of an installation tells another, in a text that only they can write. */
export type Sealed = {
  seal(value: object): string
  /** Null for what nobody of us wrote, or wrote too long ago. */
  open<T>(text: string | null): T | null
}

/** They run on one machine, by one clock. */
const VALID_MS = 60_000

export function sealing(secret: string, clock: () => Date): Sealed {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'joblane cells', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    seal(value) {
      const text = Buffer.from(JSON.stringify({ ...value, at: clock().getTime() })).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },
    open<T>(sealed: string | null) {
      if (!sealed) return null
      const [text = '', mark = ''] = sealed.split('.')
      const [given, right] = [Buffer.from(mark, 'base64url'), sign(text)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const { at, ...value } = JSON.parse(Buffer.from(text, 'base64url').toString())
      return Math.abs(clock().getTime() - at) < VALID_MS ? (value as T) : null
    },
  }
}
