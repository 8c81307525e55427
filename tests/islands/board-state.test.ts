import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  applyServerPosition,
  type BoardState,
  createBoardState,
  dropPosition,
  findPosition,
  moveCard,
  removeCard,
  updateCards,
} from '#islands/board/state.ts'
import { createCard } from './sample.ts'

const start = () =>
  createBoardState([
    createCard('a'),
    createCard('b'),
    createCard('c'),
    createCard('d', { status: 2 }),
    createCard('gone', { status: 6 }),
  ])
const lane = (state: BoardState, status: number) => state.lanes.get(status)?.join('') ?? ''

describe('the order of a board', () => {
  test('holds the cards of the four lanes in the order they came', () => {
    const state = start()
    expect(lane(state, 1)).toBe('abc')
    expect(lane(state, 2)).toBe('d')
    expect(state.cards.has('gone')).toBe(false)
  })

  test('a card goes after another, to the top, and to the end when the other has left', () => {
    expect(lane(moveCard(start(), 'a', { lane: 1, afterid: 'b' }), 1)).toBe('bac')
    expect(lane(moveCard(start(), 'c', { lane: 2, afterid: null }), 2)).toBe('cd')
    expect(lane(moveCard(start(), 'a', { lane: 2, afterid: 'not there' }), 2)).toBe('da')
  })

  test('a move changes the status of the card and nothing that was there before', () => {
    const before = start()
    const after = moveCard(before, 'a', { lane: 2, afterid: 'd' })
    expect(after.cards.get('a')?.status).toBe(2)
    expect(before.cards.get('a')?.status).toBe(1)
    expect(lane(before, 1)).toBe('abc')
  })

  test('whatever is moved, no card is lost or doubled, and the way back leads back', () => {
    const ids = ['a', 'b', 'c', 'd']
    const move = fc.record({
      id: fc.constantFrom(...ids),
      lane: fc.integer({ min: 1, max: 4 }),
      afterid: fc.constantFrom(null, ...ids),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), move, (moves, last) => {
        const state = moves.reduce((held, { id, ...to }) => moveCard(held, id, to), start())
        expect([...state.lanes.values()].flat().toSorted()).toEqual(ids)
        const from = findPosition(state, last.id)
        const back = from && moveCard(moveCard(state, last.id, last), last.id, from)
        expect(back?.lanes).toEqual(state.lanes)
      }),
    )
  })

  test('a newer reading is taken over in place, an older one is not', () => {
    const state = updateCards(start(), [
      createCard('b', { seq: 5, description: 'New' }),
      createCard('c', { seq: 0, description: 'Old' }),
    ])
    expect(state.cards.get('b')?.description).toBe('New')
    expect(state.cards.get('c')?.description).toBe('Job c')
    expect(lane(state, 1)).toBe('abc')
  })

  test('the server says where a card is, with its new version and warnings', () => {
    const at = { id: 'a', status: 3, afterid: null, version: 4, seq: 9, warnings: 2 }
    const state = applyServerPosition(start(), at)
    expect(lane(state, 3)).toBe('a')
    expect(state.cards.get('a')).toMatchObject({ status: 3, version: 4, seq: 9, warnings: 2 })
  })

  test('a card that is taken away leaves its lane', () => {
    expect(lane(removeCard(start(), 'b'), 1)).toBe('ac')
  })
})

describe('a drop among the cards that a filter shows', () => {
  test('goes under the card that is seen above it', () => {
    expect(dropPosition(start(), 1, ['a', 'c'], 1, 'd')).toEqual({ lane: 1, afterid: 'a' })
  })

  test('on top goes right before the first that is seen, not before hidden ones', () => {
    expect(dropPosition(start(), 1, ['c'], 0, 'd')).toEqual({ lane: 1, afterid: 'b' })
  })

  test('the dragged card itself is nobody’s predecessor', () => {
    expect(dropPosition(start(), 1, ['c'], 0, 'b')).toEqual({ lane: 1, afterid: 'a' })
  })

  test('into a lane that shows nothing goes to its top', () => {
    expect(dropPosition(start(), 2, [], 0, 'a')).toEqual({ lane: 2, afterid: null })
  })
})
