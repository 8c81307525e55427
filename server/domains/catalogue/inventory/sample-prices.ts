import {
  listSamples,
  type SampleFigure,
  type SampleRow,
  storeConfirmed,
  storeSamples,
} from '#db/queries/catalogue/sample-prices.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { FoundRecord, Options, ResourceField } from '#server/crud/field.ts'
import { flagField } from '#server/crud/kinds.ts'
import { replyParts } from '#server/crud/reply-schema.ts'
import { invalid } from '#server/errors.ts'
import { asPercent, asRate, type Rate } from '#server/money/decimal.ts'
import { markupPrice, priceInUnit } from '#server/money/price.ts'
import { parseRatio, unitRate } from '#server/money/units.ts'

/** Ten-thousandths of a rand for one base unit: what setup by trade said, and what the item says now. */
export type SamplePrice = Pick<SampleRow, 'id' | 'name' | 'code' | 'unit' | 'archived'> & {
  sample: Rate
  price: Rate
}

const priceOf = ({ rate, mupercent, muamount }: Pick<SampleRow, 'rate' | 'mupercent' | 'muamount'>) =>
  markupPrice(asRate(rate), asPercent(mupercent), asRate(muamount))

/** By item, those that nobody confirmed; `price` may be another by now. */
export const readUnconfirmed = (db: TenantDb): Map<string, SamplePrice> =>
  new Map(
    listSamples(db)
      .filter(({ confirmed }) => !confirmed)
      .map((row) => [row.id, { ...row, sample: asRate(row.sample), price: priceOf(row) }]),
  )

/** By item, those whose cost nobody confirmed: `sample` and `price` are what setup says that it costs, and what the item says. */
export const readUnconfirmedCosts = (db: TenantDb): Map<string, SamplePrice> =>
  new Map(
    listSamples(db).flatMap((row) =>
      row.samplecost && !row.costconfirmed
        ? [[row.id, { ...row, sample: asRate(row.samplecost), price: asRate(row.rate) }] as const]
        : [],
    ),
  )

/** Whoever sets another price has set it: nothing has to be cleared by what writes prices. */
const isSample = ({ sample, price }: SamplePrice) => sample === price

/** Items whose price is a sample from setup. */
export const readSampleItems = (db: TenantDb): Map<string, SamplePrice> =>
  new Map([...readUnconfirmed(db)].filter(([, one]) => isSample(one)))

/** Items that cost what setup said. */
export const readSampleCosts = (db: TenantDb): Map<string, SamplePrice> =>
  new Map([...readUnconfirmedCosts(db)].filter(([, one]) => isSample(one)))

/** The prices and costs that items have now are samples. */
export const markSamplePrices = (tx: Tx, items: readonly FoundRecord['record'][]) =>
  storeSamples(
    tx.db,
    items.map((record) => {
      const row = record as unknown as SampleRow
      return { inventoryid: record.id, price: priceOf(row), cost: row.rate }
    }),
  )

type PricedLine = {
  inventoryid: string | null
  linerate: Rate
  inclusiverate: Rate | null
  unitratio: string
  nonbillable?: boolean
}

/** What setup asks for the item, where that is what the line charges, whatever its item asks by now. */
export function sampleOfLine(
  unconfirmed: ReadonlyMap<string, SamplePrice>,
  { inventoryid, linerate, inclusiverate, unitratio, nonbillable }: PricedLine,
): SamplePrice | undefined {
  const found = inventoryid && !nonbillable ? unconfirmed.get(inventoryid) : undefined
  if (!found) return
  return (inclusiverate ?? linerate) === priceInUnit(found.sample, parseRatio(unitratio)) ? found : undefined
}

type CostedLine = Pick<PricedLine, 'inventoryid' | 'unitratio'> & { rate: Rate }

/** What setup says that the item costs, where that is what the line costs. */
export function sampleCostOfLine(
  unconfirmed: ReadonlyMap<string, SamplePrice>,
  { inventoryid, unitratio, rate }: CostedLine,
): SamplePrice | undefined {
  const found = inventoryid ? unconfirmed.get(inventoryid) : undefined
  return found && rate === unitRate(found.sample, parseRatio(unitratio)) ? found : undefined
}

/** Whether the price is a sample from setup; set to no, it is confirmed as it stands. */
export const samplePriceField = (options: Options): ResourceField =>
  sampleField(options, 'price', readSampleItems)

/** As `samplePriceField`, of the cost. */
export const sampleCostField = (options: Options): ResourceField =>
  sampleField(options, 'cost', readSampleCosts)

const sampleField = (
  options: Options,
  of: SampleFigure,
  readSamples: (db: TenantDb) => ReadonlyMap<string, SamplePrice>,
): ResourceField => ({
  ...flagField(options),
  kind: undefined,
  reply: replyParts.flag,
  json: ({ value }) => Boolean(value),
  linked: {
    read: (db) => new Map([...readSamples(db).keys()].map((id) => [id, true])),
    save: (tx, id, given, name) => confirmSample(tx, id, { of, confirmed: !given, field: name }),
  },
})

type Confirmed = { of: SampleFigure; confirmed: boolean; field: string }

/** @throws by the field's name for an item that setup did not price */
function confirmSample(tx: Tx, id: string, { of, confirmed, field }: Confirmed) {
  const row = listSamples(tx.db).find((one) => one.id === id && (of === 'price' || one.samplecost))
  if (!row && !confirmed) throw invalid({ [field]: `Only a ${of} that setup brought can be a sample.` })
  if (!row || (of === 'price' ? row.confirmed : row.costconfirmed) === confirmed) return null
  storeConfirmed(tx.db, id, of, confirmed)
  return { oldvalue: confirmed ? 'yes' : 'no', newvalue: confirmed ? 'no' : 'yes' }
}
