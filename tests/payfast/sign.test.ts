import { describe, expect, test } from 'bun:test'
import { asCents } from '#server/money/decimal.ts'
import { signedForm } from '#server/payfast/form.ts'
import { readNotification } from '#server/payfast/notification.ts'
import {
  callSignature,
  encodeValue,
  formSignature,
  notificationSignature,
  type Pair,
  sameSignature,
} from '#server/payfast/sign.ts'

// The provider's own examples are the vectors of its public PHP SDK; the others were computed with Python's hashlib
// and urllib, which share no code with ours.

describe('a payment form', () => {
  test("is signed as the provider's SDK signs its example, a cycle count of 0 included", () => {
    const fields = {
      merchant_id: '10028084',
      merchant_key: '4hjoenwbwnuso',
      return_url: 'https://test.com/billing/success',
      cancel_url: 'https://test.com/billing/cancel',
      notify_url: 'https://test.com/payfast/webhook',
      name_first: 'Test',
      name_last: 'Test',
      email_address: 'test@test.com',
      m_payment_id: '5',
      amount: '5.00',
      item_name: 'Test',
      custom_int1: '1',
      custom_int2: '1',
      custom_str1: 'U29tZSBUZXN0IFN0cmluZw',
      custom_str2: 'QW5vdGhlciBUZXN0IFN0cmluZw',
      email_confirmation: '1',
      confirmation_address: 'test@test.test',
      subscription_type: '1',
      billing_date: '2023-01-01',
      recurring_amount: '5',
      frequency: '3',
      cycles: '0',
    }
    expect(formSignature(Object.entries(fields), 'payfastsandbox')).toBe('3441682c5d8a65486f5b7cc8ce41d146')
  })

  test('is signed with accents, apostrophes, tildes and stars as PHP encodes them; blanks are left out', () => {
    const fields: Pair[] = [
      ['merchant_id', '10000100'],
      ['merchant_key', '46f0cd694581a'],
      ['return_url', 'https://jobs.example.co.za/subscription/returned?order=1'],
      ['cancel_url', ''],
      ['name_first', ' Zoë '],
      ['name_last', "O'Brien & Søn"],
      ['email_address', 'a+b@example.co.za'],
      ['amount', '1499.00'],
      ['item_name', 'Joblane (monthly) ~ *10'],
    ]
    expect(formSignature(fields, 'jt7NOE43FZPn')).toBe('61a4459e617943f4c98210c760ba0ff8')
    expect(encodeValue("~*()'! ë/")).toBe('%7E%2A%28%29%27%21+%C3%AB%2F')
  })

  test('asks in rand with two decimals, monthly, until cancelled, and holds no blank field', () => {
    const { fields } = signedForm(
      {
        merchantid: '10000100',
        merchantkey: 'k',
        passphrase: 'p',
        processurl: 'https://p.test/eng/process',
        apiurl: '',
        validateurl: '',
        sources: [],
      },
      {
        orderid: 'o',
        accountid: 'a',
        amount: asCents(149_900),
        itemname: 'x'.repeat(300),
        itemdescription: '',
        billingdate: '2026-12-18',
        person: { firstname: 'Ann', lastname: '', email: 'ann@x.test' },
        returnurl: 'https://j.test/r',
        cancelurl: 'https://j.test/c',
        notifyurl: 'https://j.test/n',
      },
    )
    const form = Object.fromEntries(fields)
    expect(form).toMatchObject({
      amount: '1499.00',
      recurring_amount: '1499.00',
      frequency: '3',
      cycles: '0',
    })
    expect(form).toMatchObject({ subscription_type: '1', custom_str1: 'a' })
    expect(form.item_name).toHaveLength(100)
    expect(Object.values(form)).not.toContain('')
    expect(Object.keys(form).at(-1)).toBe('signature')
  })
})

const example =
  'm_payment_id=000000020&pf_payment_id=1579137&payment_status=COMPLETE&item_name=Order+%23000000020&item_description=&amount_gross=15.00&amount_fee=-2.30&amount_net=12.70&custom_str1=&custom_str2=&custom_str3=&custom_str4=&custom_str5=&custom_int1=&custom_int2=&custom_int3=&custom_int4=&custom_int5=&name_first=Tom&name_last=Tom&email_address=lindley%2Buser1%40appinlet.com&merchant_id=10027938&signature=4078bca2c8987e0e0c4e7230f2f46323'

describe('a notification', () => {
  test("has the signature of the SDK's recorded one: in the order received, blanks included", () => {
    const { pairs, signature } = readNotification(example)
    expect(notificationSignature(pairs, '')).toBe(signature)
  })

  test('with its fields in another order, or one changed, has another', () => {
    const { pairs, signature } = readNotification(example)
    const [first, second, ...rest] = pairs as [Pair, Pair, ...Pair[]]
    expect(notificationSignature([second, first, ...rest], '')).not.toBe(signature)
    const changed = readNotification(example.replace('15.00', '1.00'))
    expect(notificationSignature(changed.pairs, '')).not.toBe(signature)
    expect(notificationSignature(pairs, 'a passphrase')).not.toBe(signature)
  })

  test('is read to the cent, and what is no amount is none', () => {
    expect(readNotification(example)).toMatchObject({
      amount: 1500,
      reference: '1579137',
      status: 'COMPLETE',
    })
    for (const wrong of ['15.001', '1e3', '', '0x10', '15,00'])
      expect(readNotification(`amount_gross=${encodeValue(wrong)}`).amount).toBeUndefined()
  })
})

test('a call is signed over headers, body and passphrase, sorted by name', () => {
  const headers = { version: 'v1', timestamp: '2026-11-21T10:00:00+02:00', 'merchant-id': '10000100' }
  expect(callSignature(headers, 'jt7NOE43FZPn')).toBe('523d56f5e7ad1088dfe840837d5bed53')
  expect(callSignature({ ...headers, amount: '49900' }, 'jt7NOE43FZPn')).toBe(
    'ae007cee6a4de4dad07a03002cacedf0',
  )
})

test('signatures of another length or letter differ', () => {
  expect(sameSignature('abc', 'abc')).toBe(true)
  expect(sameSignature('abd', 'abc')).toBe(false)
  expect(sameSignature('', 'abc')).toBe(false)
})
