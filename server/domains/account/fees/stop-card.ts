import { eq } from 'drizzle-orm'
import { listCardSubscriptions, orderById, subscriptionByToken } from '#db/queries/platform/payments.ts'
import { cardsubscriptions } from '#db/schema/platform/payments.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { dayOfMonth } from './months.ts'

type Stopped = { token: string; userid?: string; by: 'person' | 'provider' }

/** The provider is to be told, unless it said so itself. What is paid stays paid. */
export function stopCard(tx: PlatformTx, { token, userid, by }: Stopped): boolean {
  const { db, now } = tx
  const card = subscriptionByToken(db, token)
  if (!card) return false
  const tell = by === 'person' ? 'cancel' : ''
  if (card.status === 'active' || by === 'provider')
    db.update(cardsubscriptions)
      .set({
        status: 'cancelled',
        endedutc: card.endedutc ?? now,
        nextorderid: null,
        tell,
        attempts: 0,
        nextutc: tell ? now : null,
        error: '',
      })
      .where(eq(cardsubscriptions.token, token))
      .run()
  if (card.status !== 'active') return true
  const { accountid } = card
  if (!listCardSubscriptions(db, accountid).some(({ status }) => status === 'active'))
    db.update(accounts).set({ subscribed: false, updatedutc: now }).where(eq(accounts.id, accountid)).run()
  recordAudit(tx, 'subscriptionstopped', {
    userid,
    accountid,
    detail: by === 'provider' ? 'By the card provider' : '',
  })
  return true
}

/** The provider ended a card before its first payment was reported: kept, so that a late report revives nothing. */
export function recordStopped({ db, now }: PlatformTx, token: string, orderid: string) {
  const order = orderById(db, orderid)
  if (!order || !token) return
  const { accountid } = order
  db.insert(cardsubscriptions)
    .values({
      token,
      accountid,
      orderid,
      status: 'cancelled',
      anchorday: dayOfMonth(now),
      createdutc: now,
      endedutc: now,
    })
    .onConflictDoNothing()
    .run()
}
