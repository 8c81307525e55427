import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { boardSegment } from '#server/resources.ts'
import { bareSocket } from '#tests/http/hub-support.ts'
import { until } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const permit = (role: string, permission: string | null, boardid = shop.boardid) =>
  server.people.admin.post('/api/boards/permissions', {
    boardid,
    roleid: server.roleids[role],
    permission,
  })
const add = async (values: object = {}) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, ...values })).body.data
const pageOf = (who: Client, path: string) =>
  fetch(server.url + path, { headers: { cookie: who.cookie, accept: 'text/html' } })

describe('boards', () => {
  test('are made, renamed with their address, put in order, archived and brought back', async () => {
    const { admin, agent } = server.people
    const made = (await admin.post('/api/boards', { name: 'Site / North Yard' })).body.data
    expect(made).toMatchObject({ slug: 'site-north-yard', permission: 'manage', archived: false })
    expect(boardSegment(made.name)).toBe(made.slug)
    const renamed = await admin.patch(`/api/boards/${made.id}`, { name: 'Yard', version: made.version })
    expect(renamed.body.data.slug).toBe('yard')
    expect(
      (await admin.patch(`/api/boards/${made.id}`, { name: 'Late', version: made.version })).status,
    ).toBe(409)
    expect((await admin.post('/api/boards', { name: 'YARD' })).body.fields).toHaveProperty('name')
    const order = await admin.post('/api/boards/reorder', { boardid: made.id, afterid: shop.boardid })
    expect(order.body.data.map((board: { slug: string }) => board.slug)).toEqual([
      'work-shop',
      'yard',
      'paint',
    ])
    expect((await admin.delete(`/api/boards/${made.id}`)).body.data.archived).toBe(true)
    expect((await admin.get('/api/boards')).body.total).toBe(2)
    expect((await admin.get('/api/boards?archived=true')).body.total).toBe(3)
    expect((await agent.post('/api/boards', { name: 'Mine' })).status).toBe(403)
  })

  test("another account's board is not there", async () => {
    const { other } = server
    for (const answer of [
      await other.get(`/api/boards/${shop.boardid}`),
      await other.patch(`/api/boards/${shop.boardid}`, { name: 'x' }),
      await other.delete(`/api/boards/${shop.boardid}`),
      await other.get(`/api/boards/permissions/${shop.boardid}`),
      await other.post('/api/boards/reorder', { boardid: shop.boardid }),
      await other.post('/api/boards/permissions', {
        boardid: shop.boardid,
        roleid: server.otherroleids.Agent,
        permission: 'none',
      }),
    ])
      expect(answer.status).toBe(404)
    expect((await other.get('/api/boards')).body.data).toEqual([])
  })
})

describe('what a role may do on a board', () => {
  test('is listed as its own row and what comes of it', async () => {
    await permit('Agent', 'see')
    const rows = (await server.people.admin.get(`/api/boards/permissions/${shop.boardid}`)).body.data
    const of = (name: string) => rows.find((row: { role: { name: string } }) => row.role.name === name)
    expect(of('Agent')).toMatchObject({ permission: 'see', effective: 'see' })
    expect(of('Management')).toMatchObject({ permission: null, effective: 'manage' })
    expect(of('StakeHolder')).toMatchObject({ permission: null, effective: 'see' })
    await permit('Agent', null)
    expect((await permit('systemadmin', 'none')).body.fields).toHaveProperty('roleid')
    expect((await permit('Agent', 'all')).status).toBe(400)
  })

  test('`see` shows the jobs and lets nothing be done with them', async () => {
    const { agent } = server.people
    const job = await add()
    await permit('Agent', 'see')
    expect((await agent.get(`/api/jobs/${job.id}`)).body.data.permission).toBe('see')
    expect((await agent.patch(`/api/jobs/${job.id}`, { critical: true })).status).toBe(403)
    expect((await agent.post('/api/jobs/reorder', { jobid: job.id, lane: 2 })).status).toBe(403)
    expect((await agent.post('/api/jobs', { boardid: shop.boardid })).status).toBe(403)
    await permit('Agent', 'work')
    expect((await agent.patch(`/api/jobs/${job.id}`, { critical: true })).status).toBe(200)
    await permit('Agent', null)
  })

  test('`none` hides the board, its jobs, its page and its place in the menu', async () => {
    const { agent, admin } = server.people
    const job = await add({ description: 'hidden sentinel' })
    expect(await (await pageOf(agent, '/')).text()).toContain('/jobs/work-shop/progress')
    await permit('Agent', 'none')
    expect((await agent.get('/api/boards')).text).not.toContain(shop.boardid)
    expect((await agent.get(`/api/boards/${shop.boardid}`)).status).toBe(404)
    expect((await agent.get(`/api/jobs/${job.id}`)).status).toBe(404)
    expect((await agent.get(`/api/jobs?boardid=${shop.boardid}`)).body.total).toBe(0)
    expect((await agent.get('/api/jobs?search=sentinel')).body.total).toBe(0)
    expect((await agent.post('/api/jobs/reorder', { jobid: job.id, lane: 2 })).status).toBe(404)
    const home = await (await pageOf(agent, '/')).text()
    expect(home).not.toContain('work-shop')
    expect(home).toContain('/jobs/paint/progress')
    expect((await pageOf(agent, '/jobs/work-shop/progress')).status).toBe(404)
    expect((await pageOf(admin, '/jobs/work-shop/progress')).status).toBe(200)
    await permit('Agent', null)
    expect((await agent.get(`/api/jobs/${job.id}`)).status).toBe(200)
  })

  test('never gives more than the claims', async () => {
    await permit('StakeHolder', 'manage')
    const { stakeholder } = server.people
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    const job = await add({ location: shop.locations[0] })
    expect((await stakeholder.get(`/api/jobs/${job.id}`)).body.data.permission).toBe('see')
    expect((await stakeholder.delete(`/api/jobs/${job.id}`)).status).toBe(403)
    await permit('StakeHolder', null)
  })
})

