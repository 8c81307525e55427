import { forgetWebhookEvents, type Webhook, type WebhookEvent } from '#db/queries/settings/webhooks.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { DAY_MS } from '#server/instants.ts'
import { notify } from '#server/notifications/notify.ts'
import type { PostOutcome } from './post-event.ts'
import { nextAttempt } from './retry-times.ts'

export const WEBHOOKS_PAGE = '/customise/webhooks'

const GONE = 410
const LOG_MS = 30 * DAY_MS
const FORGET_AT_ONCE = 20

export const isDelivered = ({ status }: PostOutcome) => status !== null && status >= 200 && status < 300

const describeOutcome = ({ status, error }: PostOutcome): string => {
  if (status === null) return error
  if (status === GONE) return 'It answered 410: nothing is wanted there any more.'
  if (status >= 300 && status < 400) return `It answered ${status}: redirections are not followed.`
  return isDelivered({ status, error, milliseconds: 0 }) ? '' : `It answered ${status}.`
}

/** Decides what becomes of an event after an attempt, and of the webhook with it. */
export function recordAttempt(tx: Tx, webhook: Webhook, event: WebhookEvent, outcome: PostOutcome) {
  const { db, now } = tx
  const error = describeOutcome(outcome)
  prepared(
    db,
    'INSERT INTO webhook_attempts (webhookid, eventid, dateutc, status, milliseconds, error) VALUES (?, ?, ?, ?, ?, ?)',
  ).run([webhook.id, event.id, now, outcome.status, outcome.milliseconds, error])
  if (isDelivered(outcome)) return settle(tx, webhook, event)
  const attempts = event.attempts + 1
  const nextutc = outcome.status === GONE ? null : nextAttempt(attempts, Date.parse(now))
  prepared(
    db,
    'UPDATE webhook_events SET attempts = ?, nextutc = ?, error = ? WHERE webhookid = ? AND id = ? AND nextutc IS NOT NULL',
  ).run([attempts, nextutc, error, webhook.id, event.id])
  if (nextutc === null) giveUp(tx, webhook, event, outcome.status === GONE ? error : '')
}

function settle({ db, now }: Tx, { id: webhookid }: Webhook, { id }: WebhookEvent) {
  prepared(
    db,
    "UPDATE webhook_events SET attempts = attempts + 1, nextutc = NULL, sentutc = ?, error = '' WHERE webhookid = ? AND id = ?",
  ).run([now, webhookid, id])
  prepared(db, 'UPDATE webhooks SET answeredutc = ? WHERE id = ?').run([now, webhookid])
  forgetWebhookEvents(db, webhookid, idAt(Date.parse(now) - LOG_MS), FORGET_AT_ONCE)
}

/** A UUID of version 7 begins with its time. */
const idAt = (time: number) => `msg_${Math.max(0, time).toString(16).padStart(12, '0')}`

/** Where nothing at all got through since the event happened, there is nobody: the rest need not be tried. */
function giveUp(tx: Tx, webhook: Webhook, event: WebhookEvent, why: string) {
  const isSilent = !webhook.answeredutc || webhook.answeredutc < event.createdutc
  const reason = why || (isSilent ? 'Nothing got through for three days.' : '')
  if (reason) stopWebhook(tx, webhook, reason)
}

export function stopWebhook(tx: Tx, { id, url }: Webhook, reason: string) {
  const stopped = prepared(
    tx.db,
    "UPDATE webhooks SET state = 'stopped', reason = ?, version = version + 1, updatedutc = ? WHERE id = ? AND state = 'on'",
  ).run([reason, tx.now, id])
  if (stopped.changes === 0) return
  tx.publish('RecordChanged', [{ table: 'webhooks', id }])
  const message = `The webhook to ${new URL(url).host} was stopped. ${reason} What waited is kept; switch it on again once it answers.`
  for (const { id: userid } of listUsersWithClaim(tx.db, 'settings.manage'))
    notify(tx, { userid, type: 'error', message, code: 'webhook', open: `${WEBHOOKS_PAGE}/${id}` })
}
