import { readCleared, writeCleared } from './flag.ts'
import { nextId, type Waiting, type WaitingChange } from './store.ts'

/** By id, what this page knew to wait. */
let known = new Map<number, WaitingChange>()
let newest = 0
/** By what is sent, the key under which this page pressed it last. */
const pressed = new Map<string, string>()

const contentOf = ({ url, fields, call }: Waiting) => JSON.stringify([url, fields, call])

/** Where it is pressed again, the one before is not missed. */
export function notePressed(one: Waiting): void {
  const content = contentOf(one)
  pressed.set(content, one.key)
  writeCleared(readCleared().filter((cleared) => cleared.content !== content))
}

const isPressedAgain = (one: Waiting) => (pressed.get(contentOf(one)) ?? one.key) !== one.key

/**
 * Notes what the browser has cleared of what this page knew to wait: ids only grow while the store is the same one, so one
 * that begins again below is another. What was sent or removed leaves the store as it is.
 */
export async function noteCleared(all: readonly WaitingChange[]): Promise<void> {
  const gone = [...known.values()].filter((one) => !all.some(({ id }) => id === one.id))
  if (gone.length > 0 && (await nextId()) <= newest) {
    const missed = gone.filter((one) => !isPressedAgain(one))
    writeCleared([...readCleared(), ...missed.map(describe)])
    newest = 0
  }
  known = new Map(all.map((one) => [one.id, one]))
  newest = Math.max(newest, ...known.keys())
}

function describe(one: Waiting) {
  const { person, account, label } = one
  return { person, account, label, content: contentOf(one) }
}
