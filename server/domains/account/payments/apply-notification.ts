import { eq } from 'drizzle-orm'
import { listCardSubscriptions, listWaitingNotices, noticeById } from '#db/queries/platform/payments.ts'
import { paymentnotifications } from '#db/schema/platform/payments.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { publishToAccount } from '#server/cells/notify-cells.ts'
import { applyPayment, type PaymentParties } from '#server/domains/account/fees/apply-payment.ts'
import { readRecipient } from '#server/domains/account/fees/recipient.ts'
import { recordStopped, stopCard } from '#server/domains/account/fees/stop-card.ts'
import { logFailure } from '#server/log.ts'
import { isConfirmed, ProviderDown } from '#server/payfast/api.ts'
import { type Notification, readNotification } from '#server/payfast/notification.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import type { Services } from '#server/services.ts'
import { notifyManagers } from './notify-managers.ts'
import { toReceivedPayment } from './received-payment.ts'
import { nextRetry } from './retry-time.ts'
import { syncProvider } from './sync-provider.ts'

type NotificationOutcome = { state: string; reason: string; renewed?: string | null }

/**
 * While the provider cannot be asked the notification waits for the background job. Settled twice it changes
 * nothing.
 */
export async function applyNotification(services: Services, id: string): Promise<NotificationOutcome> {
  const { platform, tenants, clock } = services
  const payfast = readPayfast(services.config)
  const notice = platform.read((db) => noticeById(db, id))
  if (!payfast || notice?.state !== 'waiting') return { state: notice?.state ?? 'refused', reason: '' }
  const notification = readNotification(notice.body)
  try {
    const isTrue = await isConfirmed(payfast, notification)
    const recipient = notice.accountid ? readRecipient(tenants, notice.accountid) : undefined
    const settled = await platform.write((tx) =>
      applyOnce(tx, { ...services.config, recipient }, id, isTrue ? notification : undefined),
    )
    await after(services, notice.accountid, notification, settled)
    return settled
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const { attempts } = notice
    const nextutc = nextRetry(clock(), attempts)
    await platform.write(({ db }) =>
      db
        .update(paymentnotifications)
        .set({ attempts: attempts + 1, nextutc, reason: error.message })
        .where(eq(paymentnotifications.id, id))
        .run(),
    )
    return { state: 'waiting', reason: error.message }
  }
}

function applyOnce(
  tx: PlatformTx,
  between: PaymentParties,
  id: string,
  notification?: Notification,
): NotificationOutcome {
  // While the provider was asked, another attempt may have come through.
  const notice = noticeById(tx.db, id)
  if (notice?.state !== 'waiting') return { state: 'replayed', reason: '' }
  const settled = decideOutcome(tx, between, notification)
  const { state } = settled
  // What was told of its source stays with it.
  const reason = settled.reason || (notice.attempts === 0 ? notice.reason : '')
  tx.db
    .update(paymentnotifications)
    .set({ state, reason, nextutc: null })
    .where(eq(paymentnotifications.id, id))
    .run()
  if (state === 'refused')
    recordAudit(tx, 'paymentrefused', { accountid: notification?.accountid, detail: reason })
  return settled
}

function decideOutcome(
  tx: PlatformTx,
  between: PaymentParties,
  notification?: Notification,
): NotificationOutcome {
  if (!notification) return { state: 'refused', reason: 'The card provider says that it did not send this.' }
  const { status, token, orderid } = notification
  if (status === 'COMPLETE') return applyPayment(tx, toReceivedPayment(notification), between)
  if (status !== 'CANCELLED') return { state: 'recorded', reason: 'No money came.' }
  if (!stopCard(tx, { token, by: 'provider' })) recordStopped(tx, token, orderid)
  return { state: 'cancelled', reason: '' }
}

async function after(
  services: Services,
  accountid: string | null,
  { status }: Notification,
  settled: NotificationOutcome,
) {
  if (!accountid || settled.state === 'replayed') return
  publishToAccount(services, accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
  await notifyManagers(services, accountid, status, settled)
  const due = services.platform.read((db) =>
    listCardSubscriptions(db, accountid).filter(({ tell }) => tell !== ''),
  )
  for (const { token } of due) await syncProvider(services, token)
}

export async function applyWaitingNotifications(services: Services) {
  const due = services.platform.read((db) => listWaitingNotices(db, services.clock().toISOString()))
  for (const { id } of due)
    await applyNotification(services, id).catch((error) => logFailure(`payment notification ${id}`, error))
}
