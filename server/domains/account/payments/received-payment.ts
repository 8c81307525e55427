import type { ReceivedPayment } from '#server/domains/account/fees/apply-payment.ts'
import type { Notification } from '#server/payfast/notification.ts'

export const toReceivedPayment = ({
  reference,
  orderid,
  accountid,
  token,
  amount,
}: Notification): ReceivedPayment => ({
  reference,
  orderid,
  accountid,
  token,
  amount,
})
