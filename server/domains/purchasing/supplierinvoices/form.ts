import { orderRow } from '#db/queries/purchasing/orders.ts'
import type { InputTax } from '#db/schema/tenant/index.ts'
import { inputTaxes } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import {
  DecimalError,
  parseCents,
  parsePercent,
  parseQuantity,
  parseTypedPrice,
} from '#server/money/decimal.ts'
import type { SupplierInvoiceInput, SupplierLineInput } from './check-invoice.ts'
import type { InvoiceStepName } from './input.ts'
import { isOfKind } from './offer-goods.ts'
import { nameOpenGoods, readOpenGoods } from './present.ts'
import type { SupplierInvoiceFields } from './save-invoice.ts'

type Texts = string | readonly string[]
const listOf = (given: Texts | undefined): readonly string[] => [given ?? []].flat()

/** Refused by the input that it was typed into. */
function parsed<T>(text: string | undefined, field: string, parse: (text: string) => T): T | undefined {
  if (!text?.trim()) return
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [field]: error.message }) : error
  }
}

type NewForm = Omit<SupplierInvoiceInput, 'kind' | 'lines'> & {
  kind?: SupplierInvoiceInput['kind']
  vatnumber?: string
  fill?: boolean
  order?: string
}

export function formNewInvoice(
  db: TenantDb,
  { fill, order = '', kind = 'invoice', ...head }: NewForm,
): SupplierInvoiceInput & { vatnumber?: string } {
  const goods = fill && head.supplier ? readOpenGoods(db, head.supplier) : []
  const lines = goods
    .filter((one) => isOfKind(kind)(one) && (!order || one.order.id === order))
    .map(nameOpenGoods)
  const organisation = head.organisation ?? (orderRow(db, order)?.order.organisation || undefined)
  return { ...head, organisation, kind, lines }
}

const columns = [
  'lineid',
  'receiptlineid',
  'returnid',
  'orderlineid',
  'inventoryid',
  'description',
  'quantity',
  'rate',
  'discount',
  'vatrate',
  'inputtax',
  'freight',
  'share',
] as const

type Columns = Partial<Record<(typeof columns)[number], Texts>>
type Added = {
  addreceipt?: string | null
  addreturn?: string | null
  addservice?: string | null
  additem?: string | null
  addtext?: string
}
type DraftForm = Omit<SupplierInvoiceFields, 'lines'> & { reason?: string; vatnumber?: string } & Columns &
  Added

/** What the dialog says at each step in the words of the call. */
export function formInvoiceChange(step: InvoiceStepName, form: DraftForm) {
  const { version, reason, supplier, number, organisation, date, duedate, vatdate, note, spread, vatnumber } =
    form
  if (step === 'cancel') return { version, reason, status: 'cancelled' as const }
  const lines = [...formLines(form), ...added(form)]
  return {
    ...{
      version,
      reason,
      supplier,
      number,
      organisation,
      date,
      duedate,
      vatdate,
      note,
      spread,
      vatnumber,
      lines,
    },
    ...(step === 'approve' && { status: 'approved' as const }),
  }
}

/** A row whose quantity is empty is taken off. */
const formLines = (form: DraftForm & Columns): SupplierLineInput[] => {
  const carriage = new Set(listOf(form.freight))
  return listOf(form.lineid).flatMap((id, at) => {
    const cell = (name: keyof Columns) => listOf(form[name])[at]
    const quantity = parsed(cell('quantity'), `quantity-${id}`, parseQuantity)
    if (quantity === undefined) return []
    const tax = cell('inputtax')
    return {
      ...{ id, quantity, description: cell('description') },
      ...{ receiptlineid: cell('receiptlineid') || null, returnid: cell('returnid') || null },
      ...{ orderlineid: cell('orderlineid') || null, inventoryid: cell('inventoryid') || null },
      rate: parsed(cell('rate'), `rate-${id}`, parseTypedPrice) ?? null,
      discount: parsed(cell('discount'), `discount-${id}`, parsePercent) ?? null,
      vatrate: parsed(cell('vatrate'), `vatrate-${id}`, parsePercent) ?? null,
      inputtax: inputTaxes.find((one): one is InputTax => one === tax),
      freight: carriage.has(id),
      share: parsed(cell('share'), `share-${id}`, parseCents) ?? null,
    }
  })
}

function added({ addreceipt, addreturn, addservice, additem, addtext }: Added): SupplierLineInput[] {
  if (addreceipt) return [{ receiptlineid: addreceipt }]
  if (addreturn) return [{ returnid: addreturn }]
  if (addservice) return [{ orderlineid: addservice }]
  if (additem) return [{ inventoryid: additem }]
  return addtext?.trim() ? [{ description: addtext }] : []
}

type PayForm = { invoiceid?: Texts; amount?: Texts }

/** Rows without an amount are not paid now. */
export const formPaymentParts = ({ invoiceid, amount }: PayForm) =>
  listOf(invoiceid).flatMap((id, at) => {
    const cents = parsed(listOf(amount)[at], id, parseCents)
    return cents === undefined ? [] : { invoiceid: id, amount: cents }
  })

type Rows = { body: Columns & PayForm }

/** A row that is empty is no line of the call: each message finds the input of its own row. */
export function refuseInvoiceRow(error: unknown, { body }: Rows): never {
  if (!(error instanceof Problem) || !error.more.fields) throw error
  const filled = (ids: Texts | undefined, values: Texts | undefined) =>
    listOf(ids).filter((_, at) => listOf(values)[at]?.trim())
  const lines = filled(body.lineid, body.quantity)
  const parts = filled(body.invoiceid, body.amount)
  const fields = Object.entries(error.more.fields).map(([name, words]) => {
    const [, of, at, field] = /^(lines|parts)\.(\d+)\.(\w+)$/.exec(name) ?? []
    const id = (of === 'parts' ? parts : lines)[Number(at)]
    if (!of || !id) return [of ? 'addtext' : name, words]
    return [of === 'parts' ? id : `${field}-${id}`, words]
  })
  throw new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(fields) })
}
