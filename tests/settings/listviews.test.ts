import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { relativeDate, resolveRelativeDate } from '#server/list-views/relative-dates.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let roleid: string
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  for (const name of ['Alpha', 'Beta']) await expectOk(admin().post('/api/clients', { name }))
  const roles = await expectOk(admin().get('/api/auth/roles'))
  roleid = roles.find(({ name }: { name: string }) => name === 'Agent').id
})
afterAll(() => server.stop())

const list = '/clients'
const save = (body: object, who = admin()) =>
  expectOk(who.post('/api/views', { list, name: 'View', query: 'search=alpha', ...body }))
const page = async (query: string, who: Client = admin(), path = list) =>
  (await who.get(`${path}${query}`)).text
const names = (html: string) =>
  ['Acme', 'Alpha', 'Beta', 'Bolt'].filter((name) => new RegExp(`class="rowlink"[^>]*>${name}`).test(html))

describe('a named view', () => {
  test('shows what it holds by its address alone, and a change of it as a copy', async () => {
    const { id } = await save({ name: 'Alphas', query: 'sort=-name&search=al' })
    const html = await page(`?view=${id}`)
    expect(names(html)).toEqual(['Alpha'])
    expect(html).toContain('<span>Alphas</span>')
    expect(html).not.toContain('<em>changed</em>')
    const [, sort = ''] = /href="(\/clients\?[^"]*sort=name[^"]*)"/.exec(html) ?? []
    expect(sort).toContain(`fromview=${id}`)
    const changed = await page(sort.slice('/clients'.length).replaceAll('&amp;', '&'))
    expect(changed).toContain('<em>changed</em>')
    expect(names(changed)).toEqual(['Alpha'])
    const cleared = await page(`?fromview=${id}`)
    expect(names(cleared)).toHaveLength(4)
    expect(cleared).toContain('Back to Alphas')
  })

  test('is its owner’s alone until it is shared with a role', async () => {
    const { agent, operations } = server.people
    const { id } = await save({ name: 'Mine' })
    for (const who of [agent, operations, server.other]) {
      expect(await page(`?view=${id}`, who)).toContain('no longer there, or not yours')
      expect((await who.patch(`/api/views/${id}`, { name: 'Theirs' })).status).toBe(404)
    }
    await expectOk(admin().patch(`/api/views/${id}`, { roleid }))
    expect(names(await page(`?view=${id}`, agent))).toEqual(['Alpha'])
    expect(await page(`?view=${id}`, operations)).toContain('no longer there, or not yours')
    expect((await agent.patch(`/api/views/${id}`, { name: 'Theirs' })).status).toBe(403)
    expect(
      (await expectOk(agent.get(`/api/views?list=${list}`))).map((one: { id: string }) => one.id),
    ).toContain(id)
  })

  test('that a colleague shared is changed by whoever manages settings, by nobody else', async () => {
    const { agent } = server.people
    const { id, version } = await save({ name: 'Agents', roleid }, agent)
    await expectOk(admin().patch(`/api/views/${id}`, { name: 'All agents', version }))
    expect((await agent.patch(`/api/views/${id}`, { name: 'x', version })).status).toBe(409)
    const kept = await save({ name: 'Private' }, agent)
    expect((await admin().patch(`/api/views/${kept.id}`, { name: 'x' })).status).toBe(404)
  })

  test('opens the list for a role, until somebody asks for everything', async () => {
    const { agent } = server.people
    const { id } = await save({ name: 'Opening', roleid, opens: true })
    const opened = await page('', agent)
    expect(names(opened)).toEqual(['Alpha'])
    expect(opened).toContain('<span>Opening</span>')
    expect(names(await page('?search=b', agent))).toEqual(['Beta', 'Bolt'])
    const everything = await page('?view=none', agent)
    expect(names(everything)).toHaveLength(4)
    expect(everything).toContain('fromview=none')
    expect(names(await page('?fromview=none', agent))).toHaveLength(4)
    expect(names(await page(''))).toHaveLength(4)
    await expectOk(admin().delete(`/api/views/${id}`))
    expect(names(await page('', agent))).toHaveLength(4)
  })

  test('is refused by the name of what is wrong', async () => {
    const { agent } = server.people
    const wrong = { list: 'https://x', name: ' ', query: 'x'.repeat(2_001), roleid: 'x', colour: 1 }
    expect(await expectRefused(admin().post('/api/views', wrong))).toEqual(Object.keys(wrong).sort())
    const base = { list, name: 'x', query: '' }
    expect(await expectRefused(agent.post('/api/views', { ...base, opens: true, roleid }))).toEqual(['opens'])
    expect(await expectRefused(admin().post('/api/views', { ...base, opens: true }))).toEqual(['opens'])
    const management = (await expectOk(admin().get('/api/auth/roles'))).find(
      ({ name }: { name: string }) => name === 'Management',
    ).id
    expect(await expectRefused(agent.post('/api/views', { ...base, roleid: management }))).toEqual(['roleid'])
    const form = { list, search: '', name: 'x' }
    for (const path of ['//evil.test', '/\\evil.test', 'clients'])
      expect((await htmxRequest(server, admin(), 'POST', '/views', { ...form, path })).status).toBe(422)
  })

  test('whose filters a list no longer has says so, and shows the list', async () => {
    const { id } = await save({ name: 'Old', query: 'colour=blue' })
    const html = await page(`?view=${id}`)
    expect(html).toContain('no longer there, or not yours')
    expect(names(html)).toHaveLength(4)
  })

  test('never widens what a person may see', async () => {
    const { id } = await save({ list: '/invoices', name: 'Invoices', roleid })
    const { jobs } = server.people
    expect((await jobs.get(`/invoices?view=${id}`)).status).toBe(403)
  })

  test('keeps chosen columns', async () => {
    const { id } = await save({ name: 'Names', query: 'columns=name&columns=city' })
    const html = await page(`?view=${id}`)
    expect(html).not.toContain('data-label="Contact')
    expect(html.match(/<th /g)?.length).toBeLessThan((await page('')).match(/<th /g)?.length ?? 0)
  })
})

