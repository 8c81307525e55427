import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asPercent } from '#server/money/decimal.ts'
import type { Tolerance } from './match-goods.ts'

/** By how much a price may differ from that of the order before somebody has to say why: nothing, until it is set. */
export const readTolerance = (db: TenantDb): Tolerance => ({
  percent: asPercent(readSetting<number>(db, 'pricetolerance') ?? 0),
  cents: asCents(readSetting<number>(db, 'pricetoleranceamount') ?? 0),
})
