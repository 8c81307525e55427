import { describe, expect, test } from 'bun:test'
import type { CardMove, MoveResult } from '#islands/board/moves.ts'
import { type BoardEffects, BoardStore } from '#islands/board/store.ts'
import type { JobCard, JobPosition } from '#server/domains/work/jobs/types.ts'
import { card } from './sample.ts'

type Sent = { move: CardMove; version: number; confirmed: boolean; answer: (outcome: MoveResult) => void }

const placed = (id: string, status: number, more: Partial<JobPosition> = {}): JobPosition => ({
  ...{ id, status, boardid: 'b', afterid: null, version: 2, seq: 20, warnings: 0 },
  ...more,
})
const moved = (position: JobPosition): MoveResult => ({ kind: 'moved', position })
const settled = () => new Promise((done) => setTimeout(done, 0))
const gathered = () => new Promise((done) => setTimeout(done, 150))

function board(more: Partial<BoardEffects> = {}) {
  const sent: Sent[] = []
  const told: string[] = []
  let undo = () => false
  const cards: JobCard[] = [card('a'), card('b'), card('c', { status: 2 })]
  const store = new BoardStore(
    { boardid: 'b', cards, seq: 10 },
    {
      send: (move, version, confirmed) =>
        new Promise((answer) => sent.push({ move, version, confirmed, answer })),
      fetchBoard: async () => cards,
      fetchCards: async (ids) => cards.filter((one) => ids.includes(one.id)),
      confirm: async () => true,
      onMoved: (move, place) => {
        told.push(`moved ${move.id}`)
        undo = () => store.undo(move, place.seq)
      },
      onRefused: (move, message) => void told.push(`refused ${move.id}: ${message}`),
      onLost: (error) => void told.push(String(error)),
      ...more,
    },
  )
  const lanes = () => [1, 2, 3, 4].map((lane) => store.get().lanes.get(lane)?.join('')).join(' ')
  return { store, sent, told, lanes, cards, undo: () => undo() }
}

describe('moves of this browser', () => {
  test('show at once and are sent one at a time, each with the version that the one before made', async () => {
    const { store, sent, lanes } = board()
    store.move('a', { lane: 2, afterid: null })
    store.move('a', { lane: 3, afterid: null })
    expect(lanes()).toBe('b c a ')
    expect(sent.map(({ version }) => version)).toEqual([1])
    sent[0]?.answer(moved(placed('a', 2, { version: 7 })))
    await settled()
    expect(sent.map(({ version }) => version)).toEqual([1, 7])
    expect(lanes()).toBe('b c a ')
  })

  test('a refused one falls away, and those made after it stay', async () => {
    const { store, sent, told, lanes } = board()
    store.move('a', { lane: 2, afterid: null })
    store.move('b', { lane: 4, afterid: null })
    sent[0]?.answer({ kind: 'refused', message: 'No.' })
    await settled()
    expect(lanes()).toBe('a c  b')
    expect(told).toEqual(['refused a: No.'])
  })

  test('a lost race puts the card where somebody else has put it', async () => {
    const { store, sent, lanes } = board()
    store.move('a', { lane: 2, afterid: null })
    sent[0]?.answer({ kind: 'refused', message: 'Late.', position: placed('a', 4) })
    await settled()
    expect(lanes()).toBe('b c  a')
  })

  test('warnings ask once, and go on confirmed', async () => {
    const asked: string[] = []
    const { store, sent } = board({
      confirm: async (_move, warnings) => {
        asked.push(...warnings.map(({ message }) => message))
        return true
      },
    })
    store.move('a', { lane: 4, afterid: null })
    sent[0]?.answer({ kind: 'warnings', warnings: [{ code: 'unconsumed', message: 'Nothing is consumed.' }] })
    await settled()
    expect(asked).toEqual(['Nothing is consumed.'])
    expect(sent.map(({ confirmed }) => confirmed)).toEqual([false, true])
  })

  test('warnings that are not accepted leave the card where it was, without a complaint', async () => {
    const { store, sent, told, lanes } = board({ confirm: async () => false })
    store.move('a', { lane: 4, afterid: null })
    sent[0]?.answer({ kind: 'warnings', warnings: [] })
    await settled()
    expect(lanes()).toBe('ab c  ')
    expect(told).toEqual([])
  })

  test('a drop in the same place sends nothing', () => {
    const { store, sent } = board()
    store.move('b', { lane: 1, afterid: 'a' })
    expect(sent).toEqual([])
  })
})