test('a view is saved, changed and removed by its dialogs', async () => {
  const search = `search=al&start=`
  const dialog = await htmxRequest(
    server,
    admin(),
    'GET',
    `/views/new?list=${list}&path=${list}&search=${encodeURIComponent(search)}`,
  )
  expect(dialog.html).toContain('Only me')
  const made = await fetch(`${server.url}/views`, {
    method: 'POST',
    headers: { cookie: admin().cookie, 'hx-request': 'true', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ list, path: list, search: 'search=al&skip=50', name: 'By hand', roleid: '' }),
  })
  const address = made.headers.get('hx-redirect') ?? ''
  expect(address).toMatch(/^\/clients\?view=/)
  expect(names(await page(address.slice(list.length)))).toEqual(['Alpha'])
  const id = address.split('=')[1] as string
  const change = `/views/${id}/query?path=${list}&search=${encodeURIComponent('search=beta')}`
  await htmxRequest(server, admin(), 'POST', change)
  expect(names(await page(`?view=${id}`))).toEqual(['Beta'])
  await htmxRequest(server, admin(), 'POST', `/views/${id}/archive?path=${list}`)
  expect(await page(`?view=${id}`)).toContain('no longer there')
})

const headsIn = (html: string) => html.match(/<th [^>]*scope="col"/g)?.length ?? 0

/** One record, a week of one worker or of all, and the figures of one period with what is behind them. */
const noViews = [
  '/account',
  '/timesheets',
  '/timesheets/everyone',
  '/invoices/vat',
  '/invoices/vat/documents',
]

