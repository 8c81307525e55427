import { and, eq, ne } from 'drizzle-orm'
import type { CardSubscription, Order } from '#db/queries/platform/payments.ts'
import { cardsubscriptions } from '#db/schema/platform/payments.ts'
import type { PlatformTx } from '#db/types.ts'

type Kept = { token: string; order: Order; anchorday: number; known?: CardSubscription }

export function storeCard({ db, now }: PlatformTx, { token, order, anchorday, known }: Kept) {
  const { accountid, id: orderid } = order
  if (known)
    db.update(cardsubscriptions)
      .set({ orderid, anchorday, ...(known.nextorderid === orderid ? { nextorderid: null } : {}) })
      .where(eq(cardsubscriptions.token, token))
      .run()
  else db.insert(cardsubscriptions).values({ token, accountid, orderid, anchorday, createdutc: now }).run()
  if (known) return
  // Two cards would be charged: the provider is told to leave the older one.
  db.update(cardsubscriptions)
    .set({ status: 'cancelled', endedutc: now, tell: 'cancel', attempts: 0, nextutc: now })
    .where(
      and(
        eq(cardsubscriptions.accountid, accountid),
        eq(cardsubscriptions.status, 'active'),
        ne(cardsubscriptions.token, token),
      ),
    )
    .run()
}
