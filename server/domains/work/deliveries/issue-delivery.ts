import { eq } from 'drizzle-orm'
import { listDepartingLines } from '#db/queries/stock/departures.ts'
import type { DeliveryLineRow } from '#db/queries/work/delivery-lines.ts'
import { deliveries, delivery_pdfs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { readUncharged } from '#server/domains/sales/invoices/consigned.ts'
import { pieceKinds, recordRowsOfLines } from '#server/domains/work/jobs/line-history.ts'
import { recordHistory } from '#server/history.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatQuantity } from '#views/format.ts'
import type { CheckedDraft, DraftInput } from './check-draft.ts'
import { checkInvoiced, checkUnused, moveDescriber, movesStock, moveToClient } from './consign.ts'
import { checkShort } from './find-short.ts'
import { recordOnJobs } from './record-delivery.ts'
import {
  checkReplaceable,
  findRedelivered,
  madeByNote,
  type Redelivered,
  redeliver,
  reopenDelivered,
} from './redeliver.ts'
import { checkNewDelivery, type DeliveryDraft, readDraftWith } from './save-draft.ts'
import { type DeliverySnapshot, planSnapshot } from './snapshot.ts'

type PlannedDelivery = PlannedDocument<DeliverySnapshot> & {
  id: string
  draft: CheckedDraft
  /** The lines of the note, where others were given. */
  before?: DeliveryLineRow[]
  /** What of it is not there, in words. */
  short: string[]
  /** What of it had come back. Found with the plan, since the transaction holds up everybody else. */
  again: Redelivered[]
}

/** `given`: what is saved of the draft along with its number. @throws as `readDraftWith` and `checkShort` */
export function planDelivery(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  now: Date,
  given: DeliveryDraft,
): PlannedDelivery {
  const { draft, own, before } = readDraftWith(db, viewer, id, given)
  return { ...planOf(db, id, draft, { now, own }), before: given.lines && before }
}

/** Of a note that is made with it. @throws as `checkNewDelivery` and `checkShort` */
export const planNewDelivery = (db: TenantDb, viewer: Viewer, id: string, now: Date, input: DraftInput) =>
  planOf(db, id, checkNewDelivery(db, viewer, input), { now, own: new Map() })

type Planning = { now: Date; own: ReadonlyMap<string, Quantity> }

function planOf(db: TenantDb, id: string, draft: CheckedDraft, { now, own }: Planning): PlannedDelivery {
  const next = planNumber(db, 'deliverynote', draft.organisation)
  const snapshot = planSnapshot(db, id, draft, todayIn(readZone(db), now))
  const leaving = draft.lines.map(({ goods: { line }, quantity }) => ({
    line: { ...line, materialid: line.id },
    quantity,
  }))
  const again = findRedelivered(db, leaving, draft.storageid !== null)
  const short = checkShort(db, draft, own, madeByNote(again))
  return { ...next, id, draft, short, again, snapshot: { ...snapshot, number: next.number } }
}

/** Of a note that is stored as planned. Gives what to say of stock that it took below zero, and of jobs that are to be invoiced again. @throws as `checkUnused`, `checkInvoiced`, `checkReplaceable` and `settleDeparted` */
export function storeDelivery(
  tx: Tx,
  viewer: Viewer,
  { id, draft, again, number, series, snapshot }: PlannedDelivery,
  bytes: Uint8Array,
): string[] {
  const jobids = [...new Set(draft.lines.map(({ goods }) => goods.line.jobid))]
  const uncharged = draft.storageid ? undefined : readUncharged(tx.db, jobids)
  const made = draft.storageid ? listDepartingLines(tx.db, jobids) : []
  const version = tx.db.select().from(deliveries).where(eq(deliveries.id, id)).get()?.version ?? 0
  tx.db
    .update(deliveries)
    .set({
      state: 'issued',
      number,
      series,
      date: snapshot.date,
      issuedutc: tx.now,
      updatedutc: tx.now,
      snapshot: JSON.stringify(snapshot),
      version: version + 1,
    })
    .where(eq(deliveries.id, id))
    .run()
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  tx.db
    .insert(delivery_pdfs)
    .values({ deliveryid: id, bytes: Buffer.from(bytes), sha256 })
    .run()
  if (draft.storageid) checkUnused(tx, id, draft, again)
  const said = redeliver(tx, viewer, again, { id, number })
  checkInvoiced(tx, made, draft, again)
  const warnings = [
    ...said,
    ...settleDeparted(tx, jobids, { kind: 'delivery', document: number, mayrefuse: true }),
  ]
  if (draft.storageid) moveToClient(tx, draft, number)
  const reopened = reopenDelivered(tx, draft, again, uncharged)
  checkReplaceable(tx, draft, again)
  recordHistory(tx, 'deliveries', id, [
    { field: 'state', oldvalue: 'draft', newvalue: `issued as ${number}` },
  ])
  recordOnJobs(tx, id, jobids, `${number} issued`)
  const describeMove = moveDescriber(tx)
  recordRowsOfLines(
    tx,
    'delivered',
    draft.lines.map(({ goods: { line }, quantity, piece }) => ({
      jobid: line.jobid,
      item: line.description,
      rows: [
        { kind: 'Delivery', old: '', new: `${number}: ${formatQuantity(quantity, line.unit)}` },
        ...(piece ? [{ kind: pieceKinds[2] as string, old: '', new: piece.name }] : []),
        ...(draft.storageid && movesStock(line) ? [describeMove(line.storageid, draft.storageid)] : []),
      ],
    })),
  )
  return [...warnings, ...reopened]
}
