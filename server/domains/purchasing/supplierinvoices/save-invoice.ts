import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import {
  listSupplierInvoiceLines,
  type SupplierInvoiceLineRow,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { organisations, supplierinvoice_lines, supplierinvoices, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import { conflict, invalid } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { asCents } from '#server/money/decimal.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { findName, insert, updateRecord } from '#server/records.ts'
import { formatQuantity, formatRand } from '#views/format.ts'
import {
  type CheckedInvoiceLine,
  checkSupplierInvoice,
  type SupplierInvoiceInput,
  type SupplierLineInput,
} from './check-invoice.ts'
import { getDraftInvoice } from './find-invoice.ts'
import { presentSupplierInvoice } from './present.ts'

export type SupplierInvoiceFields = Partial<Omit<SupplierInvoiceInput, 'kind'>> & { version?: number }

/** Returns its id. @throws as `checkSupplierInvoice` */
export function addSupplierInvoice(tx: Tx, input: SupplierInvoiceInput): string {
  const { lines, ...values } = checkSupplierInvoice(tx.db, input)
  const { id } = insert(tx, supplierinvoices, values)
  storeLines(tx, id, lines)
  touchSupplierInvoice(tx, id)
  return id
}

/** @throws 404, 400 for one that was approved, 409, as `checkSupplierInvoice` */
export function changeSupplierInvoice(
  tx: Tx,
  id: string,
  { version, lines: given, ...change }: SupplierInvoiceFields,
) {
  const { invoice } = getDraftInvoice(tx.db, id)
  if (version !== undefined && version !== invoice.version) throw conflict(presentSupplierInvoice(tx.db, id))
  const before = listSupplierInvoiceLines(tx.db, id)
  const ids = new Set(before.map((line) => line.id))
  if (given?.some((line) => line.id && !ids.has(line.id)))
    throw invalid({ lines: 'A line that is changed must stand on this invoice.' })
  const now = { ...invoice, lines: before.map(asInput) }
  // A date that was never typed follows the date of the invoice.
  const moved = change.date !== undefined && change.date !== invoice.date
  if (moved && invoice.vatdate === invoice.date) now.vatdate = change.date ?? invoice.date
  if (moved && change.duedate === undefined) now.duedate = null
  const { lines, ...values } = checkSupplierInvoice(
    tx.db,
    { ...now, ...omitUndefined(change), lines: given ?? now.lines },
    id,
  )
  const saved = updateRecord(tx, supplierinvoices, id, values, (field, value) =>
    formatValue(tx.db, field, value),
  )
  const [oldvalue, newvalue] = [sayLines(before), sayLines(lines)]
  if (given && !Bun.deepEquals(before.map(asStored), lines.map(asStored))) {
    if (oldvalue !== newvalue)
      recordHistory(tx, 'supplierinvoices', id, [{ field: 'lines', oldvalue, newvalue }])
    tx.db.delete(supplierinvoice_lines).where(eq(supplierinvoice_lines.invoiceid, id)).run()
    storeLines(tx, id, lines)
    tx.db
      .update(supplierinvoices)
      .set({ version: saved.version + 1, updatedutc: tx.now })
      .where(eq(supplierinvoices.id, id))
      .run()
  }
  touchSupplierInvoice(tx, id)
}

/** @throws 404, 400 for one that was approved */
export function deleteSupplierInvoice(tx: Tx, id: string) {
  const { invoice } = getDraftInvoice(tx.db, id)
  tx.db.delete(supplierinvoices).where(eq(supplierinvoices.id, id)).run()
  recordHistory(tx, 'supplierinvoices', id, [{ field: 'deleted', oldvalue: invoice.number, newvalue: '' }])
  touchSupplierInvoice(tx, id)
}

export const touchSupplierInvoice = (tx: Tx, id: string) =>
  tx.publish('RecordChanged', [{ table: 'supplierinvoices', id }])

function storeLines(tx: Tx, invoiceid: string, lines: readonly CheckedInvoiceLine[]) {
  const rows = lines.map(({ id = randomUUIDv7(), ...line }, rank) => ({ ...line, id, invoiceid, rank }))
  insertRows(tx.db, supplierinvoice_lines, rows)
}

export const chargedLines = (db: TenantDb, id: string): SupplierLineInput[] =>
  listSupplierInvoiceLines(db, id).map(asInput)

const asInput = (line: SupplierInvoiceLineRow): SupplierLineInput => ({
  ...line,
  share: asCents(line.sharecents),
})

const asStored = (line: CheckedInvoiceLine | SupplierInvoiceLineRow) => {
  const { receiptlineid, returnid, orderlineid, inventoryid, description, quantity, rate, discount } = line
  const { vatrate, inputtax } = line
  return [
    ...[
      receiptlineid,
      returnid,
      orderlineid,
      inventoryid,
      description,
      quantity,
      rate,
      discount,
      vatrate,
      inputtax,
    ],
    ...[Boolean(line.freight), line.sharecents],
  ]
}

type Said = Pick<CheckedInvoiceLine, 'quantity' | 'unit' | 'description' | 'netcents'>

const sayLines = (lines: readonly Said[]) =>
  lines
    .map(
      ({ quantity, unit, description, netcents }) =>
        `${formatQuantity(quantity, unit)} ${description} ${formatRand(netcents)}`,
    )
    .join(', ')

const named = { organisation: organisations, supplier: suppliers }

const formatValue = (db: TenantDb, field: string, value: unknown) =>
  field in named && value
    ? findName(db, named[field as keyof typeof named], value)
    : formatPlainValue(field, value)
