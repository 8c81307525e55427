import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import {
  listGoodsDocuments,
  listLastCounts,
  listNoteGoods,
  listUnreckoned,
  removeUnreckoned,
  storeNoteGoods,
} from '#db/queries/sales/goods-documents.ts'
import { storeLineCredits, storeLineReturns } from '#db/queries/sales/line-goods.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { bookConsumed, openUsed } from '#server/domains/work/deliveries/change-consumed.ts'
import { makesStock } from '#server/domains/work/deliveries/consign.ts'
import { logFailure } from '#server/log.ts'
import { asQuantity } from '#server/money/decimal.ts'
import type { Services } from '#server/services.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { isWhollyInvoiced } from './billable-lines.ts'
import { readLineGoods } from './read-goods.ts'
import { type GoodsDocument, replayGoods } from './replay-goods.ts'
import { settleJob } from './settle-job.ts'

/** Lines in one write, so that others are answered between two. */
const AT_ONCE = 100

/** What older programs kept of goods that came back is reckoned anew as soon as their account is opened (decision 254). */
export function reckonEarlier(services: Services) {
  const reckon = async (accountid: string) => {
    while (await services.tenants.write(accountid, SYSTEM, reckonLines));
  }
  services.tenants.onOpen((accountid, db) => {
    if (listUnreckoned(db, 1).length === 0) return
    setImmediate(() => reckon(accountid).catch((error) => logFailure(`goods of ${accountid}`, error)))
  })
}

/** Gives whether more are left. */
function reckonLines(tx: Tx): boolean {
  const ids = listUnreckoned(tx.db, AT_ONCE)
  const lines = replayLines(tx, ids)
  const jobids = [...new Set(lines.map(({ line }) => line.jobid))]
  const before = jobids.map((jobid) => ({ jobid, whole: isWhollyInvoiced(tx.db, jobid) }))
  const notes = lines.flatMap((line) => line.notes)
  storeLineCredits(
    tx.db,
    lines.flatMap(({ goods }) => goods.credits),
  )
  storeLineReturns(
    tx.db,
    lines.flatMap(({ goods }) => goods.returns),
  )
  storeNoteGoods(tx.db, notes)
  for (const [number, again] of Map.groupBy(notes.filter(isUsedAgain), (note) => note.number)) {
    const used = again.map(({ line: { id, description }, more }) => ({
      line: { materialid: id, description },
      quantity: asQuantity(more),
    }))
    const note = `Delivered again by ${number}`
    bookConsumed(tx, used, openUsed(tx, ids), { way: 1, storageid: null, note, isgone: true })
  }
  settleDeparted(tx, jobids, { kind: 'delivery', document: '', note: 'Delivered again before' })
  for (const { jobid, whole } of before)
    if (isWhollyInvoiced(tx.db, jobid) !== whole) settleJob(tx, jobid, !whole)
  removeUnreckoned(tx.db, ids)
  return ids.length === AT_ONCE
}

/** Those of which the older program put into stock what is put into stock now, with what more of each of their notes left it again. */
function replayLines(tx: Tx, ids: readonly string[]) {
  const goodsOf = readLineGoods(tx.db, ids)
  const documents = readGoodsDocuments(tx.db, ids)
  const kept = Map.groupBy(listNoteGoods(tx.db, ids), ({ materialid }) => materialid)
  const counted = new Map(listLastCounts(tx.db, ids).map((line) => [line.materialid, line.countedutc]))
  const { lines, lineContext } = openUsed(tx, ids)
  return [...lines.values()].flatMap((line) => {
    const { status } = lineContext.job(line.jobid)
    const whole = hasFixedPrice(tx.db, line.jobid) ? line.estimated : null
    const ismade = makesStock(line)
    const total = ismade ? line.consumed : (goodsOf.get(line.id)?.total ?? 0)
    const replayed = replayGoods({ total, ismade, whole }, documents.get(line.id) ?? [])
    if (!replayed || status === ARCHIVED || status === REMOVED) return []
    const notes = (kept.get(line.id) ?? []).map((old) => {
      const now = replayed.notes.get(old.id) ?? NOTHING
      // What lay at the client’s moved to it and back, whatever was known of it.
      const isOurs = old.consigned === 1
      const isSame =
        isOurs || (old.restocked === now.restocked && old.restockedbefore === now.restockedbefore)
      const more = now.redelivered - old.redelivered
      // A count may have taken out already what went out again.
      const isOpen = isOurs || more === 0 || old.issuedutc > (counted.get(line.id) ?? '')
      return { ...old, ...now, line, more, isOurs, isKnown: isSame && more >= 0 && isOpen }
    })
    return notes.every(({ isKnown }) => isKnown) ? [{ line, notes, goods: replayed.goods }] : []
  })
}

type KeptNote = { line: MaterialRow; more: number; isOurs: boolean }
const isUsedAgain = ({ line, more, isOurs }: KeptNote) => more > 0 && !isOurs && !makesStock(line)

const NOTHING = { redelivered: 0, mended: 0, restocked: 0, restockedbefore: 0 }

/** All documents of some lines of jobs, by line, the first first. */
export function readGoodsDocuments(db: TenantDb, ids: readonly string[]) {
  const rows = Map.groupBy(listGoodsDocuments(db, ids), ({ materialid }) => materialid)
  return new Map([...rows].map(([id, of]) => [id, of.map(asDocument)]))
}

function asDocument(row: ReturnType<typeof listGoodsDocuments>[number]): GoodsDocument {
  const { at, id, quantity, position, restocked, issuedutc } = row
  const lineid = row.lineid ?? ''
  if (row.kind === 'note') return { kind: 'note', at, id, quantity, consigned: row.consigned === 1 }
  if (row.kind === 'return')
    return {
      ...{ kind: 'return', at, id, quantity, lineid },
      ...{ instock: row.instock === 1, scrapped: row.scrapped === 1 },
    }
  if (row.kind === 'sold') return { kind: 'sold', at, id, quantity, lineid }
  if (row.kind === 'invoice') return { kind: 'invoice', at, id, quantity }
  return {
    ...{ kind: 'credit', at, id, quantity, position, restocked, issuedutc },
    ...{ returned: row.returned === 1, again: row.again === 1 },
  }
}