describe('the board page', () => {
  test('shows lanes and cards, and hands them to its island', async () => {
    const { admin } = server.people
    const job = await add({ description: '</script><b>bold & "quoted"', status: 2 })
    const html = await (await pageOf(admin, `/jobs/work-shop/progress?open=${job.reference}`)).text()
    expect(html).toContain('/render/joblist?boardid=')
    expect(html).toContain('/jobs/work-shop/history')
    const [, json = ''] = /data-island="board"[^>]*><script[^>]*>(.*?)<\/script>/.exec(html) ?? []
    const props = JSON.parse(json)
    expect(props).toMatchObject({
      board: { slug: 'work-shop' },
      lanes: [{ label: 'Draft' }, { label: 'Review' }, { label: 'Approve' }, { label: 'Complete' }],
      can: { write: true, approve: true, money: true, manage: true },
      open: job.reference,
      jobssegment: 'jobs',
    })
    const list = (await admin.get(`/api/jobs?boardid=${shop.boardid}&take=500`)).body.data
    expect(props.cards).toEqual(list)
    expect(html).toContain('&lt;/script&gt;&lt;b&gt;bold &amp;')
    expect(html).not.toContain('<b>bold')
    expect(html).toContain(`data-card="${job.id}"`)
  })

  test('keeps amounts from whoever may not see them, whoever asked first', async () => {
    const { admin, jobs } = server.people
    expect(await (await pageOf(admin, '/jobs/work-shop/progress')).text()).toContain('"quoted":')
    const html = await (await pageOf(jobs, '/jobs/work-shop/progress')).text()
    expect(html).not.toContain('"quoted":')
    expect(html).not.toContain('class="money')
  })

  test('shows the newest at once after every kind of change', async () => {
    const { admin } = server.people
    const job = await add({ client: shop.clients[0] })
    const card = async () =>
      (await admin.get(`/api/jobs?boardid=${shop.boardid}&take=500`)).body.data.find(
        (one: { id: string }) => one.id === job.id,
      )
    expect((await card()).client.name).toBe('Acme')
    await admin.patch(`/api/jobs/${job.id}`, { description: 'changed' })
    expect((await card()).description).toBe('changed')
    await admin.post(`/api/jobs/${job.id}/notes`, { message: 'x' })
    expect((await card()).notes).toBe(1)
    await admin.patch(`/api/clients/${shop.clients[0]}`, { name: 'Acme Holdings' })
    expect((await card()).client.name).toBe('Acme Holdings')
    await admin.post('/api/jobs/reorder', { jobid: job.id, lane: 2 })
    expect((await card()).status).toBe(2)
  })

  test('has a history of what is invoiced and archived', async () => {
    const { admin, jobs } = server.people
    const job = await add({ description: 'long done', client: shop.clients[1] })
    await admin.post('/api/jobs/reorder', { jobid: job.id, lane: 4, confirmed: true })
    await admin.patch(`/api/jobs/${job.id}`, { status: 6 })
    const html = await (await pageOf(admin, '/jobs/work-shop/history?search=long')).text()
    expect(html).toContain('long done')
    expect(html).toContain(`/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`)
    expect(html).toContain('Archived')
    expect(html).toContain('Quoted')
    const plain = await (await pageOf(jobs, '/jobs/work-shop/history')).text()
    expect(plain).toContain('long done')
    expect(plain).not.toContain('Quoted')
    expect((await pageOf(admin, '/jobs/nowhere/history')).status).toBe(404)
  })

  test('has a list of what is open on all boards, by stage, with the next step for whoever may take it', async () => {
    const { admin, stakeholder } = server.people
    const sign = await add({ description: 'staged sign', location: shop.locations[0] })
    await admin.post('/api/materials', { jobid: sign.id, role: 2, description: 'Sign', estimated: 1 })
    const roof = await add({ description: 'staged roof', boardid: shop.secondid })
    await admin.post('/api/jobs/reorder', { jobid: roof.id, lane: 4, confirmed: true })
    const rows = async (query: string, who = admin) => {
      const html = await (await pageOf(who, `/jobs?search=staged&${query}`)).text()
      return [...html.matchAll(/<tr id="row-(.+?)".*?<\/tr>/g)].map(([row, id]) => ({ id, row }))
    }
    expect((await rows('')).map(({ id }) => id)).toEqual([roof.id, sign.id])
    const [asked] = await rows('stage=asked')
    expect(asked?.id).toBe(sign.id)
    const link = `/jobs/work-shop/progress?open=${sign.reference.toLowerCase()}&amp;next=true`
    expect(asked?.row).toContain(`<a href="${link}">Send the estimate</a>`)
    expect((await rows('stage=complete'))[0]?.row).toContain('Add lines')
    expect(await rows('stage=paid')).toEqual([])
    expect((await rows('', stakeholder)).filter(({ row }) => row.includes('next=true'))).toEqual([])
    expect((await pageOf(admin, '/jobs?stage=lost')).status).toBe(400)
  })

  test('is not there under another board; under another word for jobs it leads on', async () => {
    const { admin } = server.people
    for (const path of ['/work/nowhere/progress', '/jobs/nowhere/progress', '/jobs/work-shop/nothing'])
      expect((await pageOf(admin, path)).status).toBe(404)
    expect(new URL((await pageOf(admin, '/work/work-shop/progress')).url).pathname).toBe(
      '/jobs/work-shop/progress',
    )
  })
})

