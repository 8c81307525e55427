import { describe, expect, test } from 'bun:test'
import { noFilter } from '#islands/board/filter.ts'
import type { CardMove, MoveResult } from '#islands/board/moves.ts'
import { type BoardEffects, type BoardSnapshot, BoardStore, type LanesQuery } from '#islands/board/store.ts'
import type { BoardLanes, JobCard, JobPosition } from '#server/domains/work/jobs/types.ts'
import { createCard } from './sample.ts'

/** A board of which all cards are loaded. */
const whole = (cards: readonly JobCard[]): BoardLanes => ({
  ...{ cards, lanes: [], total: cards.length, inhistory: 0, filtered: false },
})

type Sent = { move: CardMove; version: number; confirmed: boolean; answer: (outcome: MoveResult) => void }

const placed = (id: string, status: number, more: Partial<JobPosition> = {}): JobPosition => ({
  ...{ id, status, boardid: 'b', afterid: null, version: 2, seq: 20, warnings: 0 },
  ...more,
})
const moved = (position: JobPosition): MoveResult => ({ kind: 'moved', position })
const settled = () => new Promise((done) => setTimeout(done, 0))
const gathered = () => new Promise((done) => setTimeout(done, 150))

function board(more: Partial<BoardEffects> = {}, given: Partial<BoardSnapshot> = {}) {
  const sent: Sent[] = []
  const told: string[] = []
  let undo = () => false
  const cards: JobCard[] = [createCard('a'), createCard('b'), createCard('c', { status: 2 })]
  const store = new BoardStore(
    { boardid: 'b', cards, seq: 10, ...given },
    {
      send: (move, version, confirmed) =>
        new Promise((answer) => sent.push({ move, version, confirmed, answer })),
      fetchLanes: async () => whole(cards),
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

  test('into another lane bring the card as it is there', async () => {
    const { store, sent } = board()
    store.move('a', { lane: 3, afterid: null })
    const steps = { done: 0, total: 3 } as JobCard['steps']
    const card = createCard('a', { status: 3, version: 2, seq: 20, stage: 'approved', steps })
    sent[0]?.answer({ kind: 'moved', position: { ...placed('a', 3), card } })
    await settled()
    expect(store.get().cards.get('a')).toMatchObject({ status: 3, stage: 'approved', steps })
  })

  test('of others into another lane ask for the card as it is there', async () => {
    const asked: string[] = []
    const card = createCard('a', { status: 3, version: 2, seq: 20, stage: 'approved' })
    const { store } = board({
      fetchCards: async (ids) => {
        asked.push(...ids)
        return [card]
      },
    })
    const { seq: _seq, ...event } = placed('a', 3)
    store.onHubEvent('JobMoved', [event], 20)
    await gathered()
    expect(asked).toEqual(['a'])
    expect(store.get().cards.get('a')?.stage).toBe('approved')
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
    cards[0] = createCard('a', { seq: 11, description: 'Changed' })
    store.onHubEvent('JobChanged', [{ id: 'a', boardid: 'b', status: 1 }], 11)
    await gathered()
    expect(store.get().cards.get('a')?.description).toBe('Changed')
  })

  test('a card that is new here brings the whole board, for its place', async () => {
    const { store, cards, lanes } = board()
    cards.unshift(createCard('n', { seq: 11 }))
    store.onHubEvent('JobMoved', [placed('n', 1)], 11)
    await gathered()
    expect(lanes()).toBe('nab c  ')
  })

  test('a board that was read before the last move is read again', async () => {
    const reads: ((cards: readonly JobCard[]) => void)[] = []
    const fetchLanes = () => new Promise<BoardLanes>((answer) => reads.push((cards) => answer(whole(cards))))
    const { store, cards, lanes } = board({ fetchLanes })
    store.onHubEvent('Reload', [], 0)
    store.onHubEvent('JobMoved', [placed('a', 2)], 11)
    reads[0]?.(cards)
    await gathered()
    expect(reads).toHaveLength(2)
    reads[1]?.(cards.map((one) => (one.id === 'a' ? createCard('a', { seq: 11, status: 2 }) : one)))
    await settled()
    expect(lanes()).toBe('b ac  ')
    await gathered()
    expect(reads).toHaveLength(2)
  })

  test('a job made here goes to the end of its lane; one changed here to another lane goes there', () => {
    const { store, lanes } = board()
    store.take(createCard('n', { seq: 11 }))
    expect(lanes()).toBe('abn c  ')
    store.take(createCard('a', { seq: 12, version: 2, status: 2 }))
    expect(lanes()).toBe('bn ca  ')
  })
})

describe('a board that is not loaded whole', () => {
  const more = [createCard('d', { quoted: 2 }), createCard('e')]
  const figures = (count: number) => [{ status: 1, count, quoted: 5 }]
  const answer = (cards: readonly JobCard[], given: Partial<BoardLanes> = {}): BoardLanes => ({
    ...whole(cards),
    ...given,
  })
  function partial(effects: Partial<BoardEffects> = {}) {
    const asked: LanesQuery[] = []
    const fetchLanes = async (one: LanesQuery) => {
      asked.push(one)
      return answer(more, { lanes: figures(4), total: 5 })
    }
    return { ...board({ fetchLanes, ...effects }, { figures: figures(4), total: 5 }), asked }
  }
  const unloaded = (store: BoardStore) => store.get().unloaded.get(1)

  test('knows how many cards and cents it has not, and loads on after its last', async () => {
    const { store, lanes, asked } = partial()
    expect(unloaded(store)).toEqual({ count: 2, cents: 500 })
    await Promise.all([store.loadMore(1), store.loadMore(1)])
    expect(asked).toEqual([{ filter: undefined, lane: 1, after: 'b' }])
    expect(lanes()).toBe('abde c  ')
    expect(unloaded(store)).toEqual({ count: 0, cents: 300 })
    await store.loadMore(1)
    expect(asked).toHaveLength(1)
  })

  test('a job made here stands under the loaded cards until its place is loaded', async () => {
    const { store, lanes, asked } = partial({
      fetchLanes: async (one) => {
        asked.push(one)
        return answer([...more, createCard('n', { seq: 11 })], { lanes: figures(5) })
      },
    })
    store.take(createCard('n', { seq: 11 }))
    expect(lanes()).toBe('abn c  ')
    await store.loadMore(1)
    expect(asked[0]?.after).toBe('b')
    expect(lanes()).toBe('abden c  ')
  })

  test('a card that others put below the loaded ones is counted, one put among them is placed', () => {
    const { store, lanes } = partial()
    store.onHubEvent('JobMoved', [placed('c', 1, { afterid: 'z' })], 11)
    expect(lanes()).toBe('ab   ')
    expect(unloaded(store)?.count).toBe(3)
    store.onHubEvent('JobMoved', [placed('b', 1, { afterid: null })], 12)
    expect(lanes()).toBe('ba   ')
    expect(unloaded(store)?.count).toBe(3)
  })

  test('what the page has never seen is read again with the board, as long as it was', async () => {
    const { store, asked } = partial()
    await store.loadMore(1)
    store.onHubEvent('JobMoved', [placed('y', 1, { afterid: 'z' })], 11)
    await gathered()
    expect(asked[1]).toEqual({ filter: undefined, take: 50 })
  })

  test('a card that was made while the board was asked for stands on it, though no live connection tells of it', async () => {
    const made = createCard('q')
    const first = Promise.withResolvers<BoardLanes>()
    const { store, lanes, asked } = partial({
      fetchLanes: async (one) => {
        asked.push(one)
        return asked.length === 1 ? first.promise : answer([createCard('a'), made])
      },
    })
    store.onHubEvent('Reload', [], 0)
    await settled()
    store.take(made)
    first.resolve(answer([createCard('a')]))
    await gathered()
    await settled()
    expect(asked).toHaveLength(2)
    expect(lanes()).toBe('aq   ')
  })

  test('a search asks the server, and a board that is loaded whole searches itself', async () => {
    const filter = { ...noFilter, text: 'gate' }
    const { store, lanes, asked } = partial({
      fetchLanes: async (one) => {
        asked.push(one)
        return answer([createCard('q')], { filtered: one.filter !== undefined, total: 5 })
      },
    })
    store.filter(filter)
    await settled()
    expect(asked[0]).toEqual({ filter, take: 50 })
    expect(lanes()).toBe('q   ')
    expect(store.whole()).toEqual({ total: 5, inhistory: 0, filtered: true })
    store.filter(noFilter)
    await settled()
    expect(asked[1]?.filter).toBeUndefined()
    store.filter(filter)
    expect(asked).toHaveLength(2)
  })

  test('an answer to an older search comes too late', async () => {
    const answers: (() => void)[] = []
    const { store, lanes } = partial({
      fetchLanes: ({ filter }) =>
        new Promise((done) => {
          answers.push(() => done(answer([createCard(filter?.text ?? 'all')], { filtered: true })))
        }),
    })
    store.filter({ ...noFilter, text: 'first' })
    store.filter({ ...noFilter, text: 'second' })
    answers[1]?.()
    await settled()
    answers[0]?.()
    await settled()
    expect(lanes()).toBe('second   ')
  })

  test('cards that come while one is in the hand wait until it is put down', async () => {
    const { store, lanes } = partial()
    store.hold()
    await store.loadMore(1)
    expect(lanes()).toBe('ab c  ')
    store.release()
    expect(lanes()).toBe('abde c  ')
  })
})
