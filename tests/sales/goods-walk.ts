import { randomUUIDv7 } from 'bun'
import { listNoteGoods } from '#db/queries/sales/goods-documents.ts'
import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { takePlannedNumber } from '#server/documents/issue-document.ts'
import { readUnbilled } from '#server/domains/sales/billing/unbilled.ts'
import { jobBillableLines } from '#server/domains/sales/invoices/billable-lines.ts'
import { planCredit, storeCredit } from '#server/domains/sales/invoices/credit-invoice.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import { countGoods, type LineGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { quantityLeft } from '#server/domains/sales/invoices/part.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { readGoodsDocuments } from '#server/domains/sales/invoices/reckon-earlier.ts'
import { replayGoods } from '#server/domains/sales/invoices/replay-goods.ts'
import { addDraft } from '#server/domains/sales/invoices/save-draft.ts'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { findUndeliveredOfJob } from '#server/domains/work/deliveries/find-deliveries.ts'
import { planNewDelivery, storeDelivery } from '#server/domains/work/deliveries/issue-delivery.ts'
import { returnGoods } from '#server/domains/work/deliveries/return-goods.ts'
import { storeNewDelivery } from '#server/domains/work/deliveries/save-draft.ts'
import { sellConsigned } from '#server/domains/work/deliveries/sell-consigned.ts'
import { listToBill } from '#server/domains/work/deliveries/to-bill.ts'
import { jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { Problem } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'

const ONE = asQuantity(1_000_000)
const NO_PDF = new Uint8Array()

/** A line of a job, and where its documents stand. */
export type Walked = { boardid: string; jobid: string; line: string; item: string; theirs: string }
type Documents = {
  notes: { id: string; left: number }[]
  consigned?: string
  invoices: string[]
  /** A document booked as used or made what nobody had. */
  booked?: boolean
}

/**
 * Documents of one piece each, written as the program writes them, without paper. Each has an instant of its own. A step is undone with
 * its savepoint.
 */
export class GoodsWalk {
  documents: Documents = { notes: [], invoices: [] }
  private at: number

  constructor(
    private readonly outer: Tx,
    private readonly viewer: Viewer,
    private readonly of: Walked,
  ) {
    this.at = Date.parse(outer.now)
  }

  /** Runs a step, and what follows it, and takes both back. Gives false where the program refuses the step. */
  within(what: string, then: () => void): boolean {
    const { documents, at } = this
    this.documents = {
      ...documents,
      notes: documents.notes.map((note) => ({ ...note })),
      invoices: [...documents.invoices],
    }
    this.outer.db.run('SAVEPOINT goods')
    try {
      try {
        this.step(what)
      } catch (error) {
        if (error instanceof Problem) return false
        throw error
      }
      then()
      return true
    } finally {
      this.outer.db.run('ROLLBACK TO goods')
      this.outer.db.run('RELEASE goods')
      this.documents = documents
      this.at = at
    }
  }

  step(what: string) {
    this.at += 1000
    const now = new Date(this.at)
    const tx: Tx = { ...this.outer, now: now.toISOString() }
    const { viewer, documents, of } = this
    const kind = what[0] as string
    const before = this.countBooked()
    if (kind === 'n' || kind === 'C') {
      const quantity = what === 'nn' ? asQuantity(2 * ONE) : ONE
      const storageid = kind === 'C' ? of.theirs : null
      const input = { boardid: of.boardid, storageid, lines: [{ materialid: of.line, quantity }] }
      const id = randomUUIDv7()
      const planned = planNewDelivery(tx.db, viewer, id, now, input)
      takePlannedNumber(tx.db, planned)
      storeNewDelivery(tx, planned.draft, id)
      storeDelivery(tx, viewer, planned, NO_PDF)
      if (kind === 'C') documents.consigned = id
      else documents.notes.push({ id, left: quantity })
    } else if (kind === 'I' || kind === 'L' || kind === 'P') {
      const id = addDraft(tx, viewer, of.jobid, { part: this.partOf(what) })
      const planned = planInvoice(tx.db, viewer, id, now)
      takePlannedNumber(tx.db, planned)
      storeInvoice(tx, planned, NO_PDF)
      documents.invoices.push(id)
    } else if (kind === 'u') {
      const [row] = linesByIds(tx.db, [of.line])
      changeLines(tx, [{ id: of.line, consumed: asQuantity((row?.consumed ?? 0) + ONE) }], () => null)
    } else if (kind === 'c') {
      const restock = what.includes('+') || (what.includes('-') ? false : undefined)
      const input = {
        ...{ reason: 'returned' as const, again: what.includes('a') },
        lines: [{ line: 0, quantity: ONE, ...(restock !== undefined && { restock }) }],
      }
      const planned = planCredit(tx.db, viewer, documents.invoices.at(-1) ?? '', input, now)
      takePlannedNumber(tx.db, planned)
      storeCredit(tx, viewer, planned, NO_PDF)
    } else if (kind === 's' || kind === 'r') {
      const id = documents.consigned ?? ''
      const chosen = this.oneOf(id)
      if (kind === 's') sellConsigned(tx, viewer, id, chosen)
      else returnGoods(tx, viewer, id, { returns: chosen })
    } else {
      const note = documents.notes.find(({ left }) => left > 0)
      returnGoods(tx, viewer, note?.id ?? '', {
        ...{ returns: this.oneOf(note?.id ?? ''), restock: kind !== 'd', scrap: kind === 'z' },
      })
      if (note) note.left -= ONE
    }
    const isSaid = 'nCILP'.includes(kind) || (kind === 's' && this.read().ismade)
    if (isSaid && this.countBooked() > before) documents.booked = true
  }

  /** `I` all that is left; `L` one piece, `LL` two; `P3` a third of the price. */
  private partOf(what: string) {
    if (what[0] === 'L') return { lines: [{ materialid: this.of.line, quantity: what.length * ONE }] }
    return what[0] === 'P' ? { percent: Math.round(1_000_000 / Number(what.slice(1))) } : null
  }

  private oneOf(id: string) {
    return listDeliveryLines(this.outer.db, id).map((line) => ({ lineid: line.id, quantity: ONE }))
  }

  /** All that was used, with what of it is in stock again, or made. */
  private countBooked() {
    const { ismade, total } = this.read()
    const [row] = linesByIds(this.outer.db, [this.of.line])
    return ismade ? (row?.consumed ?? 0) : total
  }

  read = () => readLineGoods(this.outer.db, [this.of.line]).get(this.of.line) as LineGoods

  /** What the program says of the line now, in pieces and cents. */
  figures() {
    const { db } = this.outer
    const { jobid, line, item, theirs } = this.of
    const onhand = readOnHand(db, [item]).get(item)
    const there = onhand?.places.find((place) => place.storageid === theirs)?.quantity ?? 0
    const [billable] = jobBillableLines(db, jobid).lines
    const { cost, margin } = jobTotals(db, jobid)
    const billed = readUnbilled(db, this.viewer, {}).find(({ id }) => id === jobid)
    const goods = readLineGoods(db, [line]).get(line)
    const tobill = listToBill(db, jobid)[0]
    const undelivered = findUndeliveredOfJob(db, this.viewer, jobid)
    const left = undelivered.find(({ materialid }) => materialid === line)?.left ?? 0
    return {
      ours: ((onhand?.quantity ?? 0) - there) / ONE,
      theirs: there / ONE,
      next: (billable ? quantityLeft(billable) : 0) / ONE,
      cost: Math.round(cost.actual * 100),
      status: findJobPlace(db, jobid)?.status,
      earned: Math.round((margin.actual + cost.actual) * 100),
      billed: billed && {
        value: billed.value as number,
        tocredit: billed.tocredit as number,
        earned: (billed.margin as number) + Math.round(cost.actual * 100),
      },
      listedcost: costByJob(db, [jobid])(jobid).total as number,
      tocredit: (tobill?.tocredit ?? 0) / ONE,
      left: left / ONE,
      goods: goods && countGoods(goods),
    }
  }

  /**
   * Whether the documents, replayed as those of an older file, come to what the program kept along the way. Nothing where an older
   * program could not have written them.
   */
  isReplayed(ismade: boolean, fixedprice: boolean): boolean | undefined {
    const { db } = this.outer
    const { line } = this.of
    const goods = readLineGoods(db, [line]).get(line)
    const [row] = linesByIds(db, [line])
    const documents = readGoodsDocuments(db, [line]).get(line) ?? []
    const kept = listNoteGoods(db, [line])
    // What was sold came back by its note alone, and what nobody had used or made was booked by one, of which older programs knew nothing.
    if (
      this.documents.booked ||
      !goods ||
      !row ||
      kept.some((note) => note.consigned === 1 && note.restockedbefore > 0)
    )
      return
    const ours = kept.filter(({ consigned }) => consigned === 1)
    const laid = ours.reduce((sum, { redelivered, restocked }) => sum + redelivered - restocked, 0)
    const total = ismade ? row.consumed : goods.total + laid
    const replayed = replayGoods({ total, ismade, whole: fixedprice ? row.estimated : null }, documents)
    if (!replayed) return
    const figures = ({ redelivered, mended, restocked, restockedbefore }: (typeof kept)[number]) => [
      ...[redelivered, mended, restocked, restockedbefore],
    ]
    return (
      Bun.deepEquals(countGoods(replayed.goods), countGoods(goods)) &&
      kept.every((note) => {
        const now = replayed.notes.get(note.id)
        return now && Bun.deepEquals(figures({ ...note, ...now, consigned: note.consigned }), figures(note))
      })
    )
  }

  faults = () => checkStock(this.outer.db).filter(({ inventoryid }) => inventoryid === this.of.item)
}
