import {
  listSamples,
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
import { parseRatio } from '#server/money/units.ts'

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

/** Whoever sets another price has set it: nothing has to be cleared by what writes prices. */
const isSample = ({ sample, price }: SamplePrice) => sample === price

/** Items whose price is a sample from setup. */
export const readSampleItems = (db: TenantDb): Map<string, SamplePrice> =>
  new Map([...readUnconfirmed(db)].filter(([, one]) => isSample(one)))

/** The prices that items have now are samples. */
export const markSamplePrices = (tx: Tx, items: readonly FoundRecord['record'][]) =>
  storeSamples(
    tx.db,
    items.map((record) => ({ inventoryid: record.id, price: priceOf(record as unknown as SampleRow) })),
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

/** Whether the price is a sample from setup; set to no, it is confirmed as it stands. */
export const samplePriceField = (options: Options): ResourceField => ({
  ...flagField(options),
  kind: undefined,
  reply: replyParts.flag,
  json: ({ value }) => Boolean(value),
  linked: {
    read: (db) => new Map([...readSampleItems(db).keys()].map((id) => [id, true])),
    save: (tx, id, given, name) => confirmPrice(tx, id, !given, name),
  },
})

/** @throws by the field's name for an item that setup did not price */
function confirmPrice(tx: Tx, id: string, confirmed: boolean, field: string) {
  const row = listSamples(tx.db).find((one) => one.id === id)
  if (!row && !confirmed) throw invalid({ [field]: 'Only a price that setup brought can be a sample.' })
  if (!row || row.confirmed === confirmed) return null
  storeConfirmed(tx.db, id, confirmed)
  return { oldvalue: confirmed ? 'yes' : 'no', newvalue: confirmed ? 'no' : 'yes' }
}
