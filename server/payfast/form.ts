import { type Cents, toDecimalText } from '#server/money/decimal.ts'
import type { Payfast } from './settings.ts'
import { formSignature, type Pair } from './sign.ts'

type PaymentFormInput = {
  orderid: string
  accountid: string
  amount: Cents
  itemname: string
  itemdescription: string
  /** `YYYY-MM-DD`. */
  billingdate: string
  person: { firstname: string; lastname: string; email: string }
  returnurl: string
  cancelurl: string
  notifyurl: string
}

const MONTHLY = '3'
const UNTIL_CANCELLED = '0'

/** Fields in the order in which they are signed. */
export function signedForm(payfast: Payfast, asked: PaymentFormInput): { url: string; fields: Pair[] } {
  const amount = toDecimalText(asked.amount, 'cents')
  const fields: Pair[] = [
    ['merchant_id', payfast.merchantid],
    ['merchant_key', payfast.merchantkey],
    ['return_url', asked.returnurl],
    ['cancel_url', asked.cancelurl],
    ['notify_url', asked.notifyurl],
    ['name_first', cut(asked.person.firstname, 100)],
    ['name_last', cut(asked.person.lastname, 100)],
    ['email_address', cut(asked.person.email, 100)],
    ['m_payment_id', asked.orderid],
    ['amount', amount],
    ['item_name', cut(asked.itemname, 100)],
    ['item_description', cut(asked.itemdescription, 255)],
    ['custom_str1', asked.accountid],
    ['subscription_type', '1'],
    ['billing_date', asked.billingdate],
    ['recurring_amount', amount],
    ['frequency', MONTHLY],
    ['cycles', UNTIL_CANCELLED],
  ]
  const given = fields
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return {
    url: payfast.processurl,
    fields: [...given, ['signature', formSignature(given, payfast.passphrase)]],
  }
}

const cut = (text: string, most: number) => [...text].slice(0, most).join('')
