import { prepared } from './sqlite.ts'
import type { Actor, TenantDb, TenantEvent } from './types.ts'
import { listeningWebhooks, queueWebhookEvents } from './webhook-events.ts'

export type Tx = {
  readonly db: TenantDb
  readonly accountid: string
  readonly by: Actor
  readonly now: string
  /** When it reached us, of what waited on a device: `now` is when it was made there. */
  readonly arrived?: string
  readonly seq: number
  publish(event: string, args: unknown[], userid?: string): void
  invalidateCaches(): void
}

export type CommittedWrite = {
  db: TenantDb
  seq: number
  referenceVersion: number
  /** The number of its placement, without which nothing is committed. */
  cellepoch: number
  events: TenantEvent[]
}

/** Another process serves the file by now: what this one still had to write is refused. */
export class Superseded extends Error {
  constructor(accountid: string) {
    super(`account ${accountid} is served by another process by now`)
  }
}

export function transact<T>(
  open: CommittedWrite,
  accountid: string,
  by: Actor,
  now: string,
  run: (tx: Tx) => T,
): T {
  const seq = open.seq + 1
  const events: TenantEvent[] = []
  let invalidated = false
  const tx: Tx = {
    db: open.db,
    accountid,
    by,
    now,
    seq,
    publish: (event, args, userid) => events.push({ seq, event, args, userid }),
    invalidateCaches: () => {
      invalidated = true
    },
  }
  // Before it: what it changes itself may be undone, and is kept by nobody.
  const listening = listeningWebhooks(open.db)
  const value = writingIn(open.db, () => run(tx))
  queueWebhookEvents(tx, events, listening)
  const referenceVersion = invalidated ? seq : open.referenceVersion
  const { changes } = prepared(
    open.db,
    'UPDATE tenant SET change_seq = ?, catalogue_seq = ? WHERE cell_epoch = ?',
  ).run([seq, referenceVersion, open.cellepoch])
  if (changes === 0) throw new Superseded(accountid)
  open.seq = seq
  open.referenceVersion = referenceVersion
  open.events.push(...events)
  return value
}

const writing = new WeakSet<object>()

/** What is read now may still be undone: it must be kept in no cache. */
export const isWriting = (db: object) => writing.has(db)

function writingIn<T>(db: TenantDb, run: () => T): T {
  writing.add(db)
  try {
    return run()
  } finally {
    writing.delete(db)
  }
}
