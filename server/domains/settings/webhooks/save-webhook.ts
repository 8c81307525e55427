import { eq } from 'drizzle-orm'
import { listWebhooks, type Webhook, webhookEventById } from '#db/queries/settings/webhooks.ts'
import { webhooks } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { insertWebhookEvents, WEBHOOK_QUEUED } from '#db/webhook-events.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Encryption } from '#server/encryption.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { eventKinds, isWebhookKind, TEST_EVENT } from '#server/webhooks/event-kinds.ts'
import { newWebhookSecret } from '#server/webhooks/sign-event.ts'
import { presentWebhook } from './present.ts'

const MAX_WEBHOOKS = 10
/** For as long as two secrets sign. */
const ROTATION_HOURS = 24

type WebhookValues = {
  name?: string
  url?: string
  kinds?: readonly string[]
  claims?: readonly string[]
  state?: 'on' | 'off'
}

type Holder = { userid: string; claims: ReadonlySet<Claim> }

/** @throws 400 by field */
export function checkWebhookUrl(url: string, inside: boolean) {
  const to = URL.canParse(url) ? new URL(url) : undefined
  if (!to || !['https:', 'http:'].includes(to.protocol))
    throw invalid({ url: 'Give the whole address, such as https://example.co.za/joblane.' })
  if (to.protocol === 'http:' && !inside) throw invalid({ url: 'The address must begin with https://.' })
  if (to.username || to.password)
    throw invalid({ url: 'Leave the password out of the address: each event is signed instead.' })
  return to.hostname.replace(/^\[|\]$/g, '')
}

/** Without claims it is given those by which its kinds are read, and sees no amounts of jobs. */
function storedValues({ name, url, kinds, claims }: WebhookValues, by: Holder, before?: Webhook) {
  const wanted = kinds ?? (before ? (JSON.parse(before.kinds) as string[]) : [])
  if (wanted.length === 0) throw invalid({ kinds: 'Choose what it is told of.' })
  const needed = wanted.flatMap((kind) => (isWebhookKind(kind) ? eventKinds[kind].claim : []))
  const missing = needed.find((claim) => !by.claims.has(claim))
  if (missing) throw invalid({ kinds: 'You may not read all of this yourself.' })
  const given = claims ?? (before ? (JSON.parse(before.claims) as string[]) : [])
  const refused = given.find((claim) => !by.claims.has(claim as Claim))
  if (refused) throw invalid({ claims: 'A webhook is given no right that you do not hold yourself.' })
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    kinds: JSON.stringify([...new Set(wanted)].sort()),
    claims: JSON.stringify([...new Set([...given, ...needed])].sort()),
  }
}

type Made = { webhook: Webhook; secret: string }

export function addWebhook(
  tx: Tx,
  encryption: Encryption,
  by: Holder,
  { id, ...values }: WebhookValues & { id?: string; url: string },
): Made {
  if (listWebhooks(tx.db).length >= MAX_WEBHOOKS)
    throw invalid({ url: `There are ${MAX_WEBHOOKS} webhooks already: remove one that is no longer used.` })
  const secret = newWebhookSecret()
  const webhook = insert(tx, webhooks, {
    ...storedValues(values, by),
    id,
    url: values.url,
    userid: by.userid,
    state: 'on',
    secret: encryption.encrypt(secret),
  })
  tx.publish('RecordChanged', [{ table: 'webhooks', id: webhook.id }])
  return { webhook, secret }
}

/** Whoever changes what it is told answers for it from then on. */
export function changeWebhook(
  tx: Tx,
  by: Holder,
  id: string,
  { state, version, ...values }: WebhookValues & { version?: number },
): Webhook {
  const before = readWebhook(tx, id)
  // Here, since what stands now is told to whoever lost, and its secrets are told to nobody.
  if (version !== undefined && version !== before.version) throw conflict(presentWebhook(tx.db, before))
  const isTold = values.kinds !== undefined || values.claims !== undefined || values.url !== undefined
  updateRecord(tx, webhooks, id, {
    ...(isTold
      ? { ...storedValues(values, by, before), userid: by.userid }
      : { name: values.name ?? before.name }),
    ...(state && { state }),
  })
  if (state) prepared(tx.db, "UPDATE webhooks SET reason = '', dropped = 0 WHERE id = ?").run([id])
  if (state === 'on') tx.publish(WEBHOOK_QUEUED, [])
  if (state === 'off') dropWaiting(tx, id)
  tx.publish('RecordChanged', [{ table: 'webhooks', id }])
  return readWebhook(tx, id)
}

export const switchWebhook = (tx: Tx, by: Holder, id: string): Webhook =>
  changeWebhook(tx, by, id, { state: readWebhook(tx, id).state === 'on' ? 'off' : 'on' })

/** What waits for one that a person switches off is not sent: nobody may want it a week later. */
function dropWaiting({ db }: Tx, id: string) {
  prepared(
    db,
    "UPDATE webhook_events SET nextutc = NULL, error = 'It was switched off.' WHERE webhookid = ? AND nextutc IS NOT NULL",
  ).run([id])
}

export function removeWebhook(tx: Tx, id: string): Webhook {
  readWebhook(tx, id)
  const webhook = updateRecord(tx, webhooks, id, { archived: true, state: 'off' })
  // Not by the record: its history would keep what is taken away here.
  prepared(tx.db, "UPDATE webhooks SET secret = '', oldsecret = '' WHERE id = ?").run([id])
  dropWaiting(tx, id)
  tx.publish('RecordChanged', [{ table: 'webhooks', id }])
  return webhook as Webhook
}

/** @throws 404 */
export function readWebhook({ db }: Pick<Tx, 'db'>, id: string): Webhook {
  const webhook = getRecord(db, webhooks, id) as Webhook
  if (webhook.archived) throw notFound('webhook')
  return webhook
}

/** For a day both sign, so that the other side can change over without missing anything. */
export function rotateSecret(tx: Tx, encryption: Encryption, id: string): Made {
  const { secret: oldsecret } = readWebhook(tx, id)
  const secret = newWebhookSecret()
  const oldsecretuntil = addMs(tx.now, (ROTATION_HOURS / 24) * DAY_MS)
  tx.db
    .update(webhooks)
    .set({ secret: encryption.encrypt(secret), oldsecret, oldsecretuntil })
    .where(eq(webhooks.id, id))
    .run()
  tx.publish('RecordChanged', [{ table: 'webhooks', id }])
  return { webhook: readWebhook(tx, id), secret }
}

/** @throws 409 while it is switched off */
export function queueTest(tx: Tx, id: string): string {
  requireOn(readWebhook(tx, id))
  const [eventid = ''] = insertWebhookEvents(tx, id, [{ kind: TEST_EVENT, id }])
  tx.publish(WEBHOOK_QUEUED, [])
  return eventid
}

/** Once more, under the same id. @throws 404, 409 */
export function resendEvent(tx: Tx, id: string, eventid: string): string {
  requireOn(readWebhook(tx, id))
  const event = webhookEventById(tx.db, id, eventid)
  if (!event) throw notFound('event')
  prepared(tx.db, 'UPDATE webhook_events SET nextutc = ? WHERE webhookid = ? AND id = ?').run([
    tx.now,
    id,
    eventid,
  ])
  tx.publish(WEBHOOK_QUEUED, [])
  return eventid
}

function requireOn({ state, version }: Webhook) {
  if (state !== 'on') throw conflict({ version }, 'It is switched off: switch it on first.')
}
