import {
  type ClientLink,
  type EntryRow,
  listClientLinks,
  listGroupEntries,
  listPricingGroups,
} from '#db/queries/catalogue/pricing.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { PriceExplanation } from './explain-price.ts'
import { type BatchRow, pickFigures, priceFigures } from './figures.ts'
import type { previewPrice } from './preview-price.ts'

const rand = (rate: number) => toDecimal(rate, 'rate')
const percent = (value: number) => toDecimal(value, 'percent')

export function readGroup(db: TenantDb, id: string) {
  const [row] = listPricingGroups(db, { id, archived: true })
  if (!row) throw notFound('pricing group')
  return row
}

export const readWholeGroup = (db: TenantDb, id: string) => ({
  ...readGroup(db, id),
  inventory: listGroupEntries(db, id, { take: -1 }).rows.map(presentEntry),
  clients: listClientLinks(db, { pricinggroup: id }).map(({ client, clientname }) => ({
    id: client,
    name: clientname,
  })),
})

/** A group's price of an item; `price` is of one base unit, with VAT when the item's rates have it (`exclusive`). */
export const presentEntry = (row: EntryRow) => ({
  version: row.version,
  archived: row.archived,
  pricinggroup: { id: row.pricinggroup, name: row.groupname },
  inventory: { id: row.inventory, name: row.name, code: row.code },
  baserate: rand(row.baserate),
  markuppercent: percent(row.markuppercent),
  markupamount: rand(row.markupamount),
  price: rand(priceFigures(row)),
  exclusive: row.exclusive,
})

export const presentPriceLine = (row: EntryRow) => ({
  inventory: row.inventory,
  code: row.code,
  name: row.name,
  baseunit: row.baseunit,
  ...pickFigures(row),
  price: priceFigures(row),
  ownprice: priceFigures({
    baserate: row.ownrate,
    markuppercent: row.ownpercent,
    markupamount: row.ownamount,
  }),
})

export const presentLink = ({ client, clientname, pricinggroup, groupname }: ClientLink) => ({
  client: { id: client, name: clientname },
  pricinggroup: { id: pricinggroup, name: groupname },
})

export const presentExplanation = (it: PriceExplanation) => ({
  inventory: it.inventory,
  client: it.client,
  organisation: it.organisation,
  exclusive: it.exclusive,
  pricinggroup: it.pricinggroup,
  silent: it.silent,
  baserate: rand(it.figures.baserate),
  markuppercent: percent(it.figures.markuppercent),
  percentamount: rand(it.percentamount),
  markupamount: rand(it.amount),
  price: rand(it.price),
  vatrate: percent(it.vatrate),
  vatsource: it.source,
  vat: rand(it.vat),
  linerate: rand(it.withoutvat),
  withvat: rand(it.withvat),
  units: it.units.map(({ name, withoutvat, withvat }) => ({
    name,
    linerate: rand(withoutvat),
    withvat: rand(withvat),
  })),
})

export const presentPreview = (it: ReturnType<typeof previewPrice>) => ({
  baserate: rand(it.base),
  percentamount: rand(it.percentamount),
  markupamount: rand(it.amount),
  price: rand(it.price),
  vatrate: percent(it.vatrate),
  vatsource: it.source,
  linerate: rand(it.withoutvat),
  vat: rand(it.vat),
  withvat: rand(it.withvat),
})

const presentPriceFigures = (figures: BatchRow['after']) => ({
  baserate: rand(figures.baserate),
  price: rand(priceFigures(figures)),
})

export const presentBatchRow = ({ inventory, code, name, before, after }: BatchRow) => ({
  inventory: { id: inventory, name, code },
  before: before && presentPriceFigures(before),
  after: presentPriceFigures(after),
})