describe('the hub', () => {
  const listen = async (who: Client) => {
    const socket = bareSocket(`${server.url}/hub`, { authorization: `Bearer ${who.token}` })
    await socket.greet()
    return socket
  }
  const about = (socket: ReturnType<typeof bareSocket>, id: string) =>
    socket.records.filter(
      (record) => (record.arguments as { id?: string }[] | undefined)?.[0]?.id === id,
    ) as unknown as { target: string; arguments: Record<string, unknown>[] }[]

  test('tells of moves and changes those who see the job, and nobody else', async () => {
    const { admin, agent, stakeholder } = server.people
    await permit('Agent', 'none', shop.secondid)
    await addStakeholder(server, shop.locations[1], stakeholder.userid)
    const sockets = {
      admin: await listen(admin),
      agent: await listen(agent),
      holder: await listen(stakeholder),
    }
    const both = await add({ location: shop.locations[1] })
    const adminonly = await add({ boardid: shop.secondid })
    await admin.post('/api/jobs/reorder', { jobid: both.id, lane: 2 })
    await admin.patch(`/api/jobs/${both.id}`, { critical: true })
    await until(() => about(sockets.admin, both.id).length === 3, 'the events')
    expect(about(sockets.admin, both.id).map(({ target }) => target)).toEqual([
      'JobMoved',
      'JobMoved',
      'JobChanged',
    ])
    expect(about(sockets.admin, both.id)[1]?.arguments[0]).toEqual({
      id: both.id,
      boardid: shop.boardid,
      status: 2,
      afterid: null,
      version: 2,
      warnings: 0,
      locationid: shop.locations[1],
    })
    await until(() => about(sockets.holder, both.id).length === 3, 'the stakeholder')
    expect(about(sockets.agent, both.id)).toHaveLength(3)
    expect(about(sockets.admin, adminonly.id)).toHaveLength(1)
    expect(about(sockets.agent, adminonly.id)).toHaveLength(0)
    expect(about(sockets.holder, adminonly.id)).toHaveLength(0)
    // What leaves their viewer is told once more, so that it goes from their page.
    await admin.patch(`/api/jobs/${both.id}`, { location: shop.locations[0], client: shop.clients[0] })
    await until(() => about(sockets.holder, both.id).length === 4, 'the farewell')
    for (const { socket } of Object.values(sockets)) socket.close()
    await permit('Agent', null, shop.secondid)
  })
})
