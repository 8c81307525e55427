import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ChangedRecord } from '#views/ui/outbox.tsx'

/** What an island calls: a JSON body in place of the fields of a form. */
export type WaitingCall = { method: 'POST' | 'PATCH'; body: Record<string, unknown> }

/** Bytes apart from the file: stores of some browsers lose a Blob. */
export type KeptFile = { name: string; type: string; bytes: ArrayBuffer }

/** `drawn`: the value is strokes of a signature. */
export type Entered = { label: string; name?: string; value: string | KeptFile; drawn?: boolean }

export type Waiting = {
  id?: number
  /** Its `Idempotency-Key`. */
  key: string
  person: string
  account: string
  /** What it does, in words, and to what: what belongs to one step or job is sent in its order. */
  label: string
  group: string
  /** What else it is done to or for. A version before kept none. */
  of?: readonly ChangedRecord[]
  /** Within its group only what is sent to the same address waits for it, and it for that. */
  apart?: boolean
  /** It starts the time of its group. */
  begins?: boolean
  url: string
  fields: [name: string, value: string | KeptFile][]
  call?: WaitingCall
  /** What was entered, by the labels of its form. */
  entered?: Entered[]
  /** By the clock of the device, in milliseconds; the program's was known to be ahead of it by `clock`. */
  made: number
  clock?: number
  /** Why the server refused it. */
  refused?: string
  /** What it belongs to is not there any more, or not for this person: it is tried again by itself. */
  gone?: boolean
  /** The program failed over this one alone: others go on, and it is tried again by itself. */
  failed?: boolean
  /** The field that says yes to what it asks, where it only asks. */
  anyway?: string
  /** A page has sent it and may still be answered. Never stored. */
  sending?: boolean
}

export type WaitingChange = Waiting & { id: number }

/** What has it in common goes out in its order. */
export const findQueue = ({ group, apart, url }: Waiting) => (apart ? `${group} ${url}` : group)

/** It is not sent again by itself. */
export const isRefused = ({ refused, gone, failed }: Waiting) => refused !== undefined && !gone && !failed

/** Whether the rest of its queue waits for it: what only adds to its group, and is refused, is missed by nothing. */
export const holdsQueue = (one: Waiting) => !(one.apart && isRefused(one))

interface Schema extends DBSchema {
  waiting: { key: number; value: Waiting }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('joblane', 1, {
    upgrade: (db) => void db.createObjectStore('waiting', { keyPath: 'id', autoIncrement: true }),
    blocking: (_current, _next, event) => {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  })
  return opened
}

/** Once more on a new connection: browsers drop one that slept. */
async function withStore<T>(run: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    return await run(await open())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    opened = undefined
    return run(await open())
  }
}

/** The id that the next one would get. */
export const nextId = () =>
  withStore(async (db) => {
    const tried = db.transaction('waiting', 'readwrite')
    const id = await tried.store.add({
      key: '',
      person: '',
      account: '',
      label: '',
      group: '',
      url: '',
      fields: [],
      made: 0,
    })
    tried.abort()
    await tried.done.catch(() => {})
    return id
  })

/** In the order in which they were made. */
export const listWaiting = () => withStore((db) => db.getAll('waiting') as Promise<WaitingChange[]>)

/** Gives its id. Committed at once: the page may be closed before it would be by itself. */
export const addWaiting = (one: Waiting) =>
  withStore(async (db) => {
    const made = db.transaction('waiting', 'readwrite')
    const adding = made.store.add(one)
    made.commit()
    const [id] = await Promise.all([adding, made.done])
    return id
  })

/** Only while it is as it was `seen`: another tab may have sent, changed or removed it. */
export const changeWaiting = (seen: WaitingChange, changed: WaitingChange) =>
  withStore(async (db) => {
    const { store, done } = db.transaction('waiting', 'readwrite')
    const there = await store.get(seen.id)
    if (there?.key === seen.key) await store.put(changed)
    await done
  })

export const findWaiting = (id: number) =>
  withStore((db) => db.get('waiting', id) as Promise<WaitingChange | undefined>)

/** All of them or none. */
export const removeWaiting = (...ids: number[]) =>
  withStore(async (db) => {
    const gone = db.transaction('waiting', 'readwrite')
    const removing = ids.map((id) => gone.store.delete(id))
    gone.commit()
    await Promise.all([...removing, gone.done])
  })
