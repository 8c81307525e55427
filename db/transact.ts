import { prepared } from './sqlite.ts'
import type { Actor, TenantDb, TenantEvent } from './types.ts'

/** One write to one tenant's file. `seq` is the change number that every record and event of it carries. */
export type Tx = {
  readonly db: TenantDb
  readonly accountid: string
  readonly by: Actor
  readonly now: string
  readonly seq: number
  /** Tells the tenant's browsers after the commit; with `userid` only that person's. */
  publish(event: string, args: unknown[], userid?: string): void
  /** Marks that a name, label or right changed which other records show: what was rendered before is stale. */
  invalidateCaches(): void
}

/** A file as whoever writes it has it: its change numbers, and what is told after the commit. */
export type Written = { db: TenantDb; seq: number; referenceVersion: number; events: TenantEvent[] }

/** Runs one write in the caller's transaction, and counts it. */
export function transact<T>(open: Written, accountid: string, by: Actor, now: string, run: (tx: Tx) => T): T {
  const seq = open.seq + 1
  const events: TenantEvent[] = []
  let invalidated = false
  const value = run({
    db: open.db,
    accountid,
    by,
    now,
    seq,
    publish: (event, args, userid) => events.push({ seq, event, args, userid }),
    invalidateCaches: () => {
      invalidated = true
    },
  })
  const referenceVersion = invalidated ? seq : open.referenceVersion
  prepared(open.db, 'UPDATE tenant SET change_seq = ?, catalogue_seq = ?').run([seq, referenceVersion])
  open.seq = seq
  open.referenceVersion = referenceVersion
  open.events.push(...events)
  return value
}
