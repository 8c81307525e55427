import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startMarss } from '#tests/support/marss.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const REFUSED =
  'Marss could not be asked. Please confirm that your API keys are correctly configured, and try again.'

let server: TestServer
let marss: ReturnType<typeof startMarss>
let item: string
beforeAll(async () => {
  marss = startMarss()
  server = await startTestServer(undefined, ['--marss-url', marss.url])
  const { admin } = server.people
  item = (
    await expectOk(admin.post('/api/inventory', { code: 'GEN-5', baseunit: 'each', inventoryclass: 1 }))
  ).id
  for (const barcode of ['G-1', 'G-2'])
    await expectOk(admin.post('/api/equipment', { name: `Generator ${barcode}`, code: 'GEN', barcode }))
  marss.give('key of the first', {
    levels: { 'GEN-5': [{ place: 'Cape Town', quantity: 12.5 }, { quantity: 1 }] },
    assets: { GEN: { total: 9, available: 4 } },
  })
  marss.give('key of the other', { assets: { GEN: { total: 1, available: 0 } } })
})
afterAll(async () => {
  await server.stop()
  await marss.stop()
})

type Who = typeof server.people.admin
const setKey = (who: Who, key: string) => htmxRequest(server, who, 'POST', '/admin/inventory/marss', { key })
const html = async (path: string, who = server.people.admin) =>
  (await htmxRequest(server, who, 'GET', path)).html
const free = (body: object, who = server.people.admin) =>
  who.post('/api/equipment/assets/availability?platform=marss', body)

test('without a key nothing is offered, and a call says what to check', async () => {
  expect(await html(`/inventory/${item}/levels`)).not.toContain('Marss')
  expect(await html('/equipment/availability')).not.toContain('Marss')
  expect(await free([{ code: 'GEN' }])).toMatchObject({
    status: 400,
    body: { message: REFUSED, code: 'marss' },
  })
  expect(marss.asked).toEqual([])
})

describe('with a key of the account', () => {
  beforeAll(async () => {
    await setKey(server.people.admin, 'key of the first')
    await setKey(server.other, 'key of the other')
  })

  test('the dialog of an item, and of a line, asks what Marss holds once it is open', async () => {
    expect(await html(`/inventory/${item}/levels`)).toContain(`hx-get="/inventory/${item}/marss"`)
    const shown = await html(`/inventory/${item}/marss`)
    expect(shown).toContain('Cape Town')
    expect(shown).toContain('12,5')
    expect(shown).toContain('No place given')
    expect(marss.asked.at(-1)).toMatchObject({ method: 'GET', path: '/levels', query: '?code=GEN-5' })
  })

  test('what it does not know, and what it does not answer, are told apart in the dialog', async () => {
    const { admin } = server.people
    const other = { code: 'UNKNOWN', baseunit: 'each', inventoryclass: 1 }
    const { id } = await expectOk(admin.post('/api/inventory', other))
    expect(await html(`/inventory/${id}/marss`)).toContain('does not know its code')
    marss.next.push(() => new Response('', { status: 403 }))
    expect(await html(`/inventory/${item}/marss`)).toContain(REFUSED)
  })

  test.each([
    ['an error of its own', () => new Response('', { status: 500 }), 'Marss answered with an error (500).'],
    ['a wrong address', () => new Response('', { status: 404 }), 'nothing at the address that is set'],
    ['a page', () => new Response('<!doctype html><p>Hello'), 'The answer of Marss could not be read'],
    ['no list', () => Response.json({ levels: 'none' }), 'The answer of Marss could not be read'],
    ['another place', () => Response.redirect('http://127.0.0.1:1/'), 'Marss could not be reached.'],
  ] as const)('%s is not called a wrong key', async (_, answer, said) => {
    for (const path of [`/inventory/${item}/marss`, '/equipment/availability?marss=true']) {
      marss.next.push(answer)
      const shown = await html(path)
      expect(shown).toContain(said)
      expect(shown).not.toContain('API keys')
    }
  })

  test('a row without a figure is left out, which is said', async () => {
    const levels = { levels: [{ place: 'Paarl', quantity: 3 }, { place: 'Cape Town' }] }
    const said = '1 of the 2 levels that Marss sent could not be read, and was left out.'
    marss.next.push(() => Response.json(levels))
    const shown = await html(`/inventory/${item}/marss`)
    expect([shown.includes('Paarl'), shown.includes(said)]).toEqual([true, true])
    marss.next.push(() => Response.json(levels))
    const { body } = await server.people.admin.get(`/api/materials/levels/marss/${item}`)
    expect(body).toMatchObject({ data: [{ place: 'Paarl', quantity: 3 }], message: said })
    marss.next.push(() => Response.json([{ code: 'GEN' }]))
    expect((await free([{ code: 'GEN' }])).body.message).toBe(
      '1 of the 1 assets that Marss sent could not be read, and was left out.',
    )
  })

  test('free pieces are asked of Marss by the account’s own key, and an empty list asks nothing', async () => {
    const asked = [{ code: 'GEN', quantity: 5 }, { code: 'NONE' }]
    expect(await expectOk(free(asked))).toEqual([
      { code: 'GEN', quantity: 5, total: 9, available: 4, enough: false },
      { code: 'NONE', quantity: 1, total: 0, available: 0, enough: false },
    ])
    expect(marss.asked.at(-1)).toMatchObject({
      method: 'POST',
      path: '/assets/availability',
      body: [
        { code: 'GEN', quantity: 5 },
        { code: 'NONE', quantity: 1 },
      ],
    })
    expect((await expectOk(free([{ code: 'GEN' }], server.other)))[0]).toMatchObject({
      total: 1,
      available: 0,
    })
    const before = marss.asked.length
    expect(await expectOk(free([]))).toEqual([])
    expect(marss.asked.length).toBe(before)
    const own = await expectOk(
      server.people.admin.post('/api/equipment/assets/availability', [{ code: 'GEN' }]),
    )
    expect(own[0]).toMatchObject({ total: 2, available: 2 })
  })

  test('the page of what is here says on a click what Marss has, and stands without an answer', async () => {
    expect(await html('/equipment/availability')).toContain('Ask Marss')
    expect(await html('/equipment/availability?marss=true')).toContain('4 of 9')
    marss.next.push(() => Response.redirect('http://127.0.0.1:1/'))
    const failed = await html('/equipment/availability?marss=true')
    expect(failed).toContain('Marss could not be reached.')
    expect(failed).toContain('Generator G-1')
  })
})

