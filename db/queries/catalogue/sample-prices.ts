import { eq, type SQL } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { inventory, sample_prices } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** The items of a trade are a few, and accounts without any have an empty table. */
const samples = statement((q) =>
  q
    .select({
      id: sample_prices.inventoryid,
      sample: sample_prices.price,
      confirmed: sample_prices.confirmed,
      samplecost: sample_prices.cost,
      costconfirmed: sample_prices.costconfirmed,
      name: nameIn(inventory) as SQL<string>,
      code: inventory.code,
      unit: inventory.baseunit,
      archived: inventory.archived,
      rate: inventory.rate,
      mupercent: inventory.mupercent,
      muamount: inventory.muamount,
    })
    .from(sample_prices)
    .innerJoin(inventory, eq(inventory.id, sample_prices.inventoryid)),
)

export type SampleRow = RowOf<typeof samples>

export const listSamples = (db: TenantDb): SampleRow[] => samples.all(db)

type NewSample = { inventoryid: string; price: number; cost: number }

export const storeSamples = (db: TenantDb, rows: readonly NewSample[]) =>
  prepared(
    db,
    `INSERT INTO sample_prices (inventoryid, price, cost)
     SELECT value ->> 'inventoryid', value ->> 'price', value ->> 'cost' FROM json_each(?)`,
  ).run([JSON.stringify(rows)])

/** Which of the two figures that setup brought for an item. */
export type SampleFigure = 'price' | 'cost'

const CONFIRMED = { price: 'confirmed', cost: 'costconfirmed' } as const

export const storeConfirmed = (db: TenantDb, id: string, of: SampleFigure, confirmed: boolean) =>
  prepared(db, `UPDATE sample_prices SET ${CONFIRMED[of]} = ? WHERE inventoryid = ?`).run([
    confirmed ? 1 : 0,
    id,
  ])
