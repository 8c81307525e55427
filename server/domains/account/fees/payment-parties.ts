import { platformOwnerName } from '#db/queries/platform/fees.ts'
import type { PlatformDb } from '#db/types.ts'
import { extractVat } from '#server/money/amounts.ts'
import { asPercent, type Cents } from '#server/money/decimal.ts'
import { vatRateOn } from '#server/money/vat.ts'
import { type SellerConfig, splitSeller } from '#server/seller-settings.ts'
import { DEFAULT_ZONE, todayIn } from '#server/zone.ts'

/** As they were then. `vatrate` in ten-thousandths of a percent; without a number no vendor. */
export type Seller = { name: string; address: string[]; vatnumber: string; vatrate: number }

/** `payer` is the account's name, `recipient` who a tax invoice names, where it was known. */
export type Parties = Seller & { payer: string; recipient?: string }

/** Who is paid at the instant `now`, and the VAT rate of that day in South Africa unless a setting names another. */
export function readSeller(
  db: PlatformDb,
  { seller, sellervat, sellervatrate }: SellerConfig,
  now: string,
): Seller {
  const [name = platformOwnerName(db), ...address] = splitSeller(seller)
  return {
    name,
    address,
    vatnumber: sellervat,
    vatrate: sellervatrate ?? vatRateOn(todayIn(DEFAULT_ZONE, new Date(now))),
  }
}

/** As was kept with it, or by today's names where nothing was. */
export function readParties(db: PlatformDb, kept: string, accountname: string): Parties {
  if (kept) return JSON.parse(kept) as Parties
  return { name: platformOwnerName(db), address: [], vatnumber: '', vatrate: 0, payer: accountname }
}

/** Prices of the list include it. Null where the seller is no vendor. */
export const includedVat = (amount: Cents, { vatnumber, vatrate }: Seller): Cents | null =>
  vatnumber ? extractVat(amount, asPercent(vatrate)).vat : null
