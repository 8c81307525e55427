import { organisationById } from '#db/queries/documents.ts'
import { peekNumber, peekNumbers, takeNumber } from '#db/queries/sequences.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Acting } from '#server/acting.ts'
import { formatNumber, type NumberedKind, seriesName } from '#server/documents/numbering.ts'
import { Problem } from '#server/errors.ts'
import { MINUTE_MS } from '#server/instants.ts'
import { mutex } from '#server/mutex.ts'

export type PlannedDocument<Snapshot> = {
  kind: NumberedKind
  organisationid: string
  series: number
  number: string
  snapshot: Snapshot
}

export type IssueContext<Snapshot> = {
  accountid: string
  now(): Date
  /** The last change of the account's file. */
  seq(): number
  read<T>(run: (db: TenantDb, viewer: Viewer) => T): T
  write<T>(run: (tx: Tx, viewer: Viewer) => T): Promise<T>
  print(snapshot: Snapshot): Promise<Uint8Array>
}

export const issueContext = <Snapshot>(
  { person: { accountid }, services: { tenants }, now, read, write }: Acting,
  print: IssueContext<Snapshot>['print'],
): IssueContext<Snapshot> => ({
  ...{ accountid, now, read, write, print },
  seq: () => tenants.position(accountid).seq,
})

/** One after another by account, so that no number that is planned is taken meanwhile. */
export const issuing = mutex()

const ATTEMPTS = 5

/** What is stored would be another than what was printed. */
export class Stale extends Error {}

/**
 * Number, snapshot and PDF in one transaction (decision D4). A transaction must not wait for the printer, so the
 * document is planned and printed first. Where anything was saved meanwhile, the rights are others or a new day may have
 * begun, it is planned again inside it, and is issued only if both plans are the same.
 * @throws what `plan` throws; 503 when something kept changing
 */
export const issueDocument = <Snapshot, P extends PlannedDocument<Snapshot>, T>(
  context: IssueContext<Snapshot>,
  plan: (db: TenantDb, viewer: Viewer, now: Date) => P,
  store: (tx: Tx, planned: P, bytes: Uint8Array, viewer: Viewer) => T,
): Promise<T> =>
  issueDocuments(
    context,
    (db, viewer, now) => [plan(db, viewer, now)],
    (tx, [one], viewer) => {
      if (!one) throw new Stale()
      return store(tx, one.planned, one.bytes, viewer)
    },
  )

/** As many as are planned, all or none; each is planned with the number that it will have among them. */
export function issueDocuments<Snapshot, P extends PlannedDocument<Snapshot>, T>(
  { accountid, now: clock, seq, read, write, print }: IssueContext<Snapshot>,
  plan: (db: TenantDb, viewer: Viewer, now: Date) => readonly P[],
  store: (tx: Tx, issued: readonly { planned: P; bytes: Uint8Array }[], viewer: Viewer) => T,
): Promise<T> {
  async function attempt(): Promise<T> {
    const made = read((db, viewer) => {
      const at = clock()
      return { viewer, at, seq: seq() + 1, planned: unlessRefused(() => plan(db, viewer, at)) }
    })
    const { planned } = made
    const printed = planned && (await Promise.all(planned.map(({ snapshot }) => print(snapshot))))
    return write((tx, viewer) => {
      const now = planned && isStillTrue(made, tx, viewer) ? planned : plan(tx.db, viewer, new Date(tx.now))
      if (!printed || !Bun.deepEquals(now, planned)) throw new Stale()
      for (const one of now) takePlannedNumber(tx.db, one)
      return store(
        tx,
        now.map((one, at) => ({ planned: one, bytes: printed[at] as Uint8Array })),
        viewer,
      )
    })
  }
  return issuing(accountid, async () => {
    for (let left = ATTEMPTS; left > 0; left--) {
      const done = await attempt().catch(staleness)
      if (!(done instanceof Stale)) return done
    }
    throw new Problem(
      503,
      'This kept changing while it was being issued, so nothing was issued and no number was used. Please try again.',
      { code: 'changing', retryafter: 1 },
    )
  })
}

/** `seq`: the change in which it is stored, if nothing else is saved before. */
export type PlanMade = { viewer: Viewer; at: Date; seq: number }

/** Nothing was saved since a plan was made, the rights are the same, and no new day began: made anew it is the same. */
export const isStillTrue = ({ viewer, at, seq }: PlanMade, tx: Tx, now: Viewer): boolean =>
  tx.seq === seq && isSameQuarterHour(at, new Date(tx.now)) && Bun.deepEquals(now, viewer)

const QUARTER_MS = 15 * MINUTE_MS

/** Wherever one is: all zones are quarters of an hour apart, so a day begins at one of them only. */
const isSameQuarterHour = (one: Date, other: Date) =>
  Math.floor(one.getTime() / QUARTER_MS) === Math.floor(other.getTime() / QUARTER_MS)

/** A refusal is left to the transaction: only there is a repeated request known for what it is and answered as before. */
function unlessRefused<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
}

function staleness(error: unknown): Stale {
  if (error instanceof Stale) return error
  throw error
}

/** @throws Stale where others took more or fewer meanwhile than were planned before it */
export function takePlannedNumber(
  db: TenantDb,
  { kind, organisationid, series }: Pick<PlannedDocument<unknown>, 'kind' | 'organisationid' | 'series'>,
) {
  if (takeNumber(db, seriesName(kind, organisationid)) !== series) throw new Stale()
}

/** `ahead`: how many are planned before it. */
export function planNumber(db: TenantDb, kind: NumberedKind, organisationid: string, ahead = 0) {
  const series = peekNumber(db, seriesName(kind, organisationid)) + ahead
  const prefix = organisationById(db, organisationid)?.prefix ?? ''
  return { kind, organisationid, series, number: formatNumber(kind, prefix, series) }
}

/** By the id of the organisation that would issue. */
export function planNumbers(db: TenantDb, kind: NumberedKind): Record<string, string> {
  const planned = peekNumbers(db, seriesName(kind, '')).map(
    ({ id, prefix, next }) => [id, formatNumber(kind, prefix ?? '', next ?? 1)] as const,
  )
  return Object.fromEntries(planned)
}
