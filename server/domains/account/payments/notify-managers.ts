import type { Payment } from '#db/queries/platform/payments.ts'
import { SYSTEM } from '#db/types.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { logFailure } from '#server/log.ts'
import { type NotificationLevel, notify } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { formatRand, instant } from '#views/format.ts'

type ManagerNotice = { type: NotificationLevel; message: string }

export async function notifyManagers(
  services: Services,
  accountid: string,
  status: string,
  settled: { state: string },
) {
  const said = wordsFor(status, settled.state)
  if (said) await notifyEach(services, accountid, said)
}

type Refunded = Pick<Payment, 'accountid' | 'amount' | 'endwas' | 'endis'>

export async function notifyManagersOfRefund(
  services: Services,
  { accountid, amount, endwas, endis }: Refunded,
) {
  services.hub.publish(accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
  const until = endis && endis !== endwas ? ` Your account goes until ${instant(endis)} now.` : ''
  await notifyEach(services, accountid, {
    type: 'info',
    message: `A payment of ${formatRand(amount)} was refunded.${until}`,
  })
}

async function notifyEach({ tenants }: Services, accountid: string, said: ManagerNotice) {
  await tenants
    .write(accountid, SYSTEM, (tx) => {
      for (const { id } of listUsersWithClaim(tx.db, 'account.manage'))
        notify(tx, { userid: id, ...said, code: 'subscription', open: '/subscription' })
    })
    // The money is booked; an account that cannot be opened just now is not told of it.
    .catch((error) => logFailure(`payment of ${accountid}`, error))
}

function wordsFor(status: string, state: string): ManagerNotice | undefined {
  if (state === 'paid') return { type: 'success', message: 'A card payment was received. Thank you.' }
  if (state === 'cancelled') return { type: 'warning', message: 'Your subscription has been cancelled' }
  if (state === 'recorded' && status === 'FAILED')
    return {
      type: 'warning',
      message: 'A card payment did not go through. Your card can be changed under Subscription.',
    }
}
