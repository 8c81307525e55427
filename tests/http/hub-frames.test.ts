import { expect, test } from 'bun:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Frames } from '#server/http/hub/frames.ts'
import { until } from '#tests/support/eventually.ts'
import { bareSocket, serveHub } from './hub-support.ts'

function listening() {
  const heard: string[] = []
  return { heard, frames: new Frames((to, frame) => heard.push(`${to}: ${frame}`)) }
}

test('a commit goes out at once, as one frame to each', async () => {
  const { heard, frames } = listening()
  for (const record of ['a', 'b']) frames.add('north', 'all', record)
  frames.add('north', 'sam', 'b')
  expect(heard).toEqual([])
  await nextTurn()
  expect(heard).toEqual(['all: ab', 'sam: b'])
})

test('what follows within a moment goes out together, in its order', async () => {
  const { heard, frames } = listening()
  frames.add('north', 'all', 'a')
  await nextTurn()
  for (const record of ['b', 'c', 'd']) frames.add('north', 'all', record)
  frames.add('south', 'all of south', 'b')
  frames.flush('north')
  expect(heard).toEqual(['all: a', 'all: bcd'])
  frames.flush('north')
  await nextTurn()
  expect(heard).toEqual(['all: a', 'all: bcd', 'all of south: b'])
})

test('what waits goes out before the answer of what was missed, which may hold it too', async () => {
  const missed = [{ event: 'RecordChanged', args: [], seq: 2 }]
  const { hub, url, stop } = serveHub({ resync: () => missed })
  const ann = bareSocket(`${url}?access_token=token-ann`)
  await ann.greet()
  hub.publish('north', 'RecordChanged', [], { seq: 1 })
  await until(() => ann.records.length === 1, 'the first')
  hub.publish('north', 'RecordChanged', [], { seq: 2 })
  ann.say({ type: 1, invocationId: '1', target: 'Resync', arguments: [1] })
  await until(() => ann.records.length === 3, 'the answer')
  expect(ann.records.map(({ type, seq }) => [type, seq])).toEqual([
    [1, 1],
    [1, 2],
    [3, undefined],
  ])
  hub.publish('north', 'RecordChanged', [], { seq: 3 })
  hub.publish('north', 'ReceiveNotification', [], { userid: 'ann', seq: 4 })
  await until(() => ann.records.length === 5, 'both')
  expect(ann.records.slice(3).map(({ seq }) => seq)).toEqual([3, 4])
  await stop()
})
