import { makeMailDue } from '#db/queries/outbox.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { hashServer, type SmtpQueue } from './smtp-queues.ts'
import { smtpFor } from './transport.ts'

/** What waits since `works` was down, else all that a server takes now; what one refused for its reader waits its time. */
export async function retryWaiting(
  { services, outboxes }: DeliveryContext,
  works?: Pick<SmtpQueue, 'key' | 'error'>,
) {
  const { platform, config } = services
  for (const accountid of outboxes.accountsWaiting()) {
    const smtp = smtpFor(services, accountid)
    if (smtp && (!works || hashServer(smtp) === works.key)) await outboxes.makeDue(accountid, works?.error)
  }
  if (config.smtp && (!works || hashServer(config.smtp) === works.key))
    await platform.write(({ db, now }) => makeMailDue(db, now, works?.error))
}
