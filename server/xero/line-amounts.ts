import { type Cents, type Quantity, toDecimal } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { exactQuantity, unitSymbol } from '#views/format.ts'

type Given = { description: string; quantity: Quantity; unit: string; net: Cents }

/** Hundredths of a cent, which `unitdp=4` lets Xero keep; and quantities of as many decimals. */
const PLACES = 10_000n

/**
 * Xero works the amount of a line out again from quantity and price, and refuses what differs: where no price of four
 * decimals comes to it, the line is one of its amount, and says its quantity in words; so is money off a price, which has none.
 */
export function xeroAmounts({ description, quantity, unit, net }: Given) {
  const exact = exactPrice(BigInt(quantity), BigInt(net))
  if (exact) return { Description: description, ...exact, LineAmount: toDecimal(net, 'cents') }
  const amount = toDecimal(net, 'cents')
  const said =
    quantity === 1_000_000 || quantity === 0
      ? description
      : `${description} (${exactQuantity(quantity, unit && unitSymbol(unit))})`
  return { Description: said, Quantity: 1, UnitAmount: amount, LineAmount: amount }
}

/** @param quantity in millionths @param net in cents */
function exactPrice(quantity: bigint, net: bigint) {
  if (quantity <= 0n || quantity % 100n !== 0n) return null
  const units = quantity / 100n
  const price = divideRounded(net * 100n * PLACES, units)
  if (divideRounded(units * price, 1_000_000n) !== net) return null
  return { Quantity: Number(units) / Number(PLACES), UnitAmount: Number(price) / Number(PLACES) }
}
