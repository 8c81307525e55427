import { listAllocations, type PaidAllocation } from '#db/queries/sales/client-payments.ts'
import type { PaymentFilter } from '#db/queries/sales/payments.ts'
import { countReceived, listReceived, type ReceivedRow } from '#db/queries/sales/received.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, jobScope, type Viewer } from '#server/access/viewer.ts'
import { toRand } from '#server/money/decimal.ts'
import { visiblePayment } from './client-payment.ts'

type Shown = Pick<ReceivedRow, 'payment' | 'clientname' | 'open' | 'paidback'> & {
  allocations: readonly PaidAllocation[]
}

/** In rand; `credit` is what of it is put to no invoice, `paidback` what of that went back to the client. */
function paymentJson({ payment, clientname, open, paidback, allocations }: Shown) {
  const { id, client, date, method, amountcents, reference, reverseddate, reason } = payment
  return {
    ...{ id, date, method, reference },
    client: client ? { id: client, name: clientname ?? '(unknown)' } : null,
    amount: toRand(amountcents),
    credit: toRand(reverseddate ? 0 : open),
    paidback: toRand(paidback),
    reversed: reverseddate ? { date: reverseddate, reason } : null,
    allocations: allocations.map(({ invoiceid, number, amount, rounding }) => ({
      invoice: { id: invoiceid, number },
      amount: toRand(amount),
      rounding: toRand(rounding),
    })),
  }
}

export const readPaymentJson = (db: TenantDb, viewer: Viewer, id: string) =>
  paymentJson(visiblePayment(db, viewer, id))

/** Of the newest first, with what each is put to of what the person sees. */
export function listPaymentsJson(
  db: TenantDb,
  viewer: Viewer,
  filter: PaymentFilter,
  page: { take: number; skip: number },
) {
  const scope = jobScope(viewer)
  const rows = listReceived(db, scope, filter, page)
  const ids = rows.map(({ payment }) => payment.id)
  const seen = listAllocations(db, ids).filter((one) => canSeeJobAt(viewer, one.boardid, one.location))
  const byPayment = Map.groupBy(seen, ({ paymentid }) => paymentid)
  return {
    rows: rows.map((row) => paymentJson({ ...row, allocations: byPayment.get(row.payment.id) ?? [] })),
    total: countReceived(db, scope, filter),
  }
}
