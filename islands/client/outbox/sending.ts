import { flagSending, unflagSending } from './flag.ts'
import {
  addWaiting,
  findWaiting,
  listWaiting,
  removeWaiting,
  type Waiting,
  type WaitingChange,
} from './store.ts'

/** Held while a page waits for the answer to the change of that key: it goes with the page, however that ends. */
const LOCK = 'joblane-sending '
type Sending = { written: Promise<void>; over: Promise<void>; end: (isAnswered: boolean) => void }
const own = new Map<string, Sending>()

/** Until it is written, or could not be. */
export const untilWritten = (key: string) => own.get(key)?.written

/** The change of that key was answered, or waits from then on. */
export async function endSending(key: string, isAnswered: boolean): Promise<void> {
  const sending = own.get(key)
  sending?.end(isAnswered)
  await sending?.over
}

/** Keeps a change while this page sends it, until `endSending`. A device that cannot keep it hinders nothing. */
export function keepWhileSending(making: Promise<Waiting>, key: string): Promise<void> {
  // Pressed twice without an answer it is one change, of one key.
  const earlier = own.get(key)
  if (earlier) return earlier.over
  const [answer, writing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isAnswered: boolean | undefined
  const end = (isIt: boolean) => {
    isAnswered ??= isIt
    answer.resolve()
  }
  const keepIt = async () => {
    let id: number | undefined
    try {
      const made = await making
      flagSending(key)
      const isKept = (await listWaiting()).some((one) => one.key === key)
      if (isAnswered === undefined && !isKept) id = await addWaiting(made)
      // Another tab takes off what it does not find.
      flagSending(key)
    } catch (error) {
      console.error(error)
    }
    writing.resolve()
    await answer.promise
    if (isAnswered && id !== undefined) await removeWaiting(id).catch(console.error)
    if (isAnswered) unflagSending(key)
    own.delete(key)
  }
  // Missing where the page came over plain http: another tab may send it, too, which its key makes one.
  const over = navigator.locks ? navigator.locks.request(LOCK + key, keepIt).catch(keepIt) : keepIt()
  own.set(key, { written: writing.promise, over, end })
  return over
}

/**
 * All that is kept, with what a page still has no answer to marked as `sending`. Who sends it holds its lock for longer
 * than the store has it, so that what is there before and after the locks are read, and is not locked, waits.
 */
export async function listKept(): Promise<WaitingChange[]> {
  const before = new Set((await listWaiting()).map(({ id }) => id))
  if (before.size === 0) return []
  const held = await findSending()
  const all = await listWaiting()
  return all.map((one) => (held.has(one.key) || !before.has(one.id) ? { ...one, sending: true } : one))
}

async function findSending(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const keys = held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : []))
  return new Set([...keys, ...own.keys()])
}

/** Held by whichever tab sends or removes what waits under that id. */
const WAITING_LOCK = 'joblane-waiting '
/** Where the page came over plain http there are no locks: this page alone goes by it. */
const held = new Set<number>()

/**
 * Does with a change that waits what nobody else may do at the same time. `busy`: somebody sends or removes it just now,
 * or has changed it; `gone`: it waits no more.
 */
export async function withWaiting<T>(
  { id, key }: WaitingChange,
  act: () => Promise<T>,
): Promise<T | 'busy' | 'gone'> {
  const actOnIt = async () => {
    const there = await findWaiting(id)
    if (!there) return 'gone'
    return there.key === key ? act() : 'busy'
  }
  if (navigator.locks)
    return navigator.locks.request(WAITING_LOCK + id, { ifAvailable: true }, (lock) =>
      lock ? actOnIt() : 'busy',
    )
  if (held.has(id)) return 'busy'
  held.add(id)
  return actOnIt().finally(() => held.delete(id))
}

/** The ids of those that some tab sends just now. */
export async function findGoing(): Promise<ReadonlySet<number>> {
  const { held: locks = [] } = (await navigator.locks?.query()) ?? {}
  const ids = locks.flatMap(({ name = '' }) =>
    name.startsWith(WAITING_LOCK) ? Number(name.slice(WAITING_LOCK.length)) : [],
  )
  return new Set([...ids, ...held])
}

/** Whether a page still waits for the answer to it. */
export const isBeingSent = async ({ key }: Waiting) => (await findSending()).has(key)
