import { edgesBelow } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { prepared } from '#db/sqlite.ts'
import { inputsToText, markInputs, readGivenInputs } from '#server/domains/catalogue/inputs/change-inputs.ts'
import { type GivenInput, saveInputs } from '#server/domains/catalogue/inputs/save-inputs.ts'
import { Problem } from '#server/errors.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { asPercent, asQuantity } from '#server/money/decimal.ts'
import { resolveNew, type WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

/** The table by which the undo log names a product’s list of inputs. */
export const BILLS = 'item_inputs'

type BillRow = { record: ImportRecord; productid: string; input: GivenInput & { inventoryid: string } }

/** Inputs that the file does not name stay: it adds to the list of a product, or changes what stands in it. */
export function writeBills(context: WriteContext, records: ImportRecord[]): WriteOutcome[] {
  const outcomes = new Map<ImportRecord, WriteOutcome>()
  const rows = records.flatMap((record) => readRow(context, record) ?? [])
  for (const [productid, own] of Map.groupBy(rows, (row) => row.productid))
    planBill(context, productid, own, outcomes)
  return records.map((record) => outcomes.get(record) ?? 'refused')
}

function readRow(context: WriteContext, record: ImportRecord): BillRow | undefined {
  const values = resolveNew(context, record)
  if (!values) return
  const { productid, inputid, quantity, unit, scrap } = values
  return {
    record,
    productid: String(productid),
    input: {
      inventoryid: String(inputid),
      quantity: asQuantity(Number(quantity)),
      unit: String(unit ?? ''),
      scrap: asPercent(Number(scrap ?? 0)),
    },
  }
}

function planBill(
  context: WriteContext,
  productid: string,
  rows: readonly BillRow[],
  outcomes: Map<ImportRecord, WriteOutcome>,
) {
  const after = readGivenInputs(context.tx.db, productid)
  const taken: BillRow[] = []
  const baseunits = new Map(
    itemsById(
      context.tx.db,
      rows.map(({ input }) => input.inventoryid),
    ).map((item) => [item.id, item.baseunit.toLowerCase()]),
  )
  for (const row of rows) {
    const { record, input } = row
    const twin = taken.find((one) => one.input.inventoryid === input.inventoryid)
    if (twin) {
      context.report(
        record,
        'inputid',
        `This input of the product stands in line ${twin.record.row.line} already.`,
      )
      continue
    }
    taken.push(row)
    // The base unit is said by no unit.
    if (input.unit?.toLowerCase() === baseunits.get(input.inventoryid)) input.unit = ''
    outcomes.set(record, place(context, after, input))
  }
  const isNew = taken.some(({ record }) => outcomes.get(record) !== 'there')
  if (isNew) context.steps.push(() => writeBill(context, productid, taken))
}

/** Puts it into the list. */
function place({ options }: WriteContext, after: GivenInput[], input: GivenInput): WriteOutcome {
  const at = after.findIndex(({ inventoryid }) => inventoryid === input.inventoryid)
  const known = after[at]
  if (!known) {
    after.push(input)
    return 'added'
  }
  if (options.match !== 'update' || isSame(known, input)) return 'there'
  after[at] = input
  return 'changed'
}

const isSame = (a: GivenInput, b: GivenInput) =>
  a.quantity === b.quantity &&
  (a.scrap ?? 0) === (b.scrap ?? 0) &&
  (a.unit ?? '').toLowerCase() === (b.unit ?? '').toLowerCase()

/** By the rules of the tab, on what stands there by now. */
function writeBill(context: WriteContext, productid: string, rows: readonly BillRow[]) {
  const { tx, written } = context
  const before = readGivenInputs(tx.db, productid)
  const after = [...before]
  for (const { input } of rows) place(context, after, input)
  prepared(tx.db, 'SAVEPOINT bill').run()
  try {
    saveInputs(tx, productid, after)
    prepared(tx.db, 'RELEASE bill').run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // A circle that stays would be found again below each product that leads into it.
    prepared(tx.db, 'ROLLBACK TO bill').run()
    prepared(tx.db, 'RELEASE bill').run()
    reportRefused(context, error, productid, { after, rows })
    return
  }
  const [first] = rows
  if (first) context.history.add(first.record, 'inventory', productid, { item: 'inputs' })
  const seen = markInputs(readGivenInputs(tx.db, productid))
  written.push({ table: BILLS, id: productid, version: 0, before: { rows: inputsToText(before), seen } })
}

type Refused = { after: readonly GivenInput[]; rows: readonly BillRow[] }

const fieldNames: Record<string, string> = { inventoryid: 'inputid' }

/** At the row that is wrong; of a circle at the one that leads back to the product. */
function reportRefused(
  { tx, report }: WriteContext,
  { more, message }: Problem,
  productid: string,
  { after, rows }: Refused,
) {
  const [name = '', sentence = message] = Object.entries(more.fields ?? {})[0] ?? []
  const [, at, field = ''] = /^(\d+)\.(\w+)$/.exec(name) ?? []
  const wrong = at === undefined ? undefined : after[Number(at)]?.inventoryid
  const row = rows.find(({ input }) =>
    wrong === undefined ? leadsTo(tx.db, input.inventoryid, productid) : input.inventoryid === wrong,
  )
  const record = (row ?? rows[0])?.record
  if (record) report(record, wrong === undefined ? 'inputid' : (fieldNames[field] ?? field), sentence)
}

const leadsTo = (db: WriteContext['tx']['db'], from: string, productid: string) =>
  from === productid || edgesBelow(db, [from]).some(({ inputid }) => inputid === productid)
