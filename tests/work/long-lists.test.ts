import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { COUNT, edgeCaseNames, fillLongLists, longListPages } from './long-lists-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillLongLists(server)
})
afterAll(() => server.stop())

describe.each(longListPages)('ten thousand %s', (table, page) => {
  const found = async (search: string, more = '') => {
    const { body } = await server.people.admin.get(
      `/api/${table}?take=500&search=${encodeURIComponent(search)}${more}`,
    )
    return {
      total: body.total as number,
      more: body.more as boolean | undefined,
      names: body.data.map(({ name }: { name: string }) => name) as string[],
    }
  }

  test('are found by any part of an awkward name, and by nothing that it only resembles', async () => {
    for (const [index, name] of edgeCaseNames.entries()) {
      const { total, names } = await found(name.slice(0, 60))
      const own = names.filter((one) => one.includes(name.slice(0, 60)))
      expect([name, own.length > 0, total >= 500]).toEqual([name, true, true])
      expect(own[0]).toContain(edgeCaseNames[index]?.slice(0, 60) ?? '')
    }
    // Of what the index of words finds, the newest 500 are shown and said to be; the file holds them all.
    expect(await found('100% Staal_')).toMatchObject({ total: 500, more: true })
    const { text } = await server.people.admin.get(`${page}/export?format=csv&search=100%25%20Staal_`)
    expect(text.split('\n').filter((line) => line.includes('100% Staal_'))).toHaveLength(
      COUNT / edgeCaseNames.length,
    )
    expect(await found('100% Staal_', '&exact=true')).toMatchObject({
      total: COUNT / edgeCaseNames.length,
      more: undefined,
    })
    expect((await found('100%_')).total).toBe(0)
    expect((await found('%')).total).toBe(COUNT / edgeCaseNames.length)
    expect((await found('00042')).names.filter((one) => one.endsWith('00042'))).toHaveLength(1)
  })

  test('keep what they are called, letter by letter, on the page and in the call', async () => {
    const { names } = await found('🚜 Trekkers 🇿🇦 00005')
    expect(names[0]).toBe('🚜 Trekkers 🇿🇦 00005')
    const { text } = await server.people.admin.get(`${page}?search=${encodeURIComponent('<b>Vet</b> 00007')}`)
    expect(text).toContain('&lt;b&gt;Vet&lt;/b&gt; 00007')
    expect(text).not.toContain('<b>Vet</b>')
  })

  test('are paged through without losing or repeating one', async () => {
    const seen = new Set<string>()
    for (let skip = 0; skip < COUNT; skip += 500) {
      const { body } = await server.people.admin.get(`/api/${table}?take=500&skip=${skip}`)
      expect(body.total).toBe(COUNT)
      for (const { id } of body.data) seen.add(id)
    }
    expect(seen.size).toBe(COUNT)
  })
})

test('a location that would be part of itself is refused at any depth, in one question', async () => {
  const { admin } = server.people
  let parent: string | undefined
  const chain: string[] = []
  for (let depth = 0; depth < 40; depth++) {
    const { body } = await admin.post('/api/locations', { name: `Level ${depth}`, parent })
    parent = body.data.id as string
    chain.push(parent)
  }
  const refused = await admin.patch(`/api/locations/${chain[0]}`, { parent: chain.at(-1) })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { parent: 'A location cannot be part of itself.' },
  ])
  expect((await admin.patch(`/api/locations/${chain.at(-1)}`, { parent: chain[0] })).status).toBe(200)
})
