import { listOrderedServices, type OrderedServiceRow } from '#db/queries/purchasing/ordered-services.ts'
import {
  listReceivedGoods,
  listReturnedGoods,
  type ReceivedGoodsRow,
  type ReturnedGoodsRow,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { findByNumber } from '#db/queries/purchasing/supplier-invoices.ts'
import { type ItemContext, listItemContexts } from '#db/queries/work/material-context.ts'
import {
  type FreightBasis,
  type InputTax,
  type SupplierInvoiceKind,
  suppliers,
} from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { defaultRate, readPriceSources } from '#server/domains/purchasing/orders/default-rate.ts'
import { invalid, Problem } from '#server/errors.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  asRate,
  type Cents,
  hundredPercent,
  type Percent,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { dueDate } from '#server/money/payment-days.ts'
import { lineVat, noTax } from '#server/money/vat.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { formatQuantity } from '#views/format.ts'
import { leftOfService, leftToCharge, leftToCredit } from './match-goods.ts'

export type SupplierLineInput = {
  id?: string
  receiptlineid?: string | null
  returnid?: string | null
  /** A line of an order that nobody receives, of a line without either of these. */
  orderlineid?: string | null
  /** Of a line without any of these. */
  inventoryid?: string | null
  description?: string
  quantity?: Quantity | null
  rate?: Rate | null
  discount?: Percent | null
  vatrate?: Percent | null
  inputtax?: InputTax
  freight?: boolean
  share?: Cents | null
}

export type SupplierInvoiceInput = {
  kind: SupplierInvoiceKind
  supplier: string | null
  organisation?: string | null
  number: string
  date?: string | null
  duedate?: string | null
  vatdate?: string | null
  note?: string
  spread?: FreightBasis
  lines: SupplierLineInput[]
}

export type CheckedInvoiceLine = ReturnType<typeof checkLine>

/**
 * A credit note takes the amounts as its paper says them, and keeps them below zero.
 * @throws 400 by field (`lines.3.quantity`)
 */
export function checkSupplierInvoice(db: TenantDb, input: SupplierInvoiceInput, id = '') {
  if (!input.supplier) throw invalid({ supplier: 'Choose whose invoice it is.' })
  const supplier = getRecord(db, suppliers, input.supplier, 'supplier')
  const organisation = resolveOrganisation(db, { asked: input.organisation })
  const number = input.number.trim()
  if (!number) throw invalid({ number: 'Type the number that stands on it.' })
  const same = findByNumber(db, supplier.id, number)
  if (same && same !== id)
    throw invalid({ number: `${supplier.name} ${number} was entered before: each is entered once.` })
  const today = readToday(db)
  const date = input.date ?? today
  if (date > today) throw invalid({ date: 'An invoice cannot be dated after today.' })
  const duedate = input.duedate ?? dueDate(date, { paymentdays: null }, supplier) ?? null
  if (duedate && duedate < date) throw invalid({ duedate: 'It cannot be due before its own date.' })
  const vatdate = input.vatdate ?? date
  if (vatdate < date) throw invalid({ vatdate: 'VAT cannot be claimed before the date of the invoice.' })
  const sources = readSources(db, { supplier: supplier.id, date }, input, id)
  const seller = { vatnumber: supplier.vatnumber, vat: null, vatchanges: null }
  const taken = new Map<string, number>()
  const lines = input.lines.map((line, at) => {
    try {
      return checkLine(line, {
        ...sources,
        kind: input.kind,
        taken,
        seller,
        suppliername: supplier.name,
        date,
      })
    } catch (error) {
      throw atLine(error, at)
    }
  })
  return {
    ...{
      kind: input.kind,
      supplier: supplier.id,
      organisation: organisation.id,
      number,
      date,
      duedate,
      vatdate,
    },
    note: input.note ?? '',
    spread: input.spread ?? ('value' as const),
    netcents: sumCents(lines.map(({ netcents }) => netcents)),
    vatcents: sumCents(lines.map(({ vatcents }) => vatcents)),
    totalcents: sumCents(lines.map(({ totalcents }) => totalcents)),
    lines,
  }
}

function readSources(
  db: TenantDb,
  { supplier, date }: { supplier: string; date: string },
  { kind, lines }: Pick<SupplierInvoiceInput, 'kind' | 'lines'>,
  except: string,
) {
  const isInvoice = kind === 'invoice'
  const ids = lines.flatMap(({ receiptlineid, returnid }) => (isInvoice ? receiptlineid : returnid) || [])
  const asked = { supplier, except, ids }
  const services = lines.flatMap(({ orderlineid }) => orderlineid || [])
  const itemids = lines.flatMap(({ inventoryid }) => inventoryid || [])
  const prices = readPriceSources(db, { supplier, ids: itemids, today: date })
  return {
    received: new Map(isInvoice ? listReceivedGoods(db, asked).map((row) => [row.id, row]) : []),
    returned: new Map(isInvoice ? [] : listReturnedGoods(db, asked).map((row) => [row.id, row])),
    services: new Map(
      listOrderedServices(db, { supplier, except, ids: services }).map((row) => [row.id, row]),
    ),
    items: new Map(listItemContexts(db, itemids).map((item) => [item.id, item])),
    rateOf: ({ id, baseunit: unit }: ItemContext, quantity: Quantity) =>
      defaultRate(prices(id), quantity, { unit, unitratio: '1' }),
  }
}

type Sources = {
  received: ReadonlyMap<string, ReceivedGoodsRow>
  returned: ReadonlyMap<string, ReturnedGoodsRow>
  services: ReadonlyMap<string, OrderedServiceRow>
  items: ReadonlyMap<string, ItemContext>
  rateOf: (item: ItemContext, quantity: Quantity) => Rate
  kind: SupplierInvoiceKind
  /** What lines above it take up, by receipt or return and by line of the order. */
  taken: Map<string, number>
  seller: { vatnumber: string; vat: null; vatchanges: null }
  suppliername: string
  date: string
}

function checkLine(line: SupplierLineInput, sources: Sources) {
  const { kind, seller, suppliername, date, rateOf } = sources
  const goods = findGoods(line, sources)
  const item = goods ? undefined : findItem(line, sources)
  const quantity = line.quantity ?? goods?.left ?? asQuantity(1_000_000)
  if (quantity <= 0) throw invalid({ quantity: 'The quantity must be above zero.' })
  if (goods) takeUp(goods, quantity, sources)
  const description = line.description?.trim() || (goods?.row.description ?? item?.name) || ''
  if (!description) throw invalid({ description: 'Say what is charged.' })
  const rate = line.rate ?? goods?.row.rate ?? (item ? rateOf(item, quantity) : asRate(0))
  if (goods && rate < 0) throw invalid({ rate: 'The price cannot be below zero.' })
  const discount = line.discount ?? (line.rate === undefined && goods ? goods.row.discount : asPercent(0))
  if (discount < 0 || BigInt(discount) > hundredPercent)
    throw invalid({ discount: 'The discount must be between 0 and 100 %.' })
  const vatrate =
    line.vatrate ??
    lineVat(
      { organisation: seller, date },
      { ...noTax, vatexempt: goods?.row.vatexempt ?? item?.vatexempt ?? false },
    ).vatrate
  if (vatrate < 0 || BigInt(vatrate) > hundredPercent)
    throw invalid({ vatrate: 'The VAT rate must be between 0 and 100 %.' })
  if (vatrate > 0 && !seller.vatnumber.trim())
    throw invalid({
      vatrate: `${suppliername} has no VAT number here: enter it above first.`,
    })
  const { net, vat, total } = lineAmounts({ quantity, rate, discount, vatrate })
  const sign = kind === 'creditnote' ? -1 : 1
  const signed = (cents: Cents) => asCents(sign * cents)
  const freight = Boolean(line.freight)
  if (freight && (line.receiptlineid || line.returnid || kind === 'creditnote'))
    throw invalid({ freight: 'Only a line of text on an invoice is carriage.' })
  if (freight && (item || goods?.row.inventoryid))
    throw invalid({ freight: 'Carriage is a line of text: it names no item.' })
  return {
    ...(line.id && { id: line.id }),
    receiptlineid: line.receiptlineid || null,
    returnid: line.returnid || null,
    orderlineid: goods?.row.orderlineid ?? null,
    inventoryid: goods?.row.inventoryid ?? item?.id ?? null,
    ...{
      description,
      unit: goods?.row.unit ?? item?.baseunit ?? '',
      quantity,
      rate,
      discount,
      vatrate,
      freight,
    },
    inputtax: line.inputtax ?? ('other' as const),
    ...{ netcents: signed(net), vatcents: signed(vat), totalcents: signed(total) },
    sharecents: line.share ?? asCents(0),
  }
}

type Goods = {
  row: ReceivedGoodsRow | ReturnedGoodsRow | OrderedServiceRow
  left: Quantity
  /** Of the line of the order, which may have come in parts. */
  leftofline: number
  refusal: (free: string) => string
}

function findGoods(
  { receiptlineid, returnid, orderlineid }: SupplierLineInput,
  { received, returned, services, kind }: Sources,
): Goods | undefined {
  if (receiptlineid && returnid)
    throw invalid({ returnid: 'A line charges what came, or credits what went back, never both.' })
  if (receiptlineid) {
    const row = received.get(receiptlineid)
    if (!row)
      throw invalid({ receiptlineid: 'These goods did not come from this supplier, or are credited alone.' })
    return {
      ...{ row, left: leftToCharge(row), leftofline: row.received - row.returned - row.charged },
      refusal: (free) => `Only ${free} came, is still here and is not charged yet.`,
    }
  }
  if (returnid) {
    const row = returned.get(returnid)
    if (!row) throw invalid({ returnid: 'These goods did not go back to this supplier for a credit.' })
    return {
      ...{ row, left: leftToCredit(row), leftofline: row.charged - (row.received - row.returned) },
      refusal: (free) => `A credit is due for ${free} alone.`,
    }
  }
  if (orderlineid) {
    const row = services.get(orderlineid)
    if (!row) throw invalid({ orderlineid: 'This was not ordered from this supplier, or is received first.' })
    const left = kind === 'invoice' ? leftOfService(row) : asQuantity(Math.max(0, row.charged))
    return {
      ...{ row, left, leftofline: left },
      refusal: (free) =>
        kind === 'invoice'
          ? `Only ${free} is ordered and not charged yet: charge more by a line of text.`
          : `Only ${free} is charged.`,
    }
  }
}

/** What was bought without an order. */
function findItem({ id, inventoryid }: SupplierLineInput, { items, kind }: Sources): ItemContext | undefined {
  if (!inventoryid) return
  const item = items.get(inventoryid)
  if (!item) throw invalid({ inventoryid: 'There is no such item.' })
  // One that stands on the line already stays.
  if (item.archived && !id) throw invalid({ inventoryid: `${item.name} is archived.` })
  if (kind === 'creditnote')
    throw invalid({
      inventoryid: 'An item is credited by what went back of an order: write it as a line of text.',
    })
  return item
}

/** Lines of one document that name the same goods take up what is left together. */
function takeUp({ row, left, leftofline, refusal }: Goods, quantity: Quantity, { taken }: Sources) {
  const before = taken.get(row.id) ?? 0
  const beforeOfLine = taken.get(row.orderlineid) ?? 0
  const free = Math.max(0, Math.min(left - before, leftofline - beforeOfLine))
  if (quantity > free)
    throw invalid({ quantity: refusal(`${formatQuantity(free, row.unit)} of ${row.description}`) })
  taken.set(row.id, before + quantity)
  taken.set(row.orderlineid, beforeOfLine + quantity)
}

/** Whatever is refused of a line names it. */
function atLine(error: unknown, at: number): unknown {
  if (!(error instanceof Problem)) return error
  const named = Object.entries(error.more.fields ?? { quantity: error.message }).map(([name, words]) => [
    `lines.${at}.${name}`,
    words,
  ])
  return new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(named) })
}
