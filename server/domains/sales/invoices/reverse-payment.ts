import { eq } from 'drizzle-orm'
import { client_payments } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { undoRefund } from '#server/domains/sales/deposits/record-outcome.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { allocateTo } from './allocate.ts'
import { visiblePayment } from './client-payment.ts'
import { refusePaidBack, undoPayBack } from './pay-back.ts'
import { tellPayments } from './store-payment.ts'

/** A mirror of all that it was put to, dated today; both stay. @throws 404, 409 when it is reversed already, 403 */
export function reversePayment(tx: Tx, viewer: Viewer, id: string, reason: string) {
  const { payment, allocations, hidden } = visiblePayment(tx.db, viewer, id)
  if (payment.reverseddate) throw new Problem(409, 'This payment is reversed already.', { code: 'reversed' })
  if (hidden > 0) throw forbidden('This payment is for invoices of boards, too, that you do not see.')
  if (allocations.length === 0 && !viewer.everything)
    throw forbidden('Credit that went back is reversed by whoever sees all boards.')
  refusePaidBack(tx.db, id)
  const date = readToday(tx.db)
  const mirrors = allocations
    .filter(({ amount }) => amount !== 0)
    .map(({ invoiceid, amount, rounding }) => ({
      ...{ invoiceid, paymentid: id, date, why: reason },
      amount: asCents(-amount),
      rounding: asCents(-rounding),
    }))
  allocateTo(tx, mirrors)
  tx.db.update(client_payments).set({ reverseddate: date, reason }).where(eq(client_payments.id, id)).run()
  undoRefund(tx, id, reason)
  undoPayBack(tx, id, date)
  tellPayments(tx, [id])
  const was = formatRand(payment.amountcents)
  if (payment.client)
    recordHistory(tx, 'clients', payment.client, [{ field: 'payment', oldvalue: was, newvalue: '' }], reason)
}
