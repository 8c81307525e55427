import { expect, test } from 'bun:test'
import { recentEvents } from '#server/http/recent-events.ts'

const event = (seq: number) => ({ event: 'JobMoved', args: [], seq })

test('who missed events gets them, and is to load anew where another process may have written meanwhile', () => {
  const recent = recentEvents()
  for (const seq of [5, 6, 7]) recent.add('a', event(seq))
  recent.add('b', event(2))
  expect(recent.since('a', 5, 7)).toEqual([event(6), event(7)])
  recent.forget('a')
  expect([recent.since('a', 5, 9), recent.since('b', 1, 2)]).toEqual(['reload', [event(2)]])
  recent.add('a', event(10))
  expect([recent.since('a', 5, 10), recent.since('a', 9, 10)]).toEqual(['reload', [event(10)]])
})
