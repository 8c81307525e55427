import { activeSubscription, listCardSubscriptions } from '#db/queries/platform/payments.ts'
import { stopCard } from '#server/domains/account/fees/stop-card.ts'
import { fetchSubscription, ProviderDown, type ProviderSubscription } from '#server/payfast/api.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import type { Services } from '#server/services.ts'

/** `none`: no card was ever used. `down`: the provider cannot be asked now. */
type ProviderStatus =
  | { state: 'none' | 'down'; token?: string }
  | { state: 'known'; token: string; subscription: ProviderSubscription }

/**
 * Of the newest card when none goes on. One that it has cancelled is cancelled here too: its notification may
 * be lost.
 */
export async function fetchProviderStatus(services: Services, accountid: string): Promise<ProviderStatus> {
  const { platform, clock, config } = services
  const payfast = readPayfast(config)
  const card = platform.read(
    (db) => activeSubscription(db, accountid) ?? listCardSubscriptions(db, accountid)[0],
  )
  if (!payfast || !card) return { state: 'none' }
  const { token } = card
  try {
    const subscription = await fetchSubscription(payfast, token, clock())
    if (!subscription) return { state: 'none', token }
    if (subscription.status_text === 'CANCELLED' && card.status === 'active')
      await platform.write((tx) => stopCard(tx, { token, by: 'provider' }))
    return { state: 'known', token, subscription }
  } catch (error) {
    if (error instanceof ProviderDown) return { state: 'down', token }
    throw error
  }
}
