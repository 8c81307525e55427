import { asCents, type Cents, parseCents } from '#server/money/decimal.ts'
import type { Pair } from './sign.ts'

export type Notification = {
  pairs: readonly Pair[]
  orderid: string
  reference: string
  status: string
  /** Undefined where there is none or it is no amount. */
  amount?: Cents
  merchantid: string
  accountid: string
  token: string
  signature: string
}

/** The order is kept: the signature is over it. */
export function readNotification(body: string): Notification {
  const pairs = [...new URLSearchParams(body)]
  const value = (name: string) => pairs.find(([key]) => key === name)?.[1] ?? ''
  return {
    pairs,
    orderid: value('m_payment_id'),
    reference: value('pf_payment_id'),
    status: value('payment_status').toUpperCase(),
    amount: parseAmount(value('amount_gross')),
    merchantid: value('merchant_id'),
    accountid: value('custom_str1'),
    token: value('token'),
    signature: value('signature'),
  }
}

function parseAmount(text: string): Cents | undefined {
  try {
    return /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? asCents(parseCents(text)) : undefined
  } catch {
    return undefined
  }
}
