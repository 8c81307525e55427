import { makeMailDue } from '#db/queries/outbox.ts'
import { SYSTEM } from '#db/types.ts'
import type { Job } from '#server/background.ts'
import type { OnUndeliverable } from './apply-decision.ts'
import { assignDueMail } from './assign-mail.ts'
import { type DeliveryContext, type DeliveryServices, deliveryContext } from './delivery-context.ts'
import { MailSender } from './mail-sender.ts'

const EVERY_MS = 2_000

export type Deliverer = {
  job: Job
  /** A mail was queued in that account's file: it goes out without waiting for the next round. */
  mailQueued(accountid: string): void
  /** Something was written to the platform's file, which may hold a mail. */
  wake(): void
  /** Tries again at once what waits in the platform's file, or in that account's too: a mail server was set. */
  retryNow(accountid?: string): Promise<void>
}

/**
 * Sends what stands in the outboxes (decision B7), at least once: a mail is marked after the server took it, and
 * one that is sent again after a crash carries the same Message-ID. Each server has a queue of its own, so that one
 * that is slow or down delays nobody else.
 */
export function createDeliverer(services: DeliveryServices, onUndeliverable: OnUndeliverable): Deliverer {
  const context = deliveryContext(services, onUndeliverable)
  const delivery = new DeliveryLoop(context)
  const wake = () => delivery.wake()
  return {
    job: { name: 'mail', everyms: EVERY_MS, run: () => delivery.run(), stop: () => delivery.stop() },
    mailQueued(accountid) {
      context.outboxes.noteQueued(accountid)
      wake()
    },
    wake,
    async retryNow(accountid) {
      context.queues.resetFailures()
      await services.platform.write(({ db, now }) => makeMailDue(db, now))
      if (accountid) {
        await services.tenants.write(accountid, SYSTEM, ({ db, now }) => makeMailDue(db, now))
        context.outboxes.noteQueued(accountid)
      }
      wake()
    },
  }
}

class DeliveryLoop {
  private readonly sender: MailSender
  private stopped = false
  private interrupt = () => {}

  constructor(private readonly context: DeliveryContext) {
    this.sender = new MailSender(context)
  }

  /** Until every file was looked into and nothing is under way. */
  async run() {
    const { services, outboxes } = this.context
    const { taken, underway } = this.sender
    for (;;) {
      const scanned = this.stopped || (await outboxes.scan())
      if (!this.stopped)
        for (const outbox of outboxes.due(services.clock().toISOString()))
          await assignDueMail(this.context, outbox, taken)
      if (!this.stopped) this.sender.sendReady()
      if (underway.size === 0 && scanned) return
      await this.pause()
    }
  }

  wake() {
    this.interrupt()
    if (!this.stopped) this.context.services.background.soon('mail')
  }

  stop() {
    this.stopped = true
    this.interrupt()
    this.sender.stop()
  }

  /** Until a mail is out, another is heard of, or a moment has passed. */
  private async pause() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.interrupt = resolve
    const timer = setTimeout(resolve, EVERY_MS)
    await Promise.race([promise, ...this.sender.underway])
    clearTimeout(timer)
  }
}
