import { type DueMail, dueMail } from '#db/queries/outbox.ts'
import { logFailure } from '#server/log.ts'
import { applyDecision } from './apply-decision.ts'
import type { DeliveryContext, DeliveryServices } from './delivery-context.ts'
import { decideDelivery } from './delivery-decision.ts'
import type { Outbox } from './outboxes.ts'
import type { Mail } from './queue.ts'
import { readMail } from './read-mail.ts'
import type { Smtp } from './smtp.ts'
import { smtpFor } from './transport.ts'

const READ_AT_ONCE = 100

export async function assignDueMail(context: DeliveryContext, outbox: Outbox, taken: Set<string>) {
  const { services, outboxes } = context
  try {
    const now = services.clock()
    const rows = outbox.read((db) => dueMail(db, now.toISOString(), READ_AT_ONCE + taken.size))
    const findSmtp = smtpLookup(services)
    const putOff = rows
      .filter(({ id }) => !taken.has(id))
      .map((row) => {
        const mail = readMail(services, row)
        const smtp = mail && findSmtp(outbox.accountid ?? mail.accountid, mail.proves && mail.to)
        const decision = assign(context, { outbox, row, mail, smtp }, taken, now.getTime())
        return { row, mail, decision }
      })
      .filter(({ decision }) => decision.what !== 'send')
    if (putOff.length > 0)
      await outbox.write((tx) => {
        for (const one of putOff) applyDecision(context, tx, one)
      })
  } catch (error) {
    logFailure('mail', error)
  }
  outboxes.reschedule(outbox)
}

type Due = { outbox: Outbox; row: DueMail; mail: Mail | null; smtp: Smtp | null }

function assign(
  { queues }: DeliveryContext,
  { outbox, row, mail, smtp }: Due,
  taken: Set<string>,
  now: number,
) {
  const queue = smtp ? queues.queueFor(smtp) : null
  const decision = decideDelivery(row, mail, queue, now)
  if (decision.what === 'send' && queue && smtp) {
    taken.add(row.id)
    queue.waiting.push({ outbox, id: row.id, smtp })
  } else if (queue) queues.closeIfIdle(queue)
  return decision
}

/** A server whose password cannot be opened counts as none. */
function smtpLookup(services: DeliveryServices) {
  const known = new Map<string, Smtp | null>()
  return (accountid: string | undefined, proves?: string) => {
    const key = `${accountid} ${proves}`
    if (!known.has(key)) known.set(key, smtpFor(services, accountid, proves))
    return known.get(key) ?? null
  }
}
