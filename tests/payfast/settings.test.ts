import { describe, expect, test } from 'bun:test'
import { readConfig } from '#server/config.ts'
import { cardUpdateUrl, readPayfast } from '#server/payfast/settings.ts'
import { isAllowedSource } from '#server/payfast/source.ts'

const SECRET = 'never-to-be-repeated'
const merchant = {
  JOBLANE_PAYFAST_MERCHANT_ID: '10000100',
  JOBLANE_PAYFAST_MERCHANT_KEY: SECRET,
  JOBLANE_PAYFAST_PASSPHRASE: SECRET,
}
const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env, [])
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the settings', () => {
  test('turn card payments on together, or not at all', () => {
    expect(readPayfast(readConfig({}, []))).toBeUndefined()
    const { validateurl, processurl, sources } = readPayfast(readConfig(merchant, [])) ?? {}
    expect(processurl).toBe('https://www.payfast.co.za/eng/process')
    expect(validateurl).toBe('https://www.payfast.co.za/eng/query/validate')
    expect(sources).toContain('w1w.payfast.co.za')
    const { JOBLANE_PAYFAST_PASSPHRASE: _, ...some } = merchant
    expect(refusal(some)).toBe('Card payments also need JOBLANE_PAYFAST_PASSPHRASE.')
  })

  test('that are wrong are named, and no secret is repeated', () => {
    for (const [name, wrong] of [
      ['JOBLANE_PAYFAST_URL', 'payfast'],
      ['JOBLANE_PAYFAST_API_URL', 'ftp://api.payfast.co.za'],
      ['JOBLANE_PAYFAST_VALIDATE_URL', '/eng/query/validate'],
      ['JOBLANE_PAYFAST_SOURCES', 'www.payfast.co.za,not a host'],
    ] as const) {
      const said = refusal({ ...merchant, [name]: wrong })
      expect(said).toContain(name)
      expect(said).not.toContain(SECRET)
    }
  })

  test('of who is paid: a vendor has a name, an address and a number', () => {
    const vendor = { JOBLANE_SELLER: 'A; 1 Long Street; Cape Town', JOBLANE_SELLER_VAT: '4 123 456 789' }
    expect(readConfig(vendor, [])).toMatchObject({ sellervat: '4123456789', sellervatrate: null })
    expect<number | null>(readConfig({ ...vendor, JOBLANE_SELLER_VAT_RATE: '15,5' }, []).sellervatrate).toBe(
      155_000,
    )
    for (const [name, wrong] of [
      ['JOBLANE_SELLER_VAT', '3123456789'],
      ['JOBLANE_SELLER', 'A'],
      ['JOBLANE_SELLER_VAT_RATE', '115'],
    ] as const)
      expect(refusal({ ...vendor, [name]: wrong })).toContain(name)
  })

  test('lead to the page where a card is changed', () => {
    const payfast = readPayfast(readConfig(merchant, []))
    if (!payfast) throw new Error('card payments are off')
    expect(cardUpdateUrl(payfast, 'a/b', 'https://j.test/subscription')).toBe(
      'https://www.payfast.co.za/eng/recurring/update/a%2Fb?return=https%3A%2F%2Fj.test%2Fsubscription',
    )
  })
})

describe('a source', () => {
  test.each([
    ['127.0.0.1', ['127.0.0.1'], true],
    ['::ffff:127.0.0.1', ['127.0.0.1'], true],
    ['102.216.36.9', ['102.216.36.0/28'], true],
    ['102.216.36.16', ['102.216.36.0/28'], false],
    ['::1', ['::1'], true],
    ['127.0.0.1', ['localhost'], true],
    ['8.8.8.8', ['localhost'], false],
    ['www.payfast.co.za', ['10.0.0.0/8'], false],
    ['', ['127.0.0.1'], false],
  ])('%s among %p: %p', async (address, sources, expected) => {
    expect(await isAllowedSource(sources, address)).toBe(expected)
  })

  test('of which nothing can be said is neither', async () => {
    expect(isAllowedSource(['no-such-host.invalid'], '127.0.0.1')).rejects.toThrow()
  })
})
