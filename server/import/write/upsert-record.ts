import { classOfNewItem } from '#server/domains/catalogue/inventory/kept-in-stock.ts'
import { chargeVatOnDrafts } from '#server/domains/purchasing/supplierinvoices/supplier-vat.ts'
import type { Change } from '#server/history.ts'
import { type ExistingRow, existingRows, recordNames } from '#server/import/check/account-cache.ts'
import type { ColumnValue } from '#server/import/check/coerce.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { formatValue } from '#server/import/check/format-value.ts'
import { findRuleError } from '#server/import/check/record-rules.ts'
import { referencedType } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import { asPercent, asQuantity, asRate } from '#server/money/decimal.ts'
import { amountForPrice } from '#server/money/price.ts'
import { isVendor } from '#server/money/vat.ts'
import { followClasses, setsClasses } from './follow-classes.ts'
import type { ResolvedRecord } from './resolve-record.ts'
import type { WrittenRecord } from './undo-log.ts'
import { newRowColumns, type WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

/** A record whose fields are the columns of its table. Empty cells take the column's default, or change nothing. */
export function upsertRecord(context: WriteContext, record: ImportRecord): WriteOutcome {
  const resolved = context.resolver.resolve(record)
  return resolved ? upsertResolved(context, record, resolved) : 'refused'
}

type UpsertOptions = {
  otherChanges?: readonly Change[]
  people?: WrittenRecord['people']
}

export function upsertResolved(
  context: WriteContext,
  record: ImportRecord,
  { id, exists, values: all }: ResolvedRecord,
  links: UpsertOptions = {},
): WriteOutcome {
  const { tx, options } = context
  // Stock on hand lies in the ledger, not in the item's row.
  const { onhand, ...given } = all
  if (exists) return options.match === 'update' ? update(context, record, id, given, links) : 'there'
  const values = record.recordType === 'inventory' ? pricedColumns(given) : given
  if (breaksRule(context, record, values)) return 'refused'
  const { table, initial } = getRecordType(record.recordType)
  const row = { ...values, ...defaultClass(context, record, values) }
  context.steps.push(() => {
    context.batch.insert(table, { ...initial, ...row, ...newRowColumns(tx, id) })
    context.history.add(record, table, id)
    context.written.push({ table, id, version: 1, people: links.people })
  })
  // A list of items alone says nothing of stock: that comes by a count.
  if (record.recordType === 'inventory' && !options.isSingleList)
    context.targets.set(id, asQuantity(Number(onhand ?? 0)))
  return 'added'
}

/** An item of a list is kept in stock like one made on its page; a mapping of whole files says so itself. */
const defaultClass = (
  { tx, options }: WriteContext,
  { recordType }: ImportRecord,
  values: ColumnValues,
): ColumnValues =>
  recordType === 'inventory' && options.isSingleList
    ? { inventoryclass: classOfNewItem(tx.db, values) as ColumnValue }
    : {}

function update(
  context: WriteContext,
  record: ImportRecord,
  id: string,
  given: ColumnValues,
  { otherChanges = [], people }: UpsertOptions,
): WriteOutcome {
  const { tx } = context
  const { table } = getRecordType(record.recordType)
  const before = existingRows(context.account, record.recordType).get(id)
  if (!before) return 'there'
  const values = record.recordType === 'inventory' ? pricedColumns(given, before) : given
  const fields = Object.keys(values).filter((field) => values[field] !== before[field])
  if (fields.length + otherChanges.length === 0) return 'there'
  const now = pick(values, fields)
  if (breaksRule(context, record, { ...before, ...now }, before)) return 'refused'
  const version = before.version + 1
  const old = pick(before, fields)
  const changes = fields.map((field) => ({
    field,
    oldvalue: historyText(context, record.recordType, field, old[field]!),
    newvalue: historyText(context, record.recordType, field, now[field]!),
  }))
  context.steps.push(() => {
    context.batch.update(table, id, { ...now, version, updatedutc: tx.now })
    context.history.add(record, table, id, { changes: [...changes, ...otherChanges] })
    context.written.push({ table, id, version, before: old, people })
    if (record.recordType === 'suppliers' && !isVendor(sellerOf(before)) && isVendor(sellerOf(now))) {
      context.batch.flush()
      chargeVatOnDrafts(tx, id)
    }
  })
  if (setsClasses(table, fields))
    context.steps.push(() => {
      context.batch.flush()
      followClasses(tx, table, id)
    })
  return 'changed'
}

const sellerOf = ({ vatnumber }: ColumnValues) => ({ vatnumber: String(vatnumber ?? '') })

/** A price is kept as what it adds to the cost and its percentage, as on the page of the item. */
function pricedColumns({ price, ...values }: ColumnValues, before: ColumnValues = {}): ColumnValues {
  if (price == null) return values
  const { rate, mupercent } = { ...before, ...values }
  const [base, percent] = [asRate(Number(rate ?? 0)), asPercent(Number(mupercent ?? 0))]
  return { ...values, muamount: amountForPrice(base, percent, asRate(Number(price))) }
}

const pick = (values: ColumnValues, fields: readonly string[]): ColumnValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] as ColumnValue]))

function breaksRule(
  { account, report }: WriteContext,
  record: ImportRecord,
  values: ColumnValues,
  before?: ExistingRow,
): boolean {
  const error = findRuleError(account, record.recordType, values, before)
  if (error) report(record, ...error)
  return error !== null
}

function historyText(
  { account }: WriteContext,
  recordType: string,
  field: string,
  value: ColumnValue,
): string {
  const to = referencedType(recordType, field)
  if (to) return typeof value === 'string' ? (recordNames(account, to).get(value) ?? '(unknown)') : ''
  const kind = getRecordType(recordType).fields[field]
  return typeof kind === 'string' ? formatValue(kind, value) : String(value ?? '')
}
