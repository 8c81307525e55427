import { listUnpaid } from '#db/queries/sales/client-payments.ts'
import { listPaidBack, listRefundSources } from '#db/queries/sales/credit-refunds.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { sumCents } from '#server/money/amounts.ts'
import { cashRounding } from '#server/money/cash.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { PayBackDialog } from '#views/sales/invoices/pay-back.tsx'
import { PaymentDialog, ReceiveDialog } from '#views/sales/invoices/payment.tsx'
import { requireWholeView, visiblePayment } from './client-payment.ts'
import { type CreditOf, inCash, readCredit } from './pay-back.ts'

export function paymentDialog(c: Pick<Context, 'can' | 'read'>, db: TenantDb, viewer: Viewer, id: string) {
  const { payment, clientname, open, allocations } = visiblePayment(db, viewer, id)
  const canwrite = c.can('invoices.write')
  return (
    <PaymentDialog
      payment={payment}
      client={clientname}
      clientid={viewer.everything ? (payment.client ?? undefined) : undefined}
      open={payment.reverseddate ? 0 : open}
      allocations={allocations}
      unpaid={payment.client ? listVisibleUnpaid(db, viewer, payment.client) : []}
      today={readToday(db)}
      canwrite={canwrite}
      canpayback={canwrite && viewer.everything}
      paidback={listPaidBack(db, id)}
      sources={listRefundSources(db, id)}
    />
  )
}

const listVisibleUnpaid = (db: TenantDb, viewer: Viewer, client: string) =>
  listUnpaid(db, client).filter(({ boardid, location }) => canSeeJobAt(viewer, boardid, location))

export function receiveDialog(db: TenantDb, viewer: Viewer, client: string) {
  requireWholeView(viewer)
  const { name } = getRecord(db, clients, client)
  const unpaid = listUnpaid(db, client)
  const owed = sumCents(unpaid.map(({ open }) => open))
  return (
    <ReceiveDialog
      client={{ id: client, name }}
      unpaid={unpaid}
      today={readToday(db)}
      owed={owed}
      cashdue={owed - cashRounding(owed)}
    />
  )
}

export function payBackDialog(db: TenantDb, viewer: Viewer, of: CreditOf) {
  const { name, total } = readCredit(db, viewer, of)
  return <PayBackDialog of={of} name={name} credit={total} cash={inCash(total)} today={readToday(db)} />
}
