import { randomUUIDv7 } from 'bun'
import {
  changeSheetLine,
  listSheetLines,
  listToCount,
  type SheetLineRow,
  sheetFigures,
  touchSheet,
} from '#db/queries/stock/sheets.ts'
import { lastMovement, movementBySeq, onHandAt } from '#db/queries/stock/stock.ts'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { listReferences, listUnitContexts } from '#db/queries/work/material-context.ts'
import { categories, type SheetState, stock_sheet_lines, stock_sheets } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity, type Cents, type Percent, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { bookMovements, reverseMovement } from '#server/stock/book.ts'
import { heldThen } from '#server/stock/held-then.ts'
import { openValues } from '#server/stock/value-movement.ts'
import { COUNTED_BELOW_ZERO, missing } from '#views/ui/field-rules.ts'

/** In one sheet: as many as a shelf or two hold, and one write books. */
const MOST_LINES = 2_000

export type CountSheet = typeof stock_sheets.$inferSelect

type NewSheet = {
  name?: string
  storageid?: string | null
  category?: string | null
  codes?: string
  blind?: boolean
  tolerance?: Percent | null
  tolerancecents?: Cents | null
}

/** @throws 400 by field, also where there is nothing to count or too much for one sheet */
export function makeSheet(tx: Tx, input: NewSheet): string {
  const { storageid = null, category = null, blind = false } = input
  if (storageid && !listReferences(tx.db, [storageid]).some(({ kind }) => kind === 'storageid'))
    throw invalid({ storageid: 'This storage could not be found.' })
  if (category) getRecord(tx.db, categories, category)
  const codes = (input.codes ?? '')
    .split(/[\n,;]+/)
    .map((code) => code.trim())
    .filter(Boolean)
  const found = listToCount(
    tx.db,
    { place: storageid ?? '', category: category ?? '', codes },
    MOST_LINES + 1,
  )
  if (found.length === 0) throw invalid({ storageid: 'Nothing that is kept in stock lies or belongs there.' })
  if (found.length > MOST_LINES)
    throw invalid({ storageid: 'These are more than 2 000 lines: make a sheet for each place or category.' })
  const { id } = insert(tx, stock_sheets, {
    ...{ storageid, blind, name: input.name ?? '', user: tx.by.name },
    number: (sheetFigures(tx.db).last ?? 0) + 1,
    tolerance: input.tolerance ?? null,
    tolerancecents: input.tolerancecents ?? null,
  })
  const rows = found.map((line, position) => ({ id: randomUUIDv7(), sheetid: id, position, ...line }))
  insertRows(tx.db, stock_sheet_lines, rows)
  tx.publish('RecordChanged', [{ table: 'stock_sheets', id }])
  return id
}

export type SheetLine = SheetLineRow & {
  /** What is counted less what the books said then; null where it is not counted. */
  difference: Quantity | null
  /** Cents of what booking adds to the worth of stock, or has added. */
  worth: number
  /** Above the tolerance, counted once or by one person alone, and not booked. */
  torecount: boolean
}

export function readCountSheet(db: TenantDb, id: string): { sheet: CountSheet; lines: SheetLine[] } {
  const sheet = getRecord(db, stock_sheets, id)
  const lines = listSheetLines(db, id)
  const booked = sheet.state === 'posted' || sheet.state === 'undone'
  const worth = booked ? bookedWorth(db, lines) : worthIfBooked(db, sheet, lines)
  return { sheet, lines: lines.map((line) => compare(db, sheet, line, worth.get(line.id) ?? 0)) }
}

type Worths = ReadonlyMap<string, number>

const bookedWorth = (db: TenantDb, lines: readonly SheetLineRow[]): Worths =>
  new Map(lines.map(({ id, seq }) => [id, seq === null ? 0 : (movementBySeq(db, seq)?.value ?? 0)]))

/** What booking would make of it now. */
function worthIfBooked(db: TenantDb, sheet: CountSheet, lines: readonly SheetLineRow[]): Worths {
  const values = openValues(
    db,
    lines.map(({ inventoryid }) => inventoryid),
  )
  const entries = inBookingOrder(lines).map((line) => ({ id: line.id, ...entryOf(sheet, line) }))
  return new Map(
    entries.map(({ id, ...entry }) => [
      id,
      entry.quantity === 0 ? 0 : values.value({ ...entry, reverses: null }).value,
    ]),
  )
}

