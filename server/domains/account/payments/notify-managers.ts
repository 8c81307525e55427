import type { Payment } from '#db/queries/platform/payments.ts'
import { SYSTEM } from '#db/types.ts'
import { notifyHolders, publishToAccount } from '#server/cells/notify-cells.ts'
import { logFailure } from '#server/log.ts'
import type { NotificationLevel } from '#server/notifications/notify.ts'
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
  publishToAccount(services, accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
  const until = endis && endis !== endwas ? ` Your account goes until ${instant(endis)} now.` : ''
  await notifyEach(services, accountid, {
    type: 'info',
    message: `A payment of ${formatRand(amount)} was refunded.${until}`,
  })
}

async function notifyEach(services: Services, accountid: string, said: ManagerNotice) {
  const about = { claim: 'account.manage', code: 'subscription', open: '/subscription' }
  await notifyHolders(services, accountid, { ...said, ...about, by: SYSTEM })
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
