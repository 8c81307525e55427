import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { Problem } from '#server/errors.ts'
import {
  type IssueContext,
  isStillTrue,
  issuing,
  type PlanMade,
  type PlannedDocument,
  planNumber,
  Stale,
  takePlannedNumber,
} from './issue-document.ts'
import { seriesName } from './numbering.ts'

type Numbered = { number?: string }
type Plan<P> = (db: TenantDb, viewer: Viewer, now: Date) => P

/** Documents that are planned, of which all that are not refused are being printed. */
export type Group<Row, P> = PlanMade & {
  rows: readonly { row: Row; plan: Plan<P>; planned: P | Problem }[]
  /** Undefined where they could not be printed together. */
  bytes: Promise<readonly Uint8Array[] | undefined>
}

type Context<Snapshot> = Omit<IssueContext<Snapshot>, 'print'> & {
  printMany(snapshots: readonly Snapshot[]): Promise<Uint8Array[]>
}

/** Others wait this long at most while a group is planned. */
const SLICE_MS = 15

/** Of the rows as many as are planned in time. `earlier`: the group that takes its numbers before this one. */
export function planGroup<Snapshot extends Numbered, Row, P extends PlannedDocument<Snapshot>>(
  { now, read, seq, printMany }: Context<Snapshot>,
  rows: readonly Row[],
  planOf: (row: Row) => Plan<P>,
  earlier?: Group<Row, P>,
): Group<Row, P> {
  const taken = new Map<string, number>()
  const take = ({ kind, organisationid }: P) => {
    const series = seriesName(kind, organisationid)
    const ahead = taken.get(series) ?? 0
    taken.set(series, ahead + 1)
    return ahead
  }
  for (const { planned } of earlier?.rows ?? []) if (!(planned instanceof Problem)) take(planned)
  const group = read((db, viewer) => {
    const [at, until] = [now(), performance.now() + SLICE_MS]
    const planOne = (row: Row) => {
      const plan = planOf(row)
      const one = refusalOr(() => plan(db, viewer, at))
      if (one instanceof Problem) return { row, plan, planned: one }
      const next = planNumber(db, one.kind, one.organisationid, take(one))
      return { row, plan, planned: { ...one, ...next, snapshot: { ...one.snapshot, number: next.number } } }
    }
    const planned: ReturnType<typeof planOne>[] = []
    for (const row of rows) if (planned.length === 0 || performance.now() < until) planned.push(planOne(row))
    return { viewer, at, seq: seq() + (earlier ? 2 : 1), rows: planned }
  })
  const snapshots = group.rows.flatMap(({ planned }) => (planned instanceof Problem ? [] : planned.snapshot))
  return {
    ...group,
    bytes: snapshots.length > 0 ? printMany(snapshots).catch(() => undefined) : Promise.resolve([]),
  }
}

/**
 * All in one transaction. Each is planned again in it as by `issueDocument`, unless the plans are still true.
 * @returns false where one was planned otherwise meanwhile or could not be stored: then nothing is
 */
export function storeGroup<Snapshot, Row, P extends PlannedDocument<Snapshot>>(
  { accountid, write }: Context<Snapshot>,
  group: Group<Row, P>,
  store: (tx: Tx, row: Row, planned: P, bytes: Uint8Array) => void,
  refuse: (tx: Tx, row: Row, why: Problem) => void,
): Promise<boolean> {
  return issuing(accountid, async () => {
    const bytes = await group.bytes
    if (!bytes) return false
    try {
      await write((tx, viewer) => {
        const printed = bytes.values()
        const isTrue = isStillTrue(group, tx, viewer)
        for (const { row, plan, planned } of group.rows) {
          const now = isTrue ? planned : refusalOr(() => plan(tx.db, viewer, new Date(tx.now)))
          if (now instanceof Problem !== planned instanceof Problem) throw new Stale()
          if (now instanceof Problem) {
            refuse(tx, row, now)
            continue
          }
          const own = printed.next().value
          if (!own || !Bun.deepEquals(now, planned)) throw new Stale()
          takePlannedNumber(tx.db, now)
          store(tx, row, now, own)
        }
      })
      return true
    } catch (error) {
      if (error instanceof Stale || error instanceof Problem) return false
      throw error
    }
  })
}

function refusalOr<T>(plan: () => T): T | Problem {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
