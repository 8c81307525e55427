import { linkedPeople, linkPeople } from '#db/queries/contacts/locations.ts'
import {
  archiveLines,
  countReferring,
  deleteRows,
  detachJobs,
  linesWithMovements,
  listInvoicedJobs,
  listReferrers,
  listVersions,
  movementsBetween,
  touchLineJobs,
  unlinkPeople,
} from '#db/queries/settings/import-undo.ts'
import { forgetKeys, type ImportDone, importById, markUndone } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound, Problem } from '#server/errors.ts'
import { type Entry, rememberMany } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { book, reverse } from '#server/stock/book.ts'
import { batchOf } from './batch.ts'
import { keepMade, leftBehind, madeBy } from './made.ts'
import type { Made } from './writing.ts'

/** What became of an import that was taken back. `kept` were changed by somebody since, and stay as they are. */
export type Undone = { filename: string; removed: number; restored: number; kept: number }

/**
 * Takes a whole import back: what it made goes, what it changed gets back what it had, what it booked is booked
 * back. A record that somebody has changed since keeps what it has.
 * @throws 404; 409 when it was taken back before, or when something refers to what it made: then nothing is undone
 */
export function undoImport(tx: Tx, id: string): Undone {
  const row = importById(tx.db, id)
  if (!row) throw notFound('import')
  if (row.undoneutc) throw new Problem(409, 'This import was taken back before.')
  const made = madeBy(tx.db, id)
  const entries: Entry[] = []
  const reasons: string[] = []
  // What it made last may refer to what it made first.
  const tables = [...Map.groupBy(made, ({ table }) => table)].reverse()
  const lines = tables.find(([table]) => table === 'materials')?.[1].map((one) => one.id) ?? []
  reasons.push(...invoicedSince(tx, lines))
  const booked = unbook(tx, row, lines)
  const outcome = tables.map(([table, all]) => takeBack(tx, table, all, { row, booked, entries, reasons }))
  if (reasons.length)
    throw new Problem(409, `This import cannot be taken back: ${reasons.join('; ')}. Nothing was undone.`, {
      code: 'referred',
    })
  rememberMany(tx, entries)
  keepMade(tx.db, id, made)
  forgetKeys(tx.db, id)
  markUndone(tx.db, id, tx.now, tx.by.name)
  tx.invalidateCaches()
  const named = { tables: ['imports', ...tables.map(([table]) => table)] }
  tx.publish(
    tables.some(([table]) => table === 'jobs' || table === 'materials') ? 'Reload' : 'RecordChanged',
    [named],
  )
  const sum = (of: keyof Taken) => outcome.reduce((total, one) => total + one[of], 0)
  return {
    filename: row.filename,
    removed: sum('removed') + (tables.length === 0 ? booked.size : 0),
    restored: sum('restored'),
    kept: sum('kept'),
  }
}

/** What an issued invoice charges stays on its job: it is credited first, as by hand. */
function invoicedSince(tx: Tx, lines: readonly string[]): string[] {
  const [first, ...more] = listInvoicedJobs(tx.db, JSON.stringify(lines))
  if (!first) return []
  const others = more.length ? `, and ${said(more.length, 'jobs')} beside it` : ''
  return [`job ${first.reference} is invoiced by ${first.number} since${others}`]
}

type Taken = { removed: number; restored: number; kept: number }
type Undoing = { row: ImportDone; booked: Set<string>; entries: Entry[]; reasons: string[] }

function takeBack(tx: Tx, table: string, all: Made[], undoing: Undoing): Taken {
  const { entries, reasons, row } = undoing
  const present = versions(tx, table, all)
  const left = all.every(({ id, version }) => (present.get(id) ?? version) === version)
    ? new Map<string, number>()
    : leftBehind(tx.db, row)
  const isAsMade = ({ id, version }: Made) => present.get(id) === (left.get(`${id} ${version}`) ?? version)
  const [added, changed] = [all.filter(({ before }) => !before), all.filter(({ before }) => before)]
  const ids = added.map(({ id }) => id).filter((id) => present.has(id))
  const since = added.filter((one) => present.has(one.id) && !isAsMade(one))
  if (since.length)
    reasons.push(`${said(since.length, table)} ${since.length === 1 ? 'was' : 'were'} changed since`)
  // First these: what was there before may refer to what the import made.
  const restored = changed.filter(isAsMade)
  giveBack(tx, table, restored, { present, entries })
  reasons.push(...referring(tx, table, ids))
  if (reasons.length) return { removed: 0, restored: 0, kept: 0 }
  remove(tx, table, ids, undoing.booked)
  for (const id of ids) entries.push([table, id, '', 'import undone', 'yes', ''])
  return { removed: ids.length, restored: restored.length, kept: changed.length - restored.length }
}