test('every page of a list has views, columns where its table has more than two, and keeps them', async () => {
  const { routes } = await import('#server/app.ts')
  const pages = routes.filter(
    ({ kind, method, path, schemas }) =>
      kind === 'page' &&
      method === 'GET' &&
      schemas.query &&
      !path.includes(':') &&
      !path.endsWith('/export'),
  )
  const lists: string[] = []
  const deaf: string[] = []
  for (const { path } of pages) {
    const { status, text: html } = await admin().get(path)
    expect(status, path).toBeLessThan(500)
    // A piece of a page has no address of its own.
    if (!html.startsWith('<!doctype')) continue
    if (!html.includes('class="viewbar"')) {
      // Behind a dialog that has an address of its own stands the list of another address.
      const [, url] = /<section id="[^"]*" class="list"[^>]* data-url="([^"?]*)/.exec(html) ?? []
      if (url === path && !noViews.includes(path)) deaf.push(path)
      continue
    }
    lists.push(path)
    const heads = [...html.matchAll(/<input type="checkbox" name="columns"[^>]* value="([^"]+)"/g)].map(
      ([, key]) => key as string,
    )
    const { id } = await save({
      list: path,
      name: `View of ${path}`,
      query: heads.length ? `columns=${heads[1]}` : '',
    })
    const shown = await page(`?view=${id}`, admin(), path)
    expect(shown, path).toContain(`<span>View of ${path}</span>`)
    if (heads.length && headsIn(shown) >= headsIn(html)) deaf.push(path)
  }
  expect(deaf).toEqual([])
  expect(lists.length).toBeGreaterThan(20)
  for (const path of [
    '/jobs',
    '/invoices',
    '/clients',
    '/suppliers',
    '/admin/locations',
    '/equipment/list',
    '/admin/audit',
  ])
    expect(lists).toContain(path)
})

describe('words in an address', () => {
  test('stand for dates by the day on which it is opened', () => {
    const today = '2026-03-31'
    const words: [string, string | undefined][] = [
      ['today', today],
      ['7daysago', '2026-03-24'],
      ['in14days', '2026-04-14'],
      ['monthend', today],
      ['lastmonthend', '2026-02-28'],
      ['weekstart', '2026-03-30'],
      ['yearstart', '2026-01-01'],
      ['2026-01-01', undefined],
      ['9999daysago', undefined],
      ['constructor', undefined],
    ]
    for (const [word, date] of words) expect([word, resolveRelativeDate(word, today)]).toEqual([word, date])
    for (const date of [today, '2026-03-01', '2026-02-28', '2026-03-24', '2026-04-14', '2020-02-29'])
      expect(resolveRelativeDate(relativeDate(date, today).word, today)).toBe(date)
  })

  test('narrow lists, and `me` is whoever looks', async () => {
    const { agent } = server.people
    const worker = await expectOk(admin().post('/api/workers', { name: 'Agent’s own', userid: agent.userid }))
    for (const [description, assignee] of [
      ['ownjob', worker.id],
      ['hersjob', shop.worker],
    ])
      await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, description, assignee }))
    const at = `&boardid=${shop.boardid}`
    const found = async (who: Client) =>
      (await expectOk(who.get(`/api/jobs?assignee=me${at}`))).map(
        (job: { description: string }) => job.description,
      )
    expect(await found(agent)).toEqual(['ownjob'])
    expect(await found(admin())).toEqual([])
    const board = await fetch(`${server.url}/jobs/work-shop/progress?assignee=me`, {
      headers: { cookie: agent.cookie },
      redirect: 'manual',
    })
    expect(board.headers.get('location')).toBe(`/jobs/work-shop/progress?assignee=${worker.id}`)
    const mine = { list: '/:jobs/:board/progress', name: 'My cards', query: 'assignee=me' }
    const { id } = await expectOk(agent.post('/api/views', mine))
    const opened = await fetch(`${server.url}/jobs/work-shop/progress?view=${id}`, {
      headers: { cookie: agent.cookie },
    })
    expect(opened.url).toEndWith(`?assignee=${worker.id}&fromview=${id}`)
    const html = await opened.text()
    expect(html).toContain('<span>My cards</span>')
    expect(html).not.toContain('<em>changed</em>')
    expect((await admin().get('/invoices?start=7daysago&end=today')).status).toBe(200)
    expect((await admin().get('/invoices?start=someday')).status).toBe(400)
  })
})