function compare(db: TenantDb, sheet: CountSheet, line: SheetLineRow, worth: number): SheetLine {
  const difference = differenceOf(line)
  const open = sheet.state === 'counting' || sheet.state === 'review'
  const torecount = open && line.firstcounted === null && isOver(sheet, line, worth) && isKnown(db, line)
  return { ...line, difference, worth, torecount }
}

function isOver({ tolerance, tolerancecents }: CountSheet, line: SheetLineRow, worth: number): boolean {
  const difference = differenceOf(line)
  if (!difference) return false
  return (
    (tolerance !== null && Math.abs(difference) * 1_000_000 > Math.abs(line.expected ?? 0) * tolerance) ||
    (tolerancecents !== null && Math.abs(worth) > tolerancecents)
  )
}

/** What never moved is counted for the first time: the books say nothing that a count could differ from. */
const isKnown = (db: TenantDb, { inventoryid }: SheetLineRow) => Boolean(lastWorth(db, inventoryid))

const differenceOf = ({ counted, expected }: SheetLineRow) =>
  counted === null || expected === null ? null : asQuantity(counted - expected)

/** What was found goes first, so that a part on another shelf is never a shortage. */
const inBookingOrder = <L extends SheetLineRow>(lines: readonly L[]) =>
  lines
    .filter((line) => differenceOf(line) !== null)
    .toSorted((a, b) => Number(differenceOf(b)) - Number(differenceOf(a)))

const entryOf = ({ number }: CountSheet, line: SheetLineRow) => ({
  ...{ inventoryid: line.inventoryid, storageid: line.storageid, inventoryclass: line.inventoryclass },
  ...{ kind: 'count' as const, quantity: differenceOf(line) as Quantity, document: `Count ${number}` },
})

type CountedLine = { lineid: string; counted: Quantity | null; unit?: string }

/**
 * Writes what was counted, and what the books say at this moment, or said when it was counted if it `waited` on a device.
 * An empty figure takes a count back. Once the sheet is in review, only what is above the tolerance is counted again, by
 * somebody else.
 * @throws 404, 400 by field, 409 where the sheet is closed or a later count stands
 */
export function countLines(tx: Tx, id: string, counts: readonly CountedLine[], waited = false) {
  const { sheet, lines } = readCountSheet(tx.db, id)
  const known = new Map(lines.map((line) => [line.id, line]))
  const countedseq = lastMovement(tx.db)
  for (const { lineid, counted, unit } of counts) {
    const line = known.get(lineid)
    if (!line) throw notFound('line of this sheet')
    const again = checkTurn(tx, sheet, line)
    if (waited) refuseOlder(tx, line)
    if (counted !== null && counted < 0) throw invalid({ counted: COUNTED_BELOW_ZERO })
    if (counted === null && again) throw invalid({ counted: missing.recount })
    const base = counted === null ? null : inBase(tx.db, line, counted, unit)
    changeSheetLine(tx.db, id, lineid, {
      counted: base,
      expected: base === null ? null : waited ? heldThen(tx.db, line, tx.now) : heldNow(tx.db, line),
      countedseq: base === null ? null : countedseq,
      countedutc: base === null ? null : tx.now,
      userid: base === null ? null : tx.by.userid,
      user: base === null ? '' : tx.by.name,
      ...(again
        ? { firstcounted: line.counted, firstuserid: line.userid, firstuser: line.user }
        : { firstcounted: null, firstuserid: null, firstuser: '' }),
    })
  }
  // Who looks at the differences is told that they have changed.
  if (sheet.state === 'review') touchSheet(tx.db, sheet)
  tx.publish('RecordChanged', [{ table: 'stock_sheets', id }])
}

const heldNow = (db: TenantDb, { inventoryid, storageid }: SheetLine) =>
  asQuantity(onHandAt(db, inventoryid, storageid ?? ''))

/** @throws 409 */
function refuseOlder({ now }: Tx, { countedutc, user }: SheetLine) {
  if (countedutc !== null && countedutc > now)
    throw new Problem(409, `This was counted later by ${user}, and that count stands. Remove this one.`)
}

/** Whether this is counted again. @throws 400 where it is not to be counted now, or by the same person */
function checkTurn(tx: Tx, sheet: CountSheet, line: SheetLine): boolean {
  if (sheet.state === 'counting') return false
  if (sheet.state !== 'review')
    throw new Problem(
      409,
      `${closed(sheet).message} What you counted of ${line.name} is not in it: count it by itself, where its stock is shown.`,
    )
  if (line.firstcounted !== null && line.userid === tx.by.userid) return true
  if (line.counted === null)
    throw new Problem(
      400,
      `The counting of this sheet is done: open it for counting again, then save ${line.name}.`,
    )
  if (!line.torecount)
    throw new Problem(
      400,
      `${line.name} needs no second count: open the sheet for counting again to change it.`,
    )
  if (line.userid !== null && line.userid === tx.by.userid)
    throw new Problem(400, `You counted ${line.name} yourself: somebody else counts it again.`)
  return true
}

