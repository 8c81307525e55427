import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What an island calls: a JSON body in place of the fields of a form. */
export type WaitingCall = { method: 'POST' | 'PATCH'; body: Record<string, unknown> }

/** Bytes apart from the file: stores of some browsers lose a Blob. */
export type KeptFile = { name: string; type: string; bytes: ArrayBuffer }

export type Waiting = {
  id?: number
  /** Its `Idempotency-Key`. */
  key: string
  person: string
  account: string
  /** What it does, in words, and to what: what belongs to one step or job is sent in its order. */
  label: string
  group: string
  url: string
  fields: [name: string, value: string | KeptFile][]
  call?: WaitingCall
  /** By the clock of the device, in milliseconds. */
  made: number
  /** Why the server refused it. */
  refused?: string
  /** The field that says yes to what it asks, where it only asks. */
  anyway?: string
}

export type WaitingChange = Waiting & { id: number }

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

/** In the order in which they were made. */
export const listWaiting = () => withStore((db) => db.getAll('waiting') as Promise<WaitingChange[]>)

export const addWaiting = (one: Waiting) => withStore((db) => db.add('waiting', one))

export const changeWaiting = (one: WaitingChange) => withStore((db) => db.put('waiting', one))

export const removeWaiting = (id: number) => withStore((db) => db.delete('waiting', id))
