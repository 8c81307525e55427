import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'

/** What a message is for: one that is overheard is good for nothing else. */
type Purpose = 'hello' | 'hop' | 'ask'

/** What one process of an installation tells another, in a text that only they can write. */
export type MessageSigner = {
  /** @param port the internal one of the process that it is for */
  sign(purpose: Purpose, port: number, value: object): string
  /**
   * Null for what nobody of us wrote, or wrote for another process or purpose, or too long ago, and for what was opened
   * before. @param port our own
   */
  verify<T>(purpose: Purpose, port: number, text: string | null): T | null
}

/** They run on one machine, by one clock. */
const VALID_MS = 60_000

export function createSigner(secret: string, clock: () => Date): MessageSigner {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'joblane cells', 32))
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest()
  const now = () => clock().getTime()
  const isFirst = onceEach(now)
  return {
    sign(purpose, port, value) {
      const said = { value, purpose, port, at: now(), once: randomUUID() }
      const text = Buffer.from(JSON.stringify(said)).toString('base64url')
      return `${text}.${macOf(text).toString('base64url')}`
    },
    verify<T>(purpose: Purpose, port: number, signed: string | null) {
      if (!signed) return null
      const [text = '', mark = ''] = signed.split('.')
      const [given, right] = [Buffer.from(mark, 'base64url'), macOf(text)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const said = JSON.parse(Buffer.from(text, 'base64url').toString())
      if (said.purpose !== purpose || said.port !== port || Math.abs(now() - said.at) >= VALID_MS) return null
      return isFirst(said.once) ? (said.value as T) : null
    },
  }
}

/** Remembers for as long as a message may be valid: from a minute ahead of this clock to a minute behind it. */
function onceEach(now: () => number) {
  let [recent, older] = [new Set<string>(), new Set<string>()]
  let turned = now()
  return (once: string) => {
    const passed = Math.abs(now() - turned)
    if (passed >= 2 * VALID_MS) {
      older = passed >= 4 * VALID_MS ? new Set() : recent
      recent = new Set()
      turned = now()
    }
    if (recent.has(once) || older.has(once)) return false
    recent.add(once)
    return true
  }
}
