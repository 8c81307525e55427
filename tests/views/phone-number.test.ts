import { expect, test } from 'bun:test'
import { internationalNumber } from '#views/ui/phone-number.ts'

test.each([
  ['082 555 0101', '27825550101'],
  ['(031) 555-0102', '27315550102'],
  ['+27 (0)82 555 0101', '27825550101'],
  ['27825550101', '27825550101'],
  ['0044 20 7946 0018', '442079460018'],
  ['+44 20 7946 0018', '442079460018'],
  ['555 0101', undefined],
  ['ask at the gate', undefined],
  ['', undefined],
])('%p goes to %p', (typed, whole) => expect(internationalNumber(typed)).toBe(whole))
