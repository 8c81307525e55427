import { expect, test } from 'bun:test'
import { allCards, firstCards, layOut, seeCards } from '#islands/board/seen-cards.ts'
import { createCard } from './sample.ts'

const cards = Array.from({ length: 40 }, (_, i) => createCard(String(i)))
const show = (...args: Parameters<typeof layOut>) =>
  layOut(...args).map((row) => ('card' in row ? row.index : `${row.gap} more`))

test('a lane has its first cards, and room for the others', () => {
  expect(show(cards, firstCards)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, '30 more'])
  expect(show(cards.slice(0, 3), firstCards)).toEqual([0, 1, 2])
  expect(show(cards, allCards).length).toBe(40)
  expect(show([], firstCards)).toEqual([])
})

test('the first card is always there, and the one that has the focus wherever it is', () => {
  const focused = (index: number) => ({ from: 20, to: 22, focused: cards[index]?.id })
  expect(show(cards, focused(5))).toEqual([0, '4 more', 5, '14 more', 20, 21, '18 more'])
  expect(show(cards, focused(21))).toEqual([0, '19 more', 20, 21, '18 more'])
  expect(show(cards, focused(39))).toEqual([0, '19 more', 20, 21, '17 more', 39])
  expect(show(cards, { ...focused(0), focused: 'gone' })).toEqual([0, '19 more', 20, 21, '18 more'])
})

test('what is drawn stays while it reaches beyond what is seen', () => {
  const at = (top: number) => ({ top, bottom: top + 600, slot: 100 })
  expect(seeCards(firstCards, at(0))).toBe(firstCards)
  expect(seeCards(firstCards, at(90))).toBe(firstCards)
  const further = seeCards(firstCards, at(200))
  expect(further).toEqual({ from: 0, to: 16 })
  expect(seeCards(further, at(600))).toBe(further)
  expect(seeCards(further, at(2000))).toEqual({ from: 12, to: 34 })
  expect(seeCards({ from: 0, to: 400 }, at(2000))).toEqual({ from: 12, to: 34 })
  expect(seeCards(further, at(600), 'a')).toEqual({ from: 0, to: 16, focused: 'a' })
})
