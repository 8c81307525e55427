import { INVOICED } from '#db/job-status.ts'
import { findJobPlaces } from '#db/queries/history.ts'
import { sumOurs } from '#db/queries/stock/stock-levels.ts'
import { listScrappedLines } from '#db/queries/work/delivery-events.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readUncharged } from '#server/domains/sales/invoices/consigned.ts'
import { countGoods, type LineGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods, storeLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { countFresh, sendOut } from '#server/domains/sales/invoices/send-goods.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { limit } from '#server/domains/sales/invoices/take-from-rows.ts'
import { invalid } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookDelivered } from './book-delivered.ts'
import { changeConsumed } from './change-consumed.ts'
import type { CheckedDraft } from './check-draft.ts'
import { makesStock } from './consign.ts'

type Leaving = {
  line: Pick<MaterialRow, 'jobid' | 'description' | 'inventoryid' | 'inventoryclass'> & { materialid: string }
  quantity: Quantity
}
/** `quantity`: out of stock again; `mended`: of what was in none; `used`: booked as used, or as made, by its note. `isours`: it goes on consignment; `isinvoiced`: its job was before it. */
export type Redelivered = Leaving & {
  mended: Quantity
  used: Quantity
  ismade: boolean
  isours: boolean
  isinvoiced: boolean
  before: LineGoods
  after: LineGoods
}

/** Of what a note is about to deliver, or to lay at the client’s on consignment, what had come back. */
export function findRedelivered(db: TenantDb, leaving: readonly Leaving[], isours: boolean): Redelivered[] {
  const goodsOf = readLineGoods(
    db,
    leaving.map(({ line }) => line.materialid),
  )
  const invoiced = findInvoiced(db, leaving)
  const unchargedOf = readUncharged(db, [...invoiced])
  return leaving.flatMap(({ line, quantity }) => {
    const before = goodsOf.get(line.materialid)
    if (!before) return []
    const ismade = makesStock(line)
    // What is used is no more in stock, and cannot lie there.
    const fresh = ismade ? countFresh(before) : 0
    const { redelivered, mended, unbooked, after } = sendOut(before, quantity, isours ? fresh : undefined)
    // Once all is invoiced, nobody else can say that it was used or made. What came back unsold is made, and in our own store.
    const isinvoiced = invoiced.has(line.jobid)
    const here = limit(unchargedOf(line.materialid).kept - countGoods(before).instock)
    const isBooked = isinvoiced && (ismade || !isours)
    const used = isBooked ? limit(unbooked - (ismade ? here : 0)) : 0
    // At a fixed price others may be charged in place of what was credited.
    const isCharged = after.credits.some((row) => !before.credits.includes(row))
    if (redelivered + mended + used === 0 && !isCharged) return []
    const amounts = {
      quantity: asQuantity(redelivered),
      mended: asQuantity(mended),
      used: asQuantity(used),
    }
    return [{ line, ismade, isours, isinvoiced, before, after, ...amounts }]
  })
}

/** Of each line, what its note books as made. */
export const madeByNote = (again: readonly Redelivered[]): ReadonlyMap<string, Quantity> =>
  new Map(again.flatMap(({ line, ismade, used }) => (ismade ? [[line.materialid, used]] : [])))

/** The jobs of some lines that are invoiced. */
function findInvoiced(db: TenantDb, lines: readonly { line: { jobid: string } }[]): ReadonlySet<string> {
  const jobids = [...new Set(lines.map(({ line }) => line.jobid))]
  if (jobids.length === 0) return new Set()
  return new Set(findJobPlaces(db, jobids).flatMap(({ id, status }) => (status === INVOICED ? [id] : [])))
}

const REDELIVERED =
  'UPDATE delivery_lines SET redelivered = ?, mended = ? WHERE deliveryid = ? AND materialid = ?'

const REPLACED = 'UPDATE materials SET replaced = ? WHERE id = ?'

/**
 * What came back and goes out again leaves stock again and is charged, unless it was not credited yet (decision 250). What the job
 * made moves by `settleDeparted`. What of an invoiced job nobody had booked as used or made is so by its note. On consignment it is charged once it is sold, and what is mended is in stock again. Gives what to say of stock that it took below zero.
 * @throws as `changeConsumed`
 */
