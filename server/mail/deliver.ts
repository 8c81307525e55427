import { makeMailDue } from '#db/queries/outbox.ts'
import { logFailure } from '#server/log.ts'
import type { MailOutcomes } from './apply-decision.ts'
import { assignDueMail } from './assign-mail.ts'
import type { Deliverer } from './deliverer.ts'
import { type DeliveryContext, type DeliveryServices, deliveryContext } from './delivery-context.ts'
import { MailSender } from './mail-sender.ts'
import { retryWaiting } from './retry-waiting.ts'
import { smtpFor } from './transport.ts'

const EVERY_MS = 2_000

/** At least once: marked after the server took it; sent again after a crash, it has the same Message-ID (decision B7). */
export function createDeliverer(services: DeliveryServices, outcomes: MailOutcomes): Deliverer {
  const context = deliveryContext(services, outcomes)
  const delivery = new DeliveryLoop(context)
  const wake = () => delivery.wake()
  const askServer = (accountid: string) => {
    const smtp = smtpFor(services, accountid)
    if (smtp) context.queues.resetFailures(smtp)
  }
  return {
    job: { name: 'mail', everyms: EVERY_MS, run: () => delivery.run(), stop: () => delivery.stop() },
    mailQueued(accountid) {
      context.outboxes.noteQueued(accountid)
      wake()
    },
    waiting: () => context.outboxes.waiting,
    wake,
    askServer,
    async retryNow(accountid) {
      if (accountid) {
        askServer(accountid)
        await context.outboxes.makeDue(accountid)
      } else context.queues.resetFailures()
      // Without a server of its own the platform sends over that of the only business.
      if (!accountid || !services.config.smtp)
        await services.platform.write(({ db, now }) => makeMailDue(db, now))
      wake()
    },
  }
}

class DeliveryLoop {
  private readonly sender: MailSender
  private stopped = false
  private started = false
  private interrupt = () => {}

  constructor(private readonly context: DeliveryContext) {
    this.sender = new MailSender(context)
  }

  async run() {
    const { services, outboxes } = this.context
    const { taken, underway } = this.sender
    for (;;) {
      const scanned = this.stopped || (await outboxes.scan())
      if (scanned && !this.stopped && !this.started) {
        this.started = true
        // Whoever starts the program again may have set a server, or mended one.
        await retryWaiting(this.context).catch((error) => logFailure('mail', error))
      }
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

  private async pause() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.interrupt = resolve
    const timer = setTimeout(resolve, EVERY_MS)
    await Promise.race([promise, ...this.sender.underway])
    clearTimeout(timer)
  }
}
