import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { toRand } from '#server/money/decimal.ts'
import { visiblePayment } from './client-payment.ts'

/** In rand; `credit` is what of it is put to no invoice. */
export function readPaymentJson(db: TenantDb, viewer: Viewer, id: string) {
  const { payment, clientname, open, allocations } = visiblePayment(db, viewer, id)
  const { client, date, method, amountcents, reference, reverseddate, reason } = payment
  return {
    ...{ id, date, method, reference },
    client: client ? { id: client, name: clientname ?? '(unknown)' } : null,
    amount: toRand(amountcents),
    credit: toRand(reverseddate ? 0 : open),
    reversed: reverseddate ? { date: reverseddate, reason } : null,
    allocations: allocations.map(({ invoiceid, number, amount, rounding }) => ({
      invoice: { id: invoiceid, number },
      amount: toRand(amount),
      rounding: toRand(rounding),
    })),
  }
}
