import { type DepartingLine, listDepartingLines, listMakingJobs } from '#db/queries/stock/departures.ts'
import { prepared } from '#db/sqlite.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { type Book, bookTogether } from './book.ts'
import { openPlaces, type PlacePart } from './departing-places.ts'

type About = {
  /** `delivery` by a note, `sale` by an invoice or a credit note. */
  kind: 'delivery' | 'sale'
  document: string
  /** Where what came back is now; without it where its line has its own. */
  storageid?: string | null
  note?: string
  /** Whether it may be refused where the account blocks negative stock: goods that are not there cannot leave by a note. */
  mayrefuse?: boolean
  /** Nothing is made any more that could have left. */
  undone?: boolean
}

/**
 * How much of a made line left our stock, in its unit: what delivery notes have out, or what is charged, whichever is more. Of what is
 * charged, what lies in stock again and no credit note has credited is here; nothing more leaves than is not in stock again.
 * Goods on consignment leave when they are sold. `LINES` of departures.ts sums the figures.
 */
export function countGone({ consumed, delivered, awaited, fromaside, ...line }: DepartingLine): Quantity {
  const byNotes = delivered - awaited - fromaside
  const byInvoices = Math.min(line.invoiced - line.uncredited, consumed - line.consigned - line.instock)
  return asQuantity(Math.max(0, byNotes, byInvoices))
}

/** Of what left, what was sold from the client’s place has been moved by its own note. */
const countMoved = (line: DepartingLine) => asQuantity(countGone(line) - line.sold)

/**
 * After every note, return, invoice and credit note of a job, and where more or less of it is made: stock moves by what
 * `countMoved` says now and has not moved yet, so that no two documents move the same. Gives what to say of stock below zero.
 * @throws 400 where it may be refused and the account blocks negative stock
 */
export const settleDeparted = (tx: Tx, jobids: readonly string[], about: About): string[] =>
  moveLines(tx, listDepartingLines(tx.db, [...new Set(jobids)]), countMoved, about)

type Counted = { jobid: string; inventoryclass: number | null; consumed: Quantity }

/** Of lines that were made more or less of: what documents took of them before leaves now. */
export function settleMade(tx: Tx, changed: readonly { before: Counted; line: Counted }[]): string[] {
  const made = changed.filter(
    ({ before, line }) =>
      stockDirection(line.inventoryclass) > 0 &&
      (before.consumed !== line.consumed || before.inventoryclass !== line.inventoryclass),
  )
  if (made.length === 0) return []
  const jobids = made.map(({ line }) => line.jobid)
  return settleDeparted(tx, jobids, { kind: 'delivery', document: '', note: 'Delivered or invoiced before' })
}

/** What left of a job, or of one line of it, is taken back: nothing is made any more that could have left. */
export function takeBackDeparted(tx: Tx, jobid: string, note: string, lineid?: string) {
  const lines = listDepartingLines(tx.db, [jobid]).filter(
    ({ id, departed }) => departed !== 0 && id === (lineid ?? id),
  )
  moveLines(tx, lines, ({ departedbefore }) => departedbefore, {
    ...{ kind: 'delivery', document: '', note },
    undone: true,
  })
}

/** What had gone before documents moved stock is never moved. */
function splitGone({ departedbefore }: DepartingLine, gone: Quantity) {
  const before = asQuantity(Math.max(0, Math.min(departedbefore, gone)))
  return { departed: asQuantity(gone - before), before }
}

/** Lines of which documents say that more or less left than stock was moved by, for the self-check. */
export const findUnsettled = (db: TenantDb) =>
  listDepartingLines(db, listMakingJobs(db)).flatMap((line) => {
    const { departed } = splitGone(line, countMoved(line))
    return departed === line.departed ? [] : [{ line, departed }]
  })

const STORE = 'UPDATE materials SET departed = ?, departedbefore = ? WHERE id = ?'

type Places = ReturnType<typeof openPlaces>
type Move = { line: DepartingLine; departed: Quantity; more: number }

function moveLines(
  tx: Tx,
  lines: readonly DepartingLine[],
  goneOf: (line: DepartingLine) => Quantity,
  about: About,
): string[] {
  const moves = lines.flatMap((line): Move[] => {
    const { departed, before } = splitGone(line, goneOf(line))
    if (departed === line.departed && before === line.departedbefore) return []
    prepared(tx.db, STORE).run([departed, before, line.id])
    const more = inBase(line, departed) - inBase(line, line.departed)
    return departed === line.departed ? [] : [{ line, departed, more }]
  })
  // What comes back may leave again for another line.
  const ordered = moves.toSorted((a, b) => Math.sign(a.more) - Math.sign(b.more))
  return ordered.length > 0 ? bookMoves(tx, ordered, about) : []
}

/** One sentence for each item, of where it stands at the end. */
function bookMoves(tx: Tx, moves: readonly Move[], about: About): string[] {
  const places = openPlaces(
    tx.db,
    moves.map(({ line }) => line),
  )
  const warnings = new Map<string, string>()
  bookTogether(tx, (book) => {
    for (const { line, departed, more } of moves) {
      const parts = partsOf(places, line, more, about)
      const warning = bookDeparture(book, line, asQuantity(line.departed - departed), parts, about)
      if (warning) warnings.set(line.inventoryid, warning)
    }
  })
  return [...warnings.values()]
}

function partsOf(places: Places, line: DepartingLine, more: number, { storageid, undone }: About) {
  if (more > 0) return places.leave(line, more)
  return undone ? places.takeBack(line, -more) : places.comeBack(line, -more, storageid)
}

function bookDeparture(
  book: Book,
  { unit, jobid, inventoryclass, inventoryid }: DepartingLine,
  whole: Quantity,
  parts: readonly PlacePart[],
  { kind, document, note, mayrefuse }: About,
): string | undefined {
  const entered = parts.length === 1 ? { entered: { quantity: whole, unit } } : {}
  const of = { inventoryid, inventoryclass, jobid, kind, document, note, isgone: !mayrefuse }
  return parts
    .map(
      ({ storageid, quantity }) =>
        book({ ...of, storageid, quantity: asQuantity(quantity), ...entered }).warning,
    )
    .findLast(Boolean)
}

const inBase = ({ unitratio }: DepartingLine, quantity: Quantity) =>
  toBase(quantity, parseRatio(unitratio, 'ratio of the unit'))
