import { expect, test } from 'bun:test'
import { readVisit, visitHours, visitOrder, visitWords } from '#views/ui/visit-time.ts'

const eight = { from: 480, to: 480 }

test.each([
  ['8:00', eight],
  ['08h00', eight],
  ['8', eight],
  ['8 am', eight],
  ['2pm', { from: 840, to: 840 }],
  ['14h30', { from: 870, to: 870 }],
  ['noon', { from: 720, to: 720 }],
  ['between 8 and 10', { from: 480, to: 600 }],
  ['8:00 - 9:30', { from: 480, to: 570 }],
  ['between 2 and 4 pm', { from: 840, to: 960 }],
  ['11 to 1 pm', { from: 660, to: 780 }],
  ['the 3rd at 10', { from: 600, to: 600 }],
  ['in the morning', undefined],
  ['25:00', undefined],
  ['', undefined],
])('%s is read as the hour that it names', (words, visit) => {
  expect(readVisit(words)).toEqual(visit)
})

test('is shown as an hour where it is one, else as it was written', () => {
  expect(['8:00', '2 pm', 'between 8 and 10', 'in the morning'].map(visitWords)).toEqual([
    '08:00',
    '14:00',
    'between 8 and 10',
    'in the morning',
  ])
  expect(['8', 'between 8 and 10', 'in the morning'].map(visitHours)).toEqual(['08:00', '08:00–10:00', ''])
})

test('stands in the order of its hour, after which comes what names none', () => {
  const order = (words: string[]) => words.sort((a, b) => visitOrder(a) - visitOrder(b))
  expect(order(['in the morning', '14:30', '8'])).toEqual(['8', '14:30', 'in the morning'])
})
