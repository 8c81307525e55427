import { activeSubscription, listAccountPayments, listPaidPeriods } from '#db/queries/platform/payments.ts'
import type { PlatformDb } from '#db/types.ts'
import { daysLeft } from '#server/domains/account/fees/paid-time.ts'
import { planRefund, refundPayment } from '#server/domains/account/fees/refund-payment.ts'
import { endSubscription } from '#server/domains/account/payments/end-subscription.ts'
import { notifyManagersOfRefund } from '#server/domains/account/payments/notify-managers.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, object, t, text } from '#server/http/fields.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { AccountPayments, Refund } from '#views/platform/backoffice/payments.tsx'
import { requireAccount, toOperator } from './manage-accounts.ts'

const about = { claim: 'platform.manage', params: ById } as const
const Refunded = object({ reason: text(120, { required: true }), stopcard: t.Optional(flag()) })

const paymentsPart = (c: Context, db: PlatformDb, accountid: string) => {
  const { utcexpires } = requireAccount(db, accountid)
  const lots = listPaidPeriods(db, accountid)
  return (
    <AccountPayments
      accountid={accountid}
      payments={listAccountPayments(db, accountid)}
      left={daysLeft({ utcexpires, lots, now: c.now().toISOString() })}
      canexport={c.can('records.export')}
    />
  )
}

/** What is stopped is stored, so a provider that cannot be reached is told later. */
async function stopCard(services: Services, accountid: string, userid: string): Promise<string> {
  if (!services.platform.read((db) => activeSubscription(db, accountid))) return ''
  try {
    await endSubscription(services, { accountid, userid })
    return ', and its card is not charged again'
  } catch (error) {
    if (!(error instanceof Problem && error.status === 503)) throw error
    return '. The card provider is told to stop as soon as it can be reached'
  }
}

export const paymentPages: Route[] = [
  page('GET /backoffice/accounts/:id/payments', { ...about, summary: 'The payments of an account.' }, (c) =>
    fragment(c.platform.read((db) => paymentsPart(c, db, c.params.id))),
  ),

  page('GET /backoffice/payments/:id/refund', { ...about, summary: 'The form that books a refund.' }, (c) =>
    c.platform.read((db) => {
      const { payment, account, utcexpires } = planRefund(db, c.params.id, c.now().toISOString())
      if (payment.reversedutc) return fragment(paymentsPart(c, db, account.id))
      return fragment(
        <Refund
          accountid={account.id}
          payment={payment}
          endsnow={account.utcexpires}
          ends={utcexpires}
          over={utcexpires !== null && utcexpires <= c.now().toISOString()}
          card={activeSubscription(db, account.id) !== undefined}
        />,
      )
    }),
  ),

  page(
    'POST /backoffice/payments/:id/refund',
    { ...about, body: Refunded, summary: 'Refunds a payment.' },
    async (c) => {
      // A form that is sent again is answered as it was, and tells nobody twice.
      let ran = false
      const booked = await c.platform.write((tx) => {
        ran = true
        return refundPayment(tx, { id: c.params.id, reason: c.body.reason, ...toOperator(c) })
      })
      if (ran && booked.isNew) await notifyManagersOfRefund(c.services, booked)
      const told = c.body.stopcard ? await stopCard(c.services, booked.accountid, c.person.userid) : ''
      return fragment(
        c.platform.read((db) => paymentsPart(c, db, booked.accountid)),
        {
          headers: snackbarHeaders(
            `${booked.isNew ? 'The refund is booked' : 'This refund was booked before'}${told}`,
          ),
        },
      )
    },
  ),
]
