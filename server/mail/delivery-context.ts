import type { Services } from '#server/services.ts'
import type { MailOutcomes } from './apply-decision.ts'
import { Outboxes } from './outboxes.ts'
import { SmtpQueues } from './smtp-queues.ts'

export type DeliveryServices = Pick<
  Services,
  'background' | 'clock' | 'config' | 'encryption' | 'metrics' | 'platform' | 'tenants' | 'url'
>

export type DeliveryContext = ReturnType<typeof deliveryContext>

export const deliveryContext = (services: DeliveryServices, outcomes: MailOutcomes) => ({
  services,
  outcomes,
  outboxes: new Outboxes(services),
  queues: new SmtpQueues(),
})