const closed = ({ state }: CountSheet) =>
  new Problem(409, `This count is ${state === 'posted' ? 'booked' : state} already.`)

function inBase(db: TenantDb, line: SheetLine, counted: Quantity, unit: string | undefined): Quantity {
  if (!unit || unit === line.unit) return counted
  const other = listUnitContexts(db, [line.inventoryid]).find(({ name }) => name === unit)
  if (!other) throw invalid({ unit: `${line.name} has no unit ${unit}.` })
  return toBase(counted, parseRatio(other.ratiotobase))
}

const next: Record<string, readonly SheetState[]> = {
  counting: ['review', 'cancelled'],
  review: ['counting', 'posted', 'cancelled'],
  posted: ['undone'],
}

type Step = { to: SheetState; version?: number; unconfirmed?: boolean }

/** How its call shows the sheet. */
type Show = (sheet: CountSheet, lines: readonly SheetLine[]) => { version: number }

/** @throws 409 for an older version, 400 for a step that is not open or differences that wait for a second count */
export function moveSheet(
  tx: Tx,
  id: string,
  { to, version, unconfirmed = false }: Step,
  shown: Show,
): string[] {
  const { sheet, lines } = readCountSheet(tx.db, id)
  if (version !== undefined && version !== sheet.version) throw conflict(shown(sheet, lines))
  if (!next[sheet.state]?.includes(to)) throw closed(sheet)
  if (to === 'review' && lines.every(({ counted }) => counted === null))
    throw new Problem(400, 'Nothing is counted yet.')
  const warnings = to === 'posted' ? post(tx, sheet, lines, unconfirmed) : []
  if (to === 'undone') undo(tx, lines)
  const posted = to === 'posted' ? { posteduser: tx.by.name, postedutc: tx.now } : {}
  updateRecord(tx, stock_sheets, id, { state: to, ...posted })
  tx.publish('RecordChanged', [{ table: 'stock_sheets', id }])
  return warnings
}

/** All of it or none. What was not counted stays as it is. */
function post(tx: Tx, sheet: CountSheet, lines: readonly SheetLine[], unconfirmed: boolean): string[] {
  const waiting = lines.filter(({ torecount }) => torecount)
  if (waiting.length > 0 && !unconfirmed)
    throw new Problem(
      400,
      `${waiting.length === 1 ? `${waiting[0]?.name} is` : `${waiting.length} lines are`} above the tolerance: somebody else counts again first.`,
      { code: 'recount' },
    )
  const counted = inBookingOrder(lines)
  const booked = bookMovements(
    tx,
    counted.map((line) => ({
      ...entryOf(sheet, line),
      entered: { quantity: line.counted as Quantity, unit: line.unit },
      note: sayCounters(line),
    })),
  )
  for (const [at, { seq }] of booked.entries())
    changeSheetLine(tx.db, sheet.id, (counted[at] as SheetLine).id, { seq })
  return [...new Set(booked.flatMap(({ warning }) => warning ?? []))]
}

const sayCounters = ({ user, firstuser, torecount }: SheetLine) =>
  `Counted by ${firstuser ? `${firstuser}, then ${user}` : user}${torecount ? ', above the tolerance and not counted again' : ''}`

/** @throws as `reverseMovement` */
function undo(tx: Tx, lines: readonly SheetLine[]) {
  for (const { seq } of lines.filter((line) => line.seq !== null).toReversed())
    reverseMovement(tx, seq as number, 'The count was taken back.')
}

/** What the person counts after a line: the next that is not counted, or waits for a second count by them. */
export function nextLine(db: TenantDb, id: string, after: string | undefined, userid: string | null) {
  const { sheet, lines } = readCountSheet(db, id)
  const at = lines.findIndex((line) => line.id === after)
  const waits = (line: SheetLine) =>
    sheet.state === 'review' ? line.torecount && line.userid !== userid : line.counted === null
  if (sheet.state !== 'review' && sheet.state !== 'counting') return
  return [...lines.slice(at + 1), ...lines.slice(0, at + 1)].find(waits)?.id
}
