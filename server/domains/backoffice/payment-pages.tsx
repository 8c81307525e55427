import { activeSubscription, paidStretches, paymentsOf } from '#db/queries/platform/payments.ts'
import type { PlatformDb } from '#db/types.ts'
import { tellRefunded } from '#server/domains/cctransactions/tell-managers.ts'
import { daysLeft } from '#server/domains/subscription/paid-time.ts'
import { refundOf, refundPayment } from '#server/domains/subscription/refund-payment.ts'
import type { Context } from '#server/http/context.ts'
import { id, object, t, text } from '#server/http/fields.ts'
import { fragment, says } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { Payments, Refund } from '#views/backoffice/payments.tsx'
import { findAccount, operatorOf } from './api-operate.ts'

const about = { claim: 'platform.manage', params: t.Object({ id: id() }) } as const
const Reason = object({ reason: text(120, { required: true }) })

/** What an account paid, in its drawer, and the refund of a payment. */
export function paymentPages(services: Services): Route[] {
  const now = () => services.clock().toISOString()

  const list = (c: Context, db: PlatformDb, accountid: string) => {
    const { utcexpires } = findAccount(db, accountid)
    const lots = paidStretches(db, accountid)
    return (
      <Payments
        accountid={accountid}
        payments={paymentsOf(db, accountid)}
        left={daysLeft({ utcexpires, lots, now: now() })}
        canexport={c.can('records.export')}
      />
    )
  }

  return [
    page('GET /backoffice/accounts/:id/payments', about, (c) =>
      fragment(c.platform.read((db) => list(c, db, c.params.id))),
    ),

    page('GET /backoffice/payments/:id/refund', about, (c) =>
      c.platform.read((db) => {
        const { payment, account, utcexpires } = refundOf(db, c.params.id, now())
        if (payment.reversedutc) return fragment(list(c, db, account.id))
        return fragment(
          <Refund
            accountid={account.id}
            payment={payment}
            endsnow={account.utcexpires}
            ends={utcexpires}
            over={utcexpires !== null && utcexpires <= now()}
            card={activeSubscription(db, account.id) !== undefined}
          />,
        )
      }),
    ),

    page('POST /backoffice/payments/:id/refund', { ...about, body: Reason }, async (c) => {
      const booked = await c.platform.write((tx) =>
        refundPayment(tx, { id: c.params.id, reason: c.body.reason, ...operatorOf(c) }),
      )
      if (booked.isNew) await tellRefunded(services, booked)
      return fragment(
        c.platform.read((db) => list(c, db, booked.accountid)),
        { headers: says(booked.isNew ? 'The refund is booked' : 'This refund was booked before') },
      )
    }),
  ]
}
