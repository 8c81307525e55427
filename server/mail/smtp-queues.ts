import { createHash } from 'node:crypto'
import { pauseMs } from './delivery-decision.ts'
import type { Outbox } from './outboxes.ts'
import type { Smtp } from './smtp.ts'
import { type Transport, transportTo } from './transport.ts'

const CONNECTIONS = 2

export type QueuedMail = { outbox: Outbox; id: string; smtp: Smtp }

export type SmtpQueue = {
  key: string
  waiting: QueuedMail[]
  busy: number
  failures: number
  /** Epoch milliseconds. */
  downuntil: number
  error: string
  transport: Promise<Transport> | null
}

export class SmtpQueues {
  private readonly queues = new Map<string, SmtpQueue>()

  queueFor(smtp: Smtp): SmtpQueue {
    const key = hashServer(smtp)
    const queue = this.queues.get(key) ?? newQueue(key)
    this.queues.set(key, queue)
    return queue
  }

  ready(): SmtpQueue[] {
    return [...this.queues.values()].filter(({ waiting, busy }) => waiting.length > 0 && busy < CONNECTIONS)
  }

  transport(queue: SmtpQueue, smtp: Smtp): Promise<Transport> {
    queue.transport ??= transportTo(smtp, CONNECTIONS)
    return queue.transport
  }

  /** An empty queue hangs up, and is remembered only while its server is down. */
  closeIfIdle(queue: SmtpQueue) {
    if (queue.busy > 0 || queue.waiting.length > 0) return
    hangUp(queue)
    queue.transport = null
    if (queue.failures === 0) this.queues.delete(queue.key)
  }

  backOff(queue: SmtpQueue, now: number, error: string): QueuedMail[] {
    // Two mails that were under way fail together, and count once.
    if (queue.downuntil <= now) queue.failures++
    queue.downuntil = now + pauseMs(queue.failures)
    queue.error = error
    return queue.waiting.splice(0)
  }

  /** Of one server, else of all. */
  resetFailures(smtp?: Smtp) {
    const key = smtp && hashServer(smtp)
    for (const queue of this.queues.values())
      if (!key || queue.key === key) Object.assign(queue, { failures: 0, downuntil: 0, error: '' })
  }

  close() {
    for (const queue of this.queues.values()) hangUp(queue, true)
  }
}

const newQueue = (key: string): SmtpQueue => ({
  key,
  waiting: [],
  busy: 0,
  failures: 0,
  downuntil: 0,
  error: '',
  transport: null,
})

export const hashServer = ({ host, port, implicit, user, password, anycertificate, outside, lost }: Smtp) =>
  createHash('sha256')
    .update(JSON.stringify([host, port, implicit, user, password, anycertificate, outside, lost]))
    .digest('base64url')

// One that could not be made has failed the mail that asked for it.
const hangUp = ({ transport }: SmtpQueue, force = false) =>
  void transport?.then((one) => one.close({ force })).catch(() => {})