type Giving = { present: ReadonlyMap<string, number>; entries: Entry[] }

function giveBack(tx: Tx, table: string, all: readonly Made[], { present, entries }: Giving) {
  const batch = batchOf(tx.db)
  const linked = all.some(({ people }) => people) ? linkedPeople(tx.db) : undefined
  for (const one of all) {
    one.restored = present.get(one.id)! + 1
    batch.update(table, one.id, { ...one.before, version: one.restored, updatedutc: tx.now })
    const fields = Object.keys(one.before ?? {})
    // Whom somebody linked or took away since stays as they left it.
    if (one.people && sameIds(linked?.get(one.id) ?? [], one.people.after)) {
      linkPeople(tx.db, one.id, one.people.before)
      fields.push('stakeholder')
    }
    entries.push([table, one.id, '', 'import undone', '', fields.join(', ')])
  }
  batch.flush()
}

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

const versions = (tx: Tx, table: string, all: readonly Made[]) =>
  new Map(
    listVersions(tx.db, table, JSON.stringify(all.map(({ id }) => id))).map(({ id, version }) => [
      id,
      version,
    ]),
  )

/** What the ledger keeps of lines is told by booking back; a job's own categories go with it, and who follows a location. */
const OWN = new Set([
  'stock_ledger.materialid',
  'job_categories.jobid',
  'stock_onhand.inventoryid',
  'location_stakeholders.locationid',
])

function referring(tx: Tx, table: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const json = JSON.stringify(ids)
  const counts = new Map<string, number>()
  for (const referrer of listReferrers(tx.db, table)) {
    if (OWN.has(`${referrer.table}.${referrer.column}`)) continue
    const many = countReferring(tx.db, referrer, { of: table, ids: json })
    if (many) counts.set(referrer.table, (counts.get(referrer.table) ?? 0) + many)
  }
  return [...counts].map(
    ([from, many]) => `${said(many, from)} ${many === 1 ? 'refers' : 'refer'} to its ${words(table)}`,
  )
}

function remove(tx: Tx, table: string, ids: readonly string[], booked: Set<string>) {
  const json = JSON.stringify(ids)
  if (table === 'jobs') detachJobs(tx.db, json)
  if (table === 'locations') unlinkPeople(tx.db, json)
  if (table === 'materials') touchLineJobs(tx.db, json, tx.seq)
  archiveLines(tx.db, JSON.stringify(ids.filter((id) => booked.has(id))), tx.now)
  deleteRows(tx.db, table, JSON.stringify(ids.filter((id) => !booked.has(id))))
}

/**
 * Books back what an import booked, the newest first; what it booked of lines is told by the lines' own kind.
 * Returns what has movements and so can never be deleted: lines, or of a count the movements themselves.
 */
function unbook(tx: Tx, { ledgerfrom, ledgerto }: ImportDone, lines: readonly string[]): Set<string> {
  const note = 'An import was taken back.'
  const own = new Set(lines)
  const booked = new Set(linesWithMovements(tx.db, JSON.stringify(lines)).map(({ id }) => id))
  for (const movement of movementsBetween(tx.db, ledgerfrom, ledgerto)) {
    const { seq, kind, quantity, inventoryid, storageid, inventoryclass, jobid, materialid } = movement
    if (kind === 'line') {
      if (!materialid || !own.has(materialid)) continue
      book(tx, {
        ...{ inventoryid, storageid, inventoryclass, jobid, materialid, note, kind },
        quantity: asQuantity(-quantity),
      })
    } else {
      reverse(tx, seq, note)
      if (lines.length === 0) booked.add(String(seq))
    }
  }
  return booked
}

const names: Record<string, [one: string, many: string]> = {
  materials: ['job line', 'job lines'],
  pricing_entries: ['price', 'prices'],
  pricing_clients: ['client’s pricing group', 'clients’ pricing groups'],
  pricinggroups: ['pricing group', 'pricing groups'],
  stock_ledger: ['stock movement', 'stock movements'],
  job_categories: ['job', 'jobs'],
  job_equipment: ['job', 'jobs'],
  board_workers: ['board', 'boards'],
  documents: ['file', 'files'],
  inventory: ['item', 'items'],
  inventory_classes: ['class of an item', 'classes of items'],
  categories: ['category', 'categories'],
  equipment: ['piece of equipment', 'pieces of equipment'],
  storage: ['storage place', 'storage places'],
  accountcodes: ['account code', 'account codes'],
}

const words = (table: string) => names[table]?.[1] ?? table.replaceAll('_', ' ')
const said = (many: number, table: string) =>
  `${many} ${many === 1 ? (names[table]?.[0] ?? words(table).replace(/s$/, '')) : words(table)}`
