import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { describeUnit, ratioToBase, toUnitRow } from '#islands/inventory/units-model.ts'
import { parseRatio, ratioToJson } from '#server/money/units.ts'

const row = (figure: string, way: 'into' | 'of', name = 'box') => ({ key: 'k', id: '', name, figure, way })
const stored = (ratiotobase: number | string) =>
  toUnitRow({ id: 'u', version: 1, name: 'unit', ratiotobase, lastprice: null })

describe('a unit as a person says it', () => {
  test.each([
    ['12', 'into', '1/12', '1 box = 12 each'],
    ['2,5', 'into', '10/25', '1 box = 2,5 each'],
    ['0.5', 'into', '10/5', '1 box = 0,5 each'],
    ['1 000', 'into', '1/1000', '1 box = 1000 each'],
    ['1000', 'of', '1000', '1 each = 1000 box'],
    ['1/3', 'into', '3/1', '1 box = 1/3 each'],
  ] as const)('%s (%s) is sent as %s and reads “%s”', (figure, way, ratio, sentence) => {
    expect(ratioToBase(row(figure, way))).toBe(ratio)
    expect(describeUnit(row(figure, way), 'each')).toBe(sentence)
  })

  test('what is no figure is sent as it is, for the server to refuse, and means nothing', () => {
    for (const figure of ['', 'dozen', '-5', '0', '1/0', '1,2,3']) {
      expect(ratioToBase(row(figure, 'into'))).toBe(figure)
      expect(describeUnit(row(figure, 'into'), 'each')).toBe('')
    }
  })

  test('the larger of the two is one', () => {
    expect(stored(1000)).toMatchObject({ figure: '1000', way: 'of' })
    expect(stored('1/12')).toMatchObject({ figure: '12', way: 'into' })
    expect(stored(0.2)).toMatchObject({ figure: '5', way: 'into' })
    expect(stored(0.4536)).toMatchObject({ figure: '1250/567', way: 'into' })
    expect(stored(1)).toMatchObject({ figure: '1', way: 'of' })
  })

  test('what is shown and sent back unchanged is the same ratio to the last digit', () => {
    const ratios = fc.tuple(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: 1, max: 999_999_999 }),
    )
    void fc.assert(
      fc.property(ratios, ([top, bottom]) => {
        const json = ratioToJson(parseRatio(`${top}/${bottom}`))
        const back = ratioToBase(stored(json))
        expect(ratioToJson(parseRatio(back))).toEqual(json)
      }),
    )
  })
})
