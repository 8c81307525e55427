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

type NewSample = { inventoryid: string; price: number }

export const storeSamples = (db: TenantDb, rows: readonly NewSample[]) =>
  prepared(
    db,
    `INSERT INTO sample_prices (inventoryid, price)
     SELECT value ->> 'inventoryid', value ->> 'price' FROM json_each(?)`,
  ).run([JSON.stringify(rows)])

export const storeConfirmed = (db: TenantDb, id: string, confirmed: boolean) =>
  prepared(db, 'UPDATE sample_prices SET confirmed = ? WHERE inventoryid = ?').run([confirmed ? 1 : 0, id])
