import { accountIds } from '#db/queries/outbox.ts'
import {
  dueWebhookEvents,
  listWebhooks,
  nextWebhookEvent,
  type Webhook,
  type WebhookEvent,
} from '#db/queries/settings/webhooks.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import type { BackgroundJob } from '#server/background.ts'
import type { Route } from '#server/http/route.ts'
import { logFailure } from '#server/log.ts'
import { type Outbox, Outboxes } from '#server/mail/outboxes.ts'
import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'
import { buildEvent, NobodyToAsk } from './build-event.ts'
import { postEvent } from './post-event.ts'
import { isDelivered, recordAttempt, stopWebhook } from './record-attempt.ts'
import { signEvent } from './sign-event.ts'

const EVERY_MS = 2_000
/** One that answers slowly takes no place of the others. */
const AT_ONCE_EACH = 4
const AT_ONCE_ACCOUNT = 8
const AT_ONCE = 32

export type WebhookDeliverer = {
  job: BackgroundJob
  queued(accountid: string): void
  /** Accounts in which an event waits. */
  waiting(): number
}

/** At least once, each time under the same id: whoever gets it twice knows it by that. */
export function createWebhookDeliverer(services: Services, routes: readonly Route[]): WebhookDeliverer {
  const outboxes = new Outboxes(services, { accounts: accountIds, next: nextWebhookEvent })
  const underway = new Map<string, { accountid: string; webhookid: string; done: Promise<void> }>()
  /** Accounts all of whose receivers are busy: an event more is begun when one comes free, or at the next look. */
  const full = new Set<string>()
  const ending = new AbortController()
  let interrupt = () => {}

  const busyWith = (webhookid: string) =>
    [...underway.values()].filter((one) => one.webhookid === webhookid).length

  /** However many accounts fill all places with receivers that never answer, one that has none gets one. */
  function placesLeft(accountid: string): number {
    const own = [...underway.values()].filter((one) => one.accountid === accountid).length
    const left = Math.max(AT_ONCE - underway.size, own === 0 ? 1 : 0)
    return Math.min(AT_ONCE_ACCOUNT - own, left)
  }

  function begin(outbox: Outbox, accountid: string) {
    const now = services.clock().toISOString()
    const { read } = services.tenants
    const listening = read(accountid, listWebhooks).filter(({ state }) => state === 'on')
    for (const webhook of listening) {
      const free = Math.min(AT_ONCE_EACH - busyWith(webhook.id), placesLeft(accountid))
      if (free <= 0) continue
      const due = read(accountid, (db) => dueWebhookEvents(db, webhook.id, now, AT_ONCE_EACH * 2))
      for (const event of due.filter(({ id }) => !underway.has(id)).slice(0, free)) {
        const done = attempt({ services, routes, ending: ending.signal }, accountid, webhook, event)
          .catch((error) => logFailure('webhooks', error))
          .finally(() => {
            underway.delete(event.id)
            full.delete(accountid)
            outboxes.reschedule(outbox)
          })
        underway.set(event.id, { accountid, webhookid: webhook.id, done })
      }
    }
    if (!listening.some(({ id }) => busyWith(id) > 0)) outboxes.reschedule(outbox)
    else if (listening.every(({ id }) => busyWith(id) >= AT_ONCE_EACH)) full.add(accountid)
  }

  async function pause() {
    const { promise, resolve } = Promise.withResolvers<void>()
    interrupt = resolve
    const timer = setTimeout(resolve, EVERY_MS)
    await Promise.race([promise, ...[...underway.values()].map(({ done }) => done)])
    clearTimeout(timer)
  }

  async function run() {
    for (;;) {
      const scanned = ending.signal.aborted || (await outboxes.scan())
      if (!ending.signal.aborted)
        for (const outbox of outboxes.due(services.clock().toISOString()))
          if (outbox.accountid) begin(outbox, outbox.accountid)
      if (underway.size === 0 && scanned) return
      await pause()
    }
  }

  return {
    job: {
      name: 'webhooks',
      everyms: EVERY_MS,
      run,
      stop() {
        ending.abort()
        interrupt()
      },
    },
    waiting: () => outboxes.waiting,
    queued(accountid) {
      outboxes.noteQueued(accountid)
      if (full.has(accountid)) return
      interrupt()
      if (!ending.signal.aborted) services.background.soon('webhooks')
    },
  }
}

type Delivery = { services: Services; routes: readonly Route[]; ending: AbortSignal }

async function attempt(delivery: Delivery, accountid: string, webhook: Webhook, event: WebhookEvent) {
  const { services, ending } = delivery
  const write = (run: (tx: Tx) => void) => services.tenants.write(accountid, SYSTEM, run)
  const outcome = await post(delivery, accountid, webhook, event).catch((error) => {
    if (error instanceof NobodyToAsk) return error
    logFailure('webhooks', error)
    return { status: null, error: 'What it says could not be made.', milliseconds: 0 }
  })
  if (outcome instanceof NobodyToAsk) return write((tx) => stopWebhook(tx, webhook, outcome.message))
  if (ending.aborted && outcome.status === null) return
  services.metrics.sawWebhook(isDelivered(outcome) ? 'delivered' : 'failed')
  await write((tx) => recordAttempt(tx, webhook, event, outcome))
}

async function post(
  { services, routes, ending }: Delivery,
  accountid: string,
  webhook: Webhook,
  event: WebhookEvent,
) {
  const secrets = readSecrets(services, webhook)
  const body = await buildEvent(services, routes, accountid, webhook, event)
  const timestamp = Math.floor(services.clock().getTime() / 1000)
  return postEvent({
    url: webhook.url,
    body,
    ending,
    inside: services.config.webhookprivate,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Joblane/${VERSION}`,
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signEvent(secrets, { id: event.id, timestamp, body }),
    },
  })
}

/** @throws NobodyToAsk where they were encrypted under another key */
function readSecrets(
  { encryption, clock }: Services,
  { secret, oldsecret, oldsecretuntil }: Webhook,
): string[] {
  const isTwo = oldsecret && oldsecretuntil && oldsecretuntil > clock().toISOString()
  try {
    return [secret, ...(isTwo ? [oldsecret] : [])].map((one) => encryption.decrypt(one))
  } catch {
    throw new NobodyToAsk('Its secret was encrypted under another key: give it a new one.')
  }
}
