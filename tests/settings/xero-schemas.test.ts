import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TObject, TSchema } from '@sinclair/typebox'
import { asCents, asQuantity } from '#server/money/decimal.ts'
import { xeroAmounts } from '#server/xero/line-amounts.ts'
import {
  findXeroFaults,
  XeroAllocation,
  XeroContact,
  XeroCreditNote,
  XeroInvoice,
  XeroLine,
  XeroPayment,
} from '#server/xero/schemas.ts'

const file = join(import.meta.dir, '../../../shared/data/xero/xero_accounting.yaml')
const isHere = existsSync(file)
if (!isHere) console.log(`Xero's OpenAPI file is not at ${file}: our schemas are not compared with it here.`)

type Property = {
  type?: string
  maxLength?: number
  enum?: string[]
  $ref?: string
  allOf?: Property[]
  readOnly?: boolean
}
type Spec = { components: { schemas: Record<string, Property & { properties?: Record<string, Property> }> } }

const pairs: [string, TObject][] = [
  ['Invoice', XeroInvoice],
  ['CreditNote', XeroCreditNote],
  ['LineItem', XeroLine],
  ['Payment', XeroPayment],
  ['Allocation', XeroAllocation],
  ['Contact', XeroContact],
]

const literals = (schema: TSchema): string[] =>
  schema.anyOf ? schema.anyOf.flatMap(literals) : schema.const === undefined ? [] : [schema.const]

describe.skipIf(!isHere)('what is sent is what Xero’s OpenAPI file says', () => {
  const spec = isHere ? (Bun.YAML.parse(readFileSync(file, 'utf8')) as Spec) : { components: { schemas: {} } }
  const { schemas } = spec.components
  const resolve = (property: Property): Property => {
    const [, name = ''] = /schemas\/(\w+)$/.exec(property.$ref ?? '') ?? []
    return name ? (schemas[name] ?? {}) : property
  }

  test.each(pairs)('%s: fields, kinds, limits and words', (name, ours) => {
    const theirs = schemas[name]?.properties ?? {}
    for (const [field, schema] of Object.entries(ours.properties)) {
      expect(Object.keys(theirs), `${name}.${field}`).toContain(field)
      const property = theirs[field] as Property
      const there = resolve(property)
      expect(property.readOnly ?? false, `${name}.${field} is not read only`).toBe(false)
      const words = literals(schema)
      if (there.enum && words.length > 0) expect(there.enum).toEqual(expect.arrayContaining(words))
      if (there.maxLength !== undefined && schema.type === 'string')
        expect(schema.maxLength, `${name}.${field}`).toBe(there.maxLength)
      if (schema.type === 'number' || schema.type === 'array') expect(there.type).toBe(schema.type)
      if (schema.type === 'object') expect(there.type).toBe('object')
    }
  })

  test('an Idempotency-Key has at most 128 characters, as ours do', () => {
    const longest = `joblane-${crypto.randomUUID()}-${Number.MAX_SAFE_INTEGER}-contact`
    expect(longest.length).toBeLessThanOrEqual(128)
    expect(readFileSync(file, 'utf8')).toContain('128 character max')
  })
})

describe('a line', () => {
  const amounts = (quantity: number, net: number) =>
    xeroAmounts({ description: 'Work', quantity: asQuantity(quantity), unit: 'm', net: asCents(net) })

  test.each([
    [1_000_000, 2506, { Quantity: 1, UnitAmount: 25.06, LineAmount: 25.06 }],
    [7_000_000, 210, { Quantity: 7, UnitAmount: 0.3, LineAmount: 2.1 }],
    [3_000_000, 100, { Quantity: 3, UnitAmount: 0.3333, LineAmount: 1 }],
    [2_500_000, -100, { Quantity: 2.5, UnitAmount: -0.4, LineAmount: -1 }],
    // No price of four decimals comes to it, or the quantity has more than four.
    [
      123_456_789_000,
      12_346_914,
      { Description: expect.stringMatching(/^Work \(/), Quantity: 1, LineAmount: 123_469.14 },
    ],
    [1_234_567, 500, { Description: expect.stringMatching(/^Work \(/), Quantity: 1, UnitAmount: 5 }],
    [0, 0, { Quantity: 1, LineAmount: 0 }],
  ])('of %d millionths for %d cents comes to the same in Xero', (quantity, net, sent) => {
    expect(amounts(quantity, net)).toMatchObject(sent)
  })

  test('any quantity and amount comes to the cent', () => {
    for (let n = 1; n < 4_000; n++) {
      const net = (n * 7919) % 1_000_003
      const sent = amounts(((n * 104_729) % 50_000_017) + 1, net)
      expect(Math.round(Number((sent.Quantity * sent.UnitAmount * 100).toPrecision(12)))).toBe(net)
    }
  })
})

test('what Xero would refuse is said by its field before it is sent', () => {
  const line = {
    Description: 'x'.repeat(4_001),
    Quantity: 1,
    UnitAmount: 1,
    LineAmount: 1,
    AccountCode: '',
    TaxType: 'NONE',
    TaxAmount: 0,
  }
  expect(findXeroFaults(XeroLine, line)).toEqual([
    'Xero takes at most 4000 characters as a description.',
    'Xero needs an account code.',
  ])
  expect(findXeroFaults(XeroContact, { Name: 'N'.repeat(256) })).toEqual([
    'Xero takes at most 255 characters as a name.',
  ])
})