test('paths and the header of the key are what the settings say', async () => {
  const other = startMarss({
    header: 'authorization',
    items: '/v2/stock',
    levels: '/v2/onhand',
    assets: '/v2/free',
  })
  other.give('Bearer of mine', {
    items: [{ code: 'NEW', name: 'Brought' }],
    levels: { NEW: [{ place: 'Paarl', quantity: '3,5' }] },
    assets: { GEN: { total: 2, available: 2 } },
  })
  const set = await startTestServer(undefined, [
    ...['--marss-url', other.url, '--marss-key-header', 'Authorization', '--marss-items-path', '/v2/stock'],
    ...['--marss-levels-path', '/v2/onhand', '--marss-assets-path', '/v2/free'],
  ])
  const { admin } = set.people
  await htmxRequest(set, admin, 'POST', '/admin/inventory/marss', { key: 'Bearer of mine' })
  const [brought] = await expectOk(admin.get('/api/inventory/marss/sync'))
  expect(brought.name).toBe('Brought')
  expect(await expectOk(admin.get(`/api/materials/levels/marss/${brought.id}`))).toEqual([
    { place: 'Paarl', quantity: 3.5 },
  ])
  const free = await expectOk(
    admin.post('/api/equipment/assets/availability?platform=marss', [{ code: 'GEN' }]),
  )
  expect(free[0]).toMatchObject({ available: 2, enough: true })
  await set.stop()
  await other.stop()
})

test('a key is tried as it is saved: one that is refused is not kept, one that could not be tried is, and both are said', async () => {
  const { admin } = server.people
  const works = async () => (await admin.get('/api/inventory/marss/sync')).status === 200
  const wrong = await setKey(admin, 'key of nobody')
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Marss refused this key (401), so it is not kept.')
  marss.next.push(() => new Response('', { status: 500 }))
  expect((await setKey(admin, 'key of nobody')).trigger.snackbar).toEqual({
    level: 'warning',
    message:
      'The key of Marss is kept, and could not be tried. Marss answered with an error (500). Please try again later.',
  })
  expect(await works()).toBe(false)
  expect((await setKey(admin, 'key of the other')).trigger.snackbar).toEqual({
    level: 'success',
    message: 'The key of Marss is kept. Marss answered with 0 items.',
  })
  expect((await setKey(admin, '')).trigger.snackbar.message).toBe('The key of Marss is taken away')
})
