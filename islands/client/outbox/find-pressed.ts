import type { KeptFile, Waiting, WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'

/** What a button that is pressed again has kept before, since nothing on the page had changed. */
export function findPressed(all: readonly WaitingChange[], made: Waiting): WaitingChange | undefined {
  const last = all.findLast(
    (one) =>
      one.key !== made.key &&
      !one.sending &&
      one.group === made.group &&
      one.person === made.person &&
      one.account === made.account,
  )
  if (!last || isTooOld(last)) return
  return last.url === made.url && isSameContent(last, made) ? last : undefined
}

type Content = Pick<Waiting, 'fields' | 'call'>

/** Cameras give every photo the same name: files are compared by their bytes. */
const isSameContent = (a: Content, b: Content) =>
  JSON.stringify([a.fields, a.call]) === JSON.stringify([b.fields, b.call]) &&
  a.fields.every(([, value], at) => isSameFile(value, b.fields[at]?.[1]))

function isSameFile(a: string | KeptFile, b: string | KeptFile | undefined): boolean {
  if (typeof a === 'string' || !b || typeof b === 'string') return true
  const [left, right] = [new Uint8Array(a.bytes), new Uint8Array(b.bytes)]
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
