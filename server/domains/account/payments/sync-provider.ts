import { eq } from 'drizzle-orm'
import {
  type CardSubscription,
  listSubscriptionsToSync,
  orderById,
  subscriptionByToken,
} from '#db/queries/platform/payments.ts'
import { cardsubscriptions } from '#db/schema/platform/payments.ts'
import { logFailure } from '#server/log.ts'
import { cancelSubscription, ProviderDown, updateAmount } from '#server/payfast/api.ts'
import { type Payfast, readPayfast } from '#server/payfast/settings.ts'
import type { Services } from '#server/services.ts'
import { nextRetry } from './retry-time.ts'

type Ground = Pick<Services, 'config' | 'platform' | 'clock'>

/** False when it could not be told; the background job tries again until it is. */
export async function syncProvider(services: Ground, token: string): Promise<boolean> {
  const { platform, clock } = services
  const payfast = readPayfast(services.config)
  const card = platform.read((db) => subscriptionByToken(db, token))
  if (!card?.tell) return true
  if (!payfast) return false
  try {
    await sendChange(services, payfast, card)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const { attempts } = card
    const nextutc = nextRetry(clock(), attempts)
    await platform.write(({ db }) =>
      db
        .update(cardsubscriptions)
        .set({ attempts: attempts + 1, nextutc, error: error.message })
        .where(eq(cardsubscriptions.token, token))
        .run(),
    )
    return false
  }
  await platform.write(({ db }) => {
    // Something newer may have come while the provider was asked: that one is told in its turn.
    const now = subscriptionByToken(db, token)
    if (now?.tell !== card.tell || now.nextorderid !== card.nextorderid || now.orderid !== card.orderid)
      return
    db.update(cardsubscriptions)
      .set({ tell: '', attempts: 0, nextutc: null, error: '' })
      .where(eq(cardsubscriptions.token, token))
      .run()
  })
  return true
}

async function sendChange({ platform, clock }: Ground, payfast: Payfast, card: CardSubscription) {
  if (card.tell === 'cancel') return cancelSubscription(payfast, card.token, clock())
  const order = platform.read((db) => orderById(db, card.nextorderid ?? card.orderid))
  if (order) await updateAmount(payfast, card.token, order.amount, clock())
}

export async function syncProviders(services: Ground) {
  const due = services.platform.read((db) => listSubscriptionsToSync(db, services.clock().toISOString()))
  for (const { token } of due)
    await syncProvider(services, token).catch((error) => logFailure('card subscription', error))
}
