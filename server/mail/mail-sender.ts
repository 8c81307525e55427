import { ServedElsewhere } from '#db/placement.ts'
import { type DueMail, dueMailById, purgeSent } from '#db/queries/outbox.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { applyDecision, recordSent } from './apply-decision.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { decideAfterError } from './delivery-decision.ts'
import { composeMessage } from './message.ts'
import type { Outbox } from './outboxes.ts'
import type { Mail } from './queue.ts'
import { readMail } from './read-mail.ts'
import { retryWaiting } from './retry-waiting.ts'
import { readSmtpError, type SmtpError } from './smtp-error.ts'
import type { QueuedMail, SmtpQueue } from './smtp-queues.ts'

const SENT_AT_ONCE = 20
const STOP_MS = 3_000
const MARK_AGAIN_MS = 2_000
const RETENTION_MS = 30 * DAY_MS

export class MailSender {
  readonly taken = new Set<string>()
  readonly underway = new Set<Promise<void>>()
  private readonly abort = new AbortController()
  private stopped = false

  constructor(private readonly context: DeliveryContext) {}

  /** One mail of each queue after the other, so that a long queue for one server is no queue for all. */
  sendReady() {
    const { queues } = this.context
    for (let ready = queues.ready(); ready.length > 0; ready = queues.ready())
      for (const queue of ready) {
        if (this.underway.size >= SENT_AT_ONCE) return
        this.begin(queue, queue.waiting.shift() as QueuedMail)
      }
  }

  stop() {
    this.stopped = true
    setTimeout(() => {
      this.abort.abort()
      this.context.queues.close()
    }, STOP_MS).unref()
  }

  private begin(queue: SmtpQueue, queued: QueuedMail) {
    const { queues, outboxes } = this.context
    queue.busy++
    const sending = this.send(queue, queued)
      .catch((error) => logFailure('mail', error))
      .finally(() => {
        queue.busy--
        this.taken.delete(queued.id)
        queues.closeIfIdle(queue)
        outboxes.reschedule(queued.outbox)
        this.underway.delete(sending)
      })
    this.underway.add(sending)
  }

  private async send(queue: SmtpQueue, queued: QueuedMail) {
    const { services, queues } = this.context
    const { outbox, id } = queued
    const row = outbox.read((db) => dueMailById(db, services.clock().toISOString(), id))
    const mail = row && readMail(services, row)
    if (!row || !mail) return
    const error = await this.handOver(queue, queued, row, mail)
    services.metrics.sawMail(error ? 'failed' : 'sent')
    if (!error) {
      const mended = queue.failures > 0
      queue.failures = 0
      await this.markSent(outbox, id, mail)
      // What failed while it was down would wait for hours.
      if (mended) await retryWaiting(this.context, queue)
      return
    }
    if (this.abort.signal.aborted) return
    const now = services.clock().getTime()
    if (error.about === 'server')
      for (const waiting of queues.backOff(queue, now, error.sentence)) this.taken.delete(waiting.id)
    const decision = decideAfterError(row, error, now)
    await outbox.write((tx) => applyDecision(this.context, tx, { row, mail, decision }, true))
  }

  private async handOver(
    queue: SmtpQueue,
    { smtp }: QueuedMail,
    { id, createdutc }: DueMail,
    mail: Mail,
  ): Promise<SmtpError | null> {
    const { services, queues } = this.context
    try {
      const message = composeMessage(mail, smtp, { id, createdutc, host: new URL(services.url).hostname })
      const transport = await queues.transport(queue, smtp)
      await transport.sendMail({ ...message, signal: this.abort.signal })
      return null
    } catch (error) {
      return readSmtpError(error)
    }
  }

  /**
   * A file that cannot be written to now must not make the mail go out again; where the account moved away, whoever serves
   * it sends it once more under the same Message-ID.
   */
  private async markSent(outbox: Outbox, id: string, mail: Mail) {
    for (;;)
      try {
        return await outbox.write((tx) => {
          recordSent(this.context, tx, id, mail)
          purgeSent(tx.db, addMs(tx.now, -RETENTION_MS))
        })
      } catch (error) {
        if (this.stopped || error instanceof ServedElsewhere) throw error
        await Bun.sleep(MARK_AGAIN_MS)
      }
  }
}
