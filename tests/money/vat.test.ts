import { expect, test } from 'bun:test'
import { parsePercent } from '#server/money/decimal.ts'
import { dayOfSupply, noTax, resolveVat, type VatInput, vatRateOn } from '#server/money/vat.ts'
import { findVatChangesFault, writtenChanges } from '#server/money/vat-changes.ts'
import { todayIn } from '#server/zone.ts'

const vendor = { vatnumber: '4123456789', vat: null, vatchanges: '' }
const ask = (question: Partial<VatInput>) =>
  resolveVat({ ...noTax, organisation: vendor, date: '2026-11-21', ...question })

test('the standard rate changed on 1 April 2018', () => {
  expect<number>(vatRateOn('2018-03-31')).toBe(140_000)
  expect<number>(vatRateOn('2018-04-01')).toBe(150_000)
  expect<number>(vatRateOn('2025-05-02')).toBe(150_000)
  expect(() => vatRateOn('1 April 2018')).toThrow('Not a calendar date')
})

test('the rate of a day is the latest that had begun, in whatever order rates are listed', () => {
  const rate = (since: string, percent: number) => ({ since, percent: parsePercent(percent) })
  const rates = [
    rate('2018-04-01', 15),
    rate('0000-00-00', 14),
    rate('2030-04-01', 16),
    rate('2027-04-01', 15.5),
  ]
  const on = (date: string): number => vatRateOn(date, rates)
  expect(['2018-03-31', '2027-03-31', '2027-04-01', '2031-01-01'].map(on)).toEqual([
    140_000, 150_000, 155_000, 160_000,
  ])
})

test('the day of supply is the one on which the work was completed, else today', () => {
  expect(dayOfSupply('2018-03-31T23:15:00.000Z', '2026-11-21')).toBe('2018-03-31')
  expect(dayOfSupply(null, '2026-11-21')).toBe('2026-11-21')
})

test('the rate changes at midnight in the zone of the tenant, two hours before it does in UTC', () => {
  const rateAt = (instant: string): number =>
    vatRateOn(dayOfSupply(null, todayIn('Africa/Johannesburg', new Date(instant))))
  expect(rateAt('2018-03-31T21:59:59.999Z')).toBe(140_000)
  expect(rateAt('2018-03-31T22:00:00.000Z')).toBe(150_000)
})

test('category, then account code, then organisation, then the date decide', () => {
  const override = parsePercent(5)
  const organisation = { ...vendor, vat: parsePercent('15,5') }
  expect<unknown>(ask({ vatexempt: true, override, organisation })).toEqual({ vatrate: 0, source: 'exempt' })
  expect<unknown>(ask({ override, organisation })).toEqual({ vatrate: 50_000, source: 'accountcode' })
  expect<unknown>(ask({ override: parsePercent(0) })).toEqual({ vatrate: 0, source: 'accountcode' })
  expect<unknown>(ask({ organisation })).toEqual({ vatrate: 155_000, source: 'organisation' })
  expect<unknown>(ask({})).toEqual({ vatrate: 150_000, source: 'standard' })
  expect<unknown>(ask({ date: '2017-01-01' })).toEqual({ vatrate: 140_000, source: 'standard' })
})

test('an organisation without a VAT number charges none, whatever else is set', () => {
  const override = parsePercent(15)
  for (const vatnumber of [null, '', '  '])
    expect<unknown>(ask({ override, organisation: { ...vendor, vatnumber, vat: override } })).toEqual({
      vatrate: 0,
      source: 'none',
    })
})

test('at every level the day of supply picks the rate, up to the newest change before it', () => {
  const changes = (...rows: [since: string, vat: string | null][]) =>
    writtenChanges(rows.map(([since, vat]) => ({ since, vat })))
  const organisation = {
    ...vendor,
    vat: parsePercent(15),
    vatchanges: changes(['2029-01-01', null], ['2027-04-01', '15,5'], ['2028-04-01', '16']),
  }
  const on = (date: string, own: Partial<VatInput> = {}) => ask({ organisation, date, ...own })
  expect<unknown>(on('2027-03-31')).toEqual({ vatrate: 150_000, source: 'organisation' })
  expect<unknown>(on('2027-04-01')).toEqual({ vatrate: 155_000, source: 'organisation' })
  expect<unknown>(on('2028-12-31')).toEqual({ vatrate: 160_000, source: 'organisation' })
  expect<unknown>(on('2029-01-01')).toEqual({ vatrate: 150_000, source: 'standard' })
  const own = { override: parsePercent(0), overridechanges: changes(['2027-04-01', null]) }
  expect<unknown>(on('2027-03-31', own)).toEqual({ vatrate: 0, source: 'accountcode' })
  expect<unknown>(on('2027-04-01', own)).toEqual({ vatrate: 155_000, source: 'organisation' })
})

test('changes of a rate are refused that have no day, two rates of a day, or a rate that cannot be', () => {
  const fault = (...rows: [since: string, vat: string | null][]) =>
    findVatChangesFault(writtenChanges(rows.map(([since, vat]) => ({ since, vat }))), (rate) =>
      rate > 200_000 ? 'too high' : undefined,
    )
  expect(fault(['', null], ['2027-04-01', '15,5'])).toBeUndefined()
  expect(fault(['', '15'])).toContain('needs the day')
  expect(fault(['2027-02-30', '15'])).toContain('needs the day')
  expect(fault(['2027-04-01', '15'], ['2027-04-01', '16'])).toContain('two rates from 2027-04-01')
  expect(fault(['2027-04-01', 'a'])).toContain('VAT rate')
  expect(fault(['2027-04-01', '21'])).toBe('too high')
})
