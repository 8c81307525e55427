import { activeSubscription, subscriptionByToken } from '#db/queries/platform/payments.ts'
import { publishToAccount } from '#server/cells/notify-cells.ts'
import { stopCard } from '#server/domains/account/fees/stop-card.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { syncProvider } from './sync-provider.ts'

type Ending = { accountid: string; userid: string; token?: string }

/**
 * Kept first, then the provider is told. False when it had ended before.
 * @throws 404, 503 when the provider will be told later
 */
export async function endSubscription(services: Services, { accountid, userid, token }: Ending) {
  const { platform } = services
  const card = platform.read((db) =>
    token ? subscriptionByToken(db, token) : activeSubscription(db, accountid),
  )
  if (!card || card.accountid !== accountid) throw notFound('subscription')
  const wasActive = card.status === 'active'
  await platform.write((tx) => stopCard(tx, { token: card.token, userid, by: 'person' }))
  publishToAccount(services, accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
  if (await syncProvider(services, card.token)) return wasActive
  throw new Problem(
    503,
    'Your wish to stop is kept, but the card provider could not be reached. It is told as soon as it can be; until then your card may still be charged.',
    { code: 'later' },
  )
}