describe('undo', () => {
  test('takes my move back', async () => {
    const { store, sent, lanes, undo } = board()
    store.move('b', { lane: 3, afterid: null })
    sent[0]?.answer(moved(placed('b', 3)))
    await settled()
    expect(undo()).toBe(true)
    expect(sent[1]?.move.to).toEqual({ lane: 1, afterid: 'a' })
    expect(lanes()).toBe('ab c  ')
  })

  test('never takes back what a colleague did since', async () => {
    const { store, sent, undo } = board()
    store.move('b', { lane: 3, afterid: null })
    sent[0]?.answer(moved(placed('b', 3)))
    await settled()
    store.onHubEvent('JobMoved', [placed('b', 4)], 21)
    expect(undo()).toBe(false)
    expect(sent.length).toBe(1)
  })
})

describe('what others do', () => {
  test('a move is shown, with the version that my next move needs', () => {
    const { store, sent, lanes } = board()
    store.onHubEvent('JobMoved', [placed('a', 3, { version: 5 })], 11)
    expect(lanes()).toBe('b c a ')
    store.move('a', { lane: 4, afterid: null })
    expect(sent[0]?.version).toBe(5)
  })

  test('my own echo and what the page knew already change nothing', async () => {
    const { store, sent, lanes } = board()
    store.onHubEvent('JobMoved', [placed('a', 4)], 10)
    expect(lanes()).toBe('ab c  ')
    store.move('a', { lane: 2, afterid: null })
    sent[0]?.answer(moved(placed('a', 2, { seq: 12 })))
    await settled()
    store.onHubEvent('JobMoved', [placed('a', 2)], 12)
    expect(lanes()).toBe('b ac  ')
  })

  test('nothing moves under a card in the hand; what was missed comes with its release', () => {
    const { store, lanes } = board()
    store.hold()
    store.onHubEvent('JobMoved', [placed('a', 3)], 11)
    expect(lanes()).toBe('ab c  ')
    store.release()
    expect(lanes()).toBe('b c a ')
  })

  test('a card that leaves the board, or is archived, goes', () => {
    const { store, lanes } = board()
    store.onHubEvent('JobMoved', [placed('a', 1, { boardid: 'other' })], 11)
    store.onHubEvent('JobMoved', [placed('c', 6)], 12)
    expect(lanes()).toBe('b   ')
  })

  test('a changed card is asked for again', async () => {
    const { store, cards } = board()
    cards[0] = card('a', { seq: 11, description: 'Changed' })
    store.onHubEvent('JobChanged', [{ id: 'a', boardid: 'b', status: 1 }], 11)
    await gathered()
    expect(store.get().cards.get('a')?.description).toBe('Changed')
  })

  test('a card that is new here brings the whole board, for its place', async () => {
    const { store, cards, lanes } = board()
    cards.unshift(card('n', { seq: 11 }))
    store.onHubEvent('JobMoved', [placed('n', 1)], 11)
    await gathered()
    expect(lanes()).toBe('nab c  ')
  })

  test('a board that was read before the last move is read again', async () => {
    const reads: ((cards: readonly JobCard[]) => void)[] = []
    const fetchBoard = () => new Promise<JobCard[]>((answer) => reads.push((cards) => answer([...cards])))
    const { store, cards, lanes } = board({ fetchBoard })
    store.onHubEvent('Reload', [], 0)
    store.onHubEvent('JobMoved', [placed('a', 2)], 11)
    reads[0]?.(cards)
    await gathered()
    expect(reads).toHaveLength(2)
    reads[1]?.(cards.map((one) => (one.id === 'a' ? card('a', { seq: 11, status: 2 }) : one)))
    await settled()
    expect(lanes()).toBe('b ac  ')
    await gathered()
    expect(reads).toHaveLength(2)
  })

  test('a job made here goes to the end of its lane; one changed here to another lane goes there', () => {
    const { store, lanes } = board()
    store.take(card('n', { seq: 11 }))
    expect(lanes()).toBe('abn c  ')
    store.take(card('a', { seq: 12, version: 2, status: 2 }))
    expect(lanes()).toBe('bn ca  ')
  })
})