export function redeliver(
  tx: Tx,
  viewer: Viewer,
  again: readonly Redelivered[],
  { id, number }: { id: string; number: string },
): string[] {
  if (again.length === 0) return []
  storeLineGoods(tx, again)
  for (const { line, before, after } of again)
    if (after.replaced !== before.replaced) prepared(tx.db, REPLACED).run([after.replaced, line.materialid])
  for (const { line, quantity, mended } of again)
    prepared(tx.db, REDELIVERED).run([quantity, mended, id, line.materialid])
  const used = again.filter(({ ismade }) => !ismade)
  const leaves = used.filter(({ isours, quantity }) => !isours && quantity > 0)
  const comes = used.flatMap(({ line, isours, mended }) =>
    isours && mended > 0 ? [{ line, quantity: mended }] : [],
  )
  const first = again.flatMap((one) => (one.used > 0 ? [{ line: one.line, quantity: one.used }] : []))
  return [
    ...changeUsed(tx, viewer, comes, { way: -1, note: `On consignment by ${number}` }),
    ...bookDelivered(tx, first, { note: `Delivered by ${number}` }),
    ...changeUsed(tx, viewer, leaves, { way: 1, note: `Delivered again by ${number}` }),
  ]
}

/**
 * What was scrapped is replaced from stock, so others have to be there: whatever is made after its note is beyond what was ordered. Once its
 * job is invoiced, no more is finished on it.
 * @throws 400 by field
 */
export function checkReplaceable(tx: Tx, { lines }: CheckedDraft, again: readonly Redelivered[]) {
  const leaving = again.filter(({ ismade, quantity }) => ismade && quantity > 0)
  const scrapped = new Set(
    listScrappedLines(
      tx.db,
      leaving.map(({ line }) => line.materialid),
    ),
  )
  // What came back whole is there, however little others left of its item.
  const made = leaving.filter(({ line }) => scrapped.has(line.materialid))
  const ours = sumOurs(
    tx.db,
    made.flatMap(({ line }) => line.inventoryid ?? []),
  )
  const short = new Map(
    made
      .filter(({ line }) => (ours.get(line.inventoryid ?? '') ?? 0) < 0)
      .map((one) => [one.line.materialid, one]),
  )
  const refused = lines.flatMap(({ goods: { line, reference } }, at) => {
    const one = short.get(line.id)
    if (!one) return []
    const what = `There is not enough of ${line.description} in stock`
    const said = one.isinvoiced
      ? `${what}, and job ${reference} is invoiced, so no more is finished on it: finish it on another job, then issue this note.`
      : `${what} to replace what came back: finish it on job ${reference}, then issue this note.`
    return [[`lines.${at}.quantity`, said]]
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}

const changeUsed = (
  tx: Tx,
  viewer: Viewer,
  chosen: Parameters<typeof changeConsumed>[2],
  booked: { way: 1 | -1; note: string },
) =>
  chosen.length === 0
    ? []
    : changeConsumed(tx, viewer, chosen, { ...booked, storageid: null, invoiced: true })

/**
 * What is charged again, or by this note for the first time, reopens its job, as what is credited does, and so does what a job made that
 * had come back unsold. `before`: what was charged to nobody before the note was issued; none of goods on consignment, which are charged
 * once they are sold, and hold their job open until then. Gives what to say of jobs that are to be invoiced again.
 */
export function reopenDelivered(
  tx: Tx,
  { lines }: CheckedDraft,
  again: readonly Redelivered[],
  before: ReturnType<typeof readUncharged> | undefined,
): string[] {
  const own = lines.map(({ goods }) => goods)
  const opened = before ? listTakenAgain(tx.db, own, before) : [...findInvoiced(tx.db, own)]
  const jobids = [...again.map(({ line }) => line.jobid), ...opened]
  const wasInvoiced = findInvoiced(tx.db, own)
  for (const jobid of new Set(jobids)) settleJob(tx, jobid)
  const isInvoiced = findInvoiced(tx.db, own)
  const due = before ? [...wasInvoiced].filter((jobid) => !isInvoiced.has(jobid)) : []
  return due.map((jobid) => {
    const { reference } = own.find(({ line }) => line.jobid === jobid) as (typeof own)[number]
    return `Job ${reference} is to be invoiced again: this note delivers what no invoice charges.`
  })
}

/** The jobs of lines of which less is back unsold than `before`. */
function listTakenAgain(
  db: TenantDb,
  goods: readonly { line: { id: string; jobid: string } }[],
  before: ReturnType<typeof readUncharged>,
): string[] {
  const now = readUncharged(db, [...new Set(goods.map(({ line }) => line.jobid))])
  return goods.flatMap(({ line: { id, jobid } }) => (now(id).kept < before(id).kept ? [jobid] : []))
}
