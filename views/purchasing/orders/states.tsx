import type { OrderState } from '#db/schema/tenant/index.ts'

export const stateWords: Record<OrderState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  part: 'Part received',
  received: 'Received',
  closed: 'Closed short',
  cancelled: 'Cancelled',
}
