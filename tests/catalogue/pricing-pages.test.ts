import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { clients } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { parseRate } from '#server/money/decimal.ts'
import { makeItem, makeOrganisation } from '#tests/stock/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const the = {} as Record<'acme' | 'bolt' | 'pipe' | 'trade', string>
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    makeOrganisation(tx)
    the.acme = Bun.randomUUIDv7()
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(clients)
      .values({ id: the.acme, name: 'Acme', ...instants })
      .run()
    the.bolt = makeItem(tx, { code: 'BLT', materialname: 'Bolt', rate: parseRate(100) })
    the.pipe = makeItem(tx, { code: 'PIP', materialname: 'Pipe', rate: parseRate(40), exclusive: false })
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

const send = (method: string, path: string, fields: Record<string, string> = {}) =>
  server.people.operations.call(method, `/admin/pricing${path}`, new URLSearchParams(fields), {
    'hx-request': 'true',
  })
const text = async (path: string) => (await server.people.operations.get(`/admin/pricing${path}`)).text
const told = ({ headers }: { headers: Headers }) =>
  JSON.parse(headers.get('hx-trigger') ?? '{}').snackbar?.message

test('a group begins empty, by its dialog, and has a page of its own', async () => {
  expect(await text('')).toContain('Everybody pays the same.')
  expect(told(await send('POST', '', { name: 'Trade' }))).toBe('Trade added')
  the.trade = (await server.people.admin.get('/api/pricing/groups')).body.data[0].id
  expect(await text('')).toContain(`href="/admin/pricing/${the.trade}"`)
  const page = await text(`/${the.trade}`)
  for (const words of ['No prices yet.', 'No client is in this group yet.']) expect(page).toContain(words)
  const twice = await send('POST', '', { name: 'TRADE' })
  expect([twice.status, twice.text.includes('has this name already')]).toEqual([422, true])
})

describe('prices', () => {
  test('are added from the item’s own, changed by version, and taken out', async () => {
    const items = `/${the.trade}/items`
    expect(told(await send('POST', items, { inventory: the.bolt, markuppercent: '-10' }))).toBe(
      'Bolt costs these clients R\u00a090,00, everybody else R\u00a0100,00',
    )
    const twice = await send('POST', items, { inventory: the.bolt })
    expect([twice.status, twice.text.includes('Bolt [BLT] has a price in this group already.')]).toEqual([
      422,
      true,
    ])
    expect((await send('POST', items, { inventory: '' })).text).toContain('Choose an item.')
    const page = await text(`/${the.trade}`)
    for (const words of ['Bolt [BLT]', '−10\u00a0%', 'R\u00a090,00', 'R\u00a0100,00'])
      expect(page).toContain(words)
    const change = (fields: Record<string, string>) => send('PATCH', `${items}/${the.bolt}`, fields)
    expect(told(await change({ baserate: '80,5', version: '1' }))).toBe(
      'Bolt costs these clients R\u00a072,45, everybody else R\u00a0100,00',
    )
    const late = await change({ baserate: '70', version: '1' })
    expect([late.status, late.text.includes('Now saved: 80,5')]).toEqual([409, true])
    expect((await change({ baserate: '-1' })).text).toContain('The base rate cannot be below zero.')
  })

  test('change many at a time after they were shown', async () => {
    await send('POST', `/${the.trade}/items`, { inventory: the.pipe })
    const batch = (fields: Record<string, string>) => send('POST', `/${the.trade}/batch`, fields)
    const shown = await batch({ percent: '10', amount: '', category: '' })
    for (const words of ['Change 2 prices', 'R\u00a088,55', 'R\u00a044,00'])
      expect(shown.text).toContain(words)
    const stamp = /name="stamp" value="([^"]+)"/.exec(shown.text)?.[1] as string
    const other = await batch({ percent: '20', stamp })
    expect(other.text).toContain('This is not what was shown before')
    expect(await text(`/${the.trade}`)).toContain('R\u00a080,50')
    expect(told(await batch({ percent: '10', amount: '', category: '', stamp }))).toBe('2 prices changed')
    expect(await text(`/${the.trade}`)).toContain('R\u00a088,55')
    expect((await batch({ percent: '' })).text).toContain('Write a percentage or an amount.')
    expect((await batch({ amount: '-60' })).text).toContain('Pipe [PIP]: The base rate cannot be below zero.')
  })
})

test('a client joins and leaves by its chip', async () => {
  const path = `/${the.trade}/clients`
  expect((await send('POST', path, { client: '' })).text).toContain('no client selected')
  expect(told(await send('POST', path, { client: the.acme }))).toBe('Acme added')
  expect(await text(`/${the.trade}`)).toContain('Take Acme out of this group')
  const explained = await text(`/explorer?client=${the.acme}&inventory=${the.bolt}`)
  for (const words of [
    'Acme pays',
    'Agreed with the group Trade',
    'R\u00a079,70',
    'The standard rate, added',
  ])
    expect(explained).toContain(words)
  expect(await text(`/explorer?inventory=${the.pipe}`)).toContain('The standard rate, taken out')
  expect(told(await send('DELETE', `${path}/${the.acme}`))).toBe('Acme taken out')
  expect(await text(`/explorer?client=${the.acme}&inventory=${the.bolt}`)).toContain('Acme is in no group')
  expect((await send('DELETE', `${path}/${the.acme}`)).status).toBe(404)
})

test('a group is archived with a way back, and its dialog tells its history', async () => {
  const answer = await send('POST', `/${the.trade}/archive`)
  expect(JSON.parse(answer.headers.get('hx-trigger') ?? '{}').snackbar).toMatchObject({
    ...{ message: 'Trade archived', undo: { url: `/admin/pricing/${the.trade}/restore` } },
  })
  expect(await text(`/${the.trade}`)).toContain('This group is archived')
  await send('POST', `/${the.trade}/restore`)
  const dialog = await text(`/${the.trade}/edit`)
  for (const words of ['Bolt [BLT]', 'baserate', 'Acme']) expect(dialog).toContain(words)
})

test('the pages are for whoever has the claim, and the other account finds nothing', async () => {
  const { agent, jobs } = server.people
  expect((await jobs.get('/admin/pricing')).status).toBe(403)
  const page = (await agent.get(`/admin/pricing/${the.trade}`)).text
  expect([page.includes('Bolt [BLT]'), page.includes('Change prices')]).toEqual([true, false])
  for (const path of ['/new', `/${the.trade}/edit`, `/${the.trade}/batch`, `/${the.trade}/items/new`])
    expect((await agent.get(`/admin/pricing${path}`)).status).toBe(403)
  for (const path of ['', '/edit', '/batch', '/items/new', `/items/${the.bolt}`, '/clients/new'])
    expect((await server.other.get(`/admin/pricing/${the.trade}${path}`)).status).toBe(404)
  expect((await server.other.get(`/admin/pricing/explorer?inventory=${the.bolt}`)).status).toBe(404)
})
