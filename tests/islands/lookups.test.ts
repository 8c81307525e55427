import { afterEach, expect, test } from 'bun:test'
import { searchInventory } from '#islands/lib/lookups.ts'

const browser = globalThis.fetch
afterEach(() => {
  globalThis.fetch = browser
})

test('an item is offered under the name that lists and lines give it', async () => {
  const items = [
    { id: 'a', code: '1', make: '', model: '10 boxes x 20 bags', materialname: 'Chai', baseunit: 'each' },
    { id: 'b', code: 'R-40', make: 'Hulamin', model: 'Angle 40', materialname: '', baseunit: 'm' },
    { id: 'c', code: 'X9', make: '', model: '', materialname: '', baseunit: '' },
  ]
  globalThis.fetch = (async () => Response.json({ data: items, total: 3 })) as unknown as typeof fetch
  expect(await searchInventory('a')).toEqual([
    { id: 'a', name: 'Chai', note: '1 · 10 boxes x 20 bags · each' },
    { id: 'b', name: 'Hulamin Angle 40', note: 'R-40 · m' },
    { id: 'c', name: 'X9', note: 'X9' },
  ])
})
