import type { Paid } from '#server/domains/account/fees/apply-payment.ts'
import type { Notification } from '#server/payfast/notification.ts'

/** What a notification says of a payment. */
export const paidBy = ({ reference, orderid, accountid, token, amount }: Notification): Paid => ({
  reference,
  orderid,
  accountid,
  token,
  amount,
})
