import { randomUUIDv7 } from 'bun'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import { paymentByReference } from '#db/queries/platform/payments.ts'
import { paymentnotifications } from '#db/schema/platform/payments.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { findPaidOrder, findPaymentOrder } from '#server/domains/account/fees/apply-payment.ts'
import { Problem } from '#server/errors.ts'
import { type Notification, readNotification } from '#server/payfast/notification.ts'
import { type Payfast, readPayfast } from '#server/payfast/settings.ts'
import { notificationSignature, sameSignature } from '#server/payfast/sign.ts'
import { isAllowedSource } from '#server/payfast/source.ts'
import type { Services } from '#server/services.ts'
import { applyNotification } from './apply-notification.ts'
import { toReceivedPayment } from './received-payment.ts'

/** Anybody may send here: of what was refused only the latest are kept. */
const REFUSED_STORED = 500

/**
 * On disk before the provider is answered, so that a crash loses nothing.
 * @throws 400, 403, 503 while the source cannot be told
 */
export async function receiveNotification(services: Services, address: string, body: string) {
  const payfast = readPayfast(services.config)
  if (!payfast) throw new Problem(503, 'Card payments are not set up here.', { retryafter: 600 })
  const notification = readNotification(body)
  const source = await checkSource(payfast, notification, address)
  const wrong = findFault(services, payfast, notification, source)
  const id = await services.platform.write((tx) =>
    storeNotification(tx, notification, { address, body, wrong, doubt: source === 'new' ? NEW_SOURCE : '' }),
  )
  if (wrong) throw new Problem(wrong.status, wrong.reason)
  return applyNotification(services, id)
}

type Wrong = { status: 400 | 403; reason: string; known?: boolean }

/** Three of the four checks; the fourth is the provider's own word. */
function findFault(
  { platform }: Services,
  { passphrase, merchantid }: Payfast,
  notification: Notification,
  source: Source,
): Wrong | undefined {
  if (source === 'foreign')
    return { status: 403, reason: 'It does not come from an address of the card provider.' }
  if (!isSigned(notification, passphrase)) return { status: 400, reason: 'Its signature is wrong.' }
  const known = true
  if (notification.merchantid !== merchantid)
    return { status: 400, reason: 'It is for another merchant.', known }
  const { reference, status } = notification
  if (!reference && status === 'COMPLETE') return { status: 400, reason: 'It names no payment.', known }
  const order = platform.read((db) => findPaymentOrder(db, toReceivedPayment(notification)))
  if (typeof order === 'string') return { status: 400, reason: order, known }
  // What was booked before is settled as that, whatever was chosen since.
  if (status !== 'COMPLETE' || platform.read((db) => paymentByReference(db, reference))) return
  const bought = platform.read((db) => findPaidOrder(db, toReceivedPayment(notification)))
  if (typeof bought === 'string') return { status: 400, reason: bought, known }
}

type Source = 'known' | 'new' | 'foreign'

const NEW_SOURCE = 'Rightly signed, from an address that is not among those of the card provider.'

const isSigned = ({ pairs, signature }: Notification, passphrase: string) =>
  sameSignature(signature, notificationSignature(pairs, passphrase))

/**
 * The provider moves without a word to us: who knows the passphrase is heard from anywhere, and then it is asked itself.
 * @throws 503 while the provider's own names cannot be looked up
 */
async function checkSource(
  { sources, passphrase }: Payfast,
  notification: Notification,
  address: string,
): Promise<Source> {
  const isTrusted = passphrase !== '' && isSigned(notification, passphrase)
  try {
    if (await isAllowedSource(sources, address)) return 'known'
    return isTrusted ? 'new' : 'foreign'
  } catch {
    if (isTrusted) return 'new'
    throw new Problem(503, 'It cannot be told at the moment whether this comes from the card provider.', {
      retryafter: 60,
    })
  }
}

type Circumstances = { address: string; body: string; wrong?: Wrong; doubt: string }

function storeNotification(
  tx: PlatformTx,
  notification: Notification,
  { address, body, wrong, doubt }: Circumstances,
): string {
  const { db, now } = tx
  const id = randomUUIDv7()
  const { reference, orderid, status } = notification
  const trusted = !wrong || wrong.known
  const order = trusted ? findPaymentOrder(db, toReceivedPayment(notification)) : undefined
  const accountid = typeof order === 'object' ? order.accountid : null
  db.insert(paymentnotifications)
    .values({
      id,
      receivedutc: now,
      address,
      reference: reference.slice(0, 60),
      orderid: orderid.slice(0, 60),
      accountid,
      status: status.slice(0, 30),
      state: wrong ? 'refused' : 'waiting',
      reason: wrong?.reason ?? doubt,
      body: trusted ? body : '',
      nextutc: wrong ? null : now,
    })
    .run()
  // What strangers try is on this list alone: the audit page is no place to fill.
  if (wrong?.known) recordAudit(tx, 'paymentrefused', { accountid, address, detail: wrong.reason })
  return id
}

export const purgeRefused = ({ platform }: Pick<Services, 'platform'>) =>
  platform.write(({ db }) => {
    const kept = db
      .select({ id: paymentnotifications.id })
      .from(paymentnotifications)
      .where(eq(paymentnotifications.state, 'refused'))
      .orderBy(desc(paymentnotifications.id))
      .limit(REFUSED_STORED)
    db.delete(paymentnotifications)
      .where(and(eq(paymentnotifications.state, 'refused'), notInArray(paymentnotifications.id, kept)))
      .run()
  })
