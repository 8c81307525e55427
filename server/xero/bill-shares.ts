import { listSharedParts, type SharedPart } from '#db/queries/settings/xero-bills.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'

/** What of a payment, or of a credit of the supplier, is for one bill. */
type BillShare = {
  kind: 'billpayment' | 'billallocation'
  recordid: string
  invoiceid: string
  cents: Cents
  date: string
}

/** Xero puts a credit to a bill, not to a payment: the credits of one go to its bills in their order, the money after. */
export function shareParts(parts: readonly SharedPart[]): BillShare[] {
  const left = parts.flatMap(({ cents, ...part }) => (cents > 0 ? [{ ...part, open: cents as number }] : []))
  const shares: BillShare[] = []
  for (const { invoiceid: recordid, cents, date } of parts) {
    let credit = -cents
    for (const bill of left) {
      const taken = Math.min(credit, bill.open)
      if (taken <= 0) continue
      credit -= taken
      bill.open -= taken
      const { invoiceid } = bill
      shares.push({ kind: 'billallocation', recordid, invoiceid, cents: asCents(taken), date })
    }
  }
  for (const { paymentid: recordid, invoiceid, open, date } of left)
    if (open > 0) shares.push({ kind: 'billpayment', recordid, invoiceid, cents: asCents(open), date })
  return shares
}

type Named = Pick<BillShare, 'recordid' | 'invoiceid'>
export const shareKey = ({ recordid, invoiceid }: Named) => `${recordid} ${invoiceid}`

/**
 * What stands by now for some bills, or what was `reversed` of them. A credit that several payments used is one, of the last
 * of their days.
 */
export function readBillShares(
  db: TenantDb,
  bills: readonly string[],
  reversed = false,
): Map<string, BillShare> {
  const parts = Map.groupBy(listSharedParts(db, bills, reversed), ({ paymentid }) => paymentid)
  const shares = new Map<string, BillShare>()
  for (const share of [...parts.values()].flatMap(shareParts)) {
    const before = shares.get(shareKey(share))
    if (!before) shares.set(shareKey(share), share)
    else {
      before.cents = asCents(before.cents + share.cents)
      if (share.date > before.date) before.date = share.date
    }
  }
  return shares
}
