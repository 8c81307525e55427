import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const add = async (values: object = {}) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, ...values })).body.data
const history = async (id: string) =>
  (await server.people.admin.get(`/api/jobs/${id}/history`)).body.data as Record<string, string>[]

test('some jobs are asked for by their ids, in one call, whatever their status, as far as they are seen', async () => {
  const { admin, stakeholder } = server.people
  const [one, two, removed] = [await add(), await add({ boardid: shop.secondid }), await add()]
  await server.people.admin.patch(`/api/jobs/${two.id}`, { status: 4, confirmed: true })
  await admin.patch(`/api/jobs/${two.id}`, { status: 6 })
  const ids = [two.id, one.id, shop.category, two.id].join()
  const found = async (query: string, who = admin) =>
    (await who.get(`/api/jobs?ids=${query}`)).body.data?.map(({ id }: { id: string }) => id)
  expect(await found(ids)).toEqual([two.id, one.id])
  await admin.delete(`/api/jobs/${removed.id}`)
  expect(await found(removed.id)).toEqual([removed.id])
  expect(await found(removed.id, server.people.operations)).toEqual([])
  expect(await found(ids, stakeholder)).toEqual([])
  expect(await found(ids, server.other)).toEqual([])
  for (const wrong of ['', "x'--", Array(501).fill(one.id).join()])
    expect((await admin.get(`/api/jobs?ids=${encodeURIComponent(wrong)}`)).status).toBe(400)
})

describe('a job', () => {
  test('is saved with its references and read back with names', async () => {
    const { admin } = server.people
    const answer = await admin.post('/api/jobs', {
      boardid: shop.boardid,
      description: 'Fix the roof',
      location: shop.locations[0],
      assignee: shop.worker,
      categories: [shop.category],
      finish: '2026-12-24',
      critical: true,
      scheduledminutes: 90,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      description: 'Fix the roof',
      status: 1,
      client: { id: shop.clients[0], name: 'Acme' },
      location: { name: 'Acme yard' },
      assignee: { name: 'Wendy' },
      assigneename: 'Wendy',
      categories: [{ id: shop.category, name: 'Repair', colour: '#336699' }],
      finish: '2026-12-24',
      critical: true,
      scheduledminutes: 90,
      board: { slug: 'work-shop' },
      permission: 'manage',
      quoted: 0,
      version: 1,
    })
    expect((await admin.get(`/api/jobs/${answer.body.data.id}?brief=true`)).body.data).toEqual(
      answer.body.data,
    )
    const byReference = await admin.get(`/api/jobs/reference/${answer.body.data.reference.toLowerCase()}`)
    expect(byReference.body.data.id).toBe(answer.body.data.id)
  })

  test('refuses what does not fit, by field', async () => {
    const { admin } = server.people
    const refused = async (values: object) =>
      (await admin.post('/api/jobs', { boardid: shop.boardid, ...values })).body.fields
    expect(await refused({ client: server.accountid })).toHaveProperty('client')
    expect(await refused({ categories: [server.accountid] })).toHaveProperty('categories')
    expect(await refused({ start: '2026-05-02', finish: '2026-05-01' })).toHaveProperty('finish')
    expect(await refused({ client: shop.clients[1], location: shop.locations[0] })).toHaveProperty('location')
    expect(await refused({ boardid: server.accountid })).toHaveProperty('boardid')
    expect(await refused({ colour: 'red' })).toHaveProperty('colour')
    expect(await refused({ status: 5 })).toBeDefined()
    // Whether it is paid, its invoices tell.
    expect(await refused({ paid: true })).toHaveProperty('paid')
  })

  test('takes no category of items, nor one that is archived, but keeps what it has', async () => {
    const { admin } = server.people
    const made = async (values: object) => (await admin.post('/api/categories', values)).body.data.id
    const [items, old] = [
      await made({ name: 'Steel', jobcategory: false }),
      await made({ name: 'Old work', jobcategory: true }),
    ]
    const { id } = await add({ categories: [old] })
    await admin.delete(`/api/categories/${old}`)
    const refused = async (categories: string[]) =>
      (await admin.patch(`/api/jobs/${id}`, { categories })).body.fields
    expect(await refused([old, items])).toEqual({
      categories: 'Steel is a category of items, not of jobs.',
    })
    expect(await refused([shop.category, old])).toBeUndefined()
    expect(await refused([shop.category])).toBeUndefined()
    expect(await refused([old])).toEqual({
      categories: 'This record is archived: restore it first, or choose another.',
    })
  })

  test('begins with what its categories make by default, unless that is archived', async () => {
    const { admin } = server.people
    const made = async (path: string, body: object) => (await admin.post(path, body)).body.data.id
    const gate = await made('/api/inventory', { code: 'GATE', rate: 1000 })
    const category = await made('/api/categories', {
      ...{ name: 'Gates', jobcategory: true },
      defaultproduct: gate,
    })
    const linesOf = async ({ id }: { id: string }) =>
      (await admin.get(`/api/materials/getMaterials/${id}`)).body.data
    expect(await linesOf(await add({ categories: [category] }))).toMatchObject([
      { inventory: { id: gate }, role: 2, estimated: 1, consumed: 0, linerate: 1000 },
    ])
    await admin.delete(`/api/inventory/${gate}`)
    expect(await linesOf(await add({ categories: [category] }))).toEqual([])
  })

  test('that is archived changes no more by any call, feedback and notes apart', async () => {
    const { admin } = server.people
    const { id, reference } = await add({ status: 4 })
    const at = `/api/jobs/${id}`
    const piece = { name: 'Ladder', barcode: 'LADDER' }
    await admin.post('/api/equipment', piece)
    expect((await admin.patch(at, { status: 6, confirmed: true })).status).toBe(200)
    for (const answer of [
      await admin.patch(at, { description: 'Else' }),
      await admin.patch(at, { boardid: shop.secondid }),
      await admin.patch(at, { categories: [shop.category] }),
      await admin.post(`${at}/equipment`, { barcode: piece.barcode }),
      await admin.patch('/api/jobs/stocksync', { job: id }),
    ])
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(reference)])
    expect((await admin.patch(at, { feedback: 'Well done' })).status).toBe(200)
    expect((await admin.post(`${at}/notes`, { message: 'They rang' })).status).toBe(200)
  })

  test('hides amounts from whoever may not see money', async () => {
    const job = await add()
    const seen = (await server.people.jobs.get(`/api/jobs/${job.id}`)).body.data
    expect(seen.id).toBe(job.id)
    expect(seen).not.toHaveProperty('quoted')
    expect(seen).not.toHaveProperty('actual')
    const list = await server.people.jobs.get(`/api/jobs?boardid=${shop.boardid}`)
    expect(list.text).toContain(job.id)
    expect(list.text).not.toContain('"quoted"')
    expect((await server.people.admin.get(`/api/jobs?boardid=${shop.boardid}`)).text).toContain('"quoted"')
  })

  test('remembers each change in words, with the one who made it', async () => {
    const { id } = await add({ client: shop.clients[0] })
    const change = {
      client: shop.clients[1],
      critical: true,
      categories: [shop.category],
      assignee: shop.worker,
    }
    expect((await server.people.agent.patch(`/api/jobs/${id}`, change)).status).toBe(200)
    const entries = await history(id)
    const entry = (field: string) => entries.find((one) => one.field === field)
    expect(entry('client')).toMatchObject({ oldvalue: 'Acme', newvalue: 'Bolt & Co', user: 'agent Tester' })
    expect(entry('critical')).toMatchObject({ oldvalue: 'no', newvalue: 'yes' })
    expect(entry('categories')).toMatchObject({ oldvalue: '', newvalue: 'Repair' })
    expect(entry('assignee')).toMatchObject({ oldvalue: '', newvalue: 'Wendy' })
    expect(entries).toHaveLength(5)
  })

  test('answers an edit of an older version with what stands now, but lets an edit pass that only saw a move', async () => {
    const { admin } = server.people
    const job = await add({ description: 'first' })
    await admin.post('/api/jobs/reorder', { jobid: job.id, lane: 2, version: job.version })
    const edited = await admin.patch(`/api/jobs/${job.id}`, { description: 'second', version: job.version })
    expect(edited.status).toBe(200)
    const late = await admin.patch(`/api/jobs/${job.id}`, { description: 'third', version: job.version })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'conflict',
      data: { description: 'second', version: edited.body.data.version },
    })
  })

  test('is saved once for one key', async () => {
    const { admin } = server.people
    const make = () =>
      admin.call(
        'POST',
        '/api/jobs',
        { boardid: shop.boardid, description: 'once' },
        { 'idempotency-key': 'k1' },
      )
    const [first, second] = [await make(), await make()]
    expect(second.body).toEqual(first.body)
    const list = await admin.get(`/api/jobs?boardid=${shop.boardid}&search=once`)
    expect(list.body.total).toBe(1)
  })

  test('takes notes, which show on the card', async () => {
    const { id } = await add()
    const { agent, jobs } = server.people
    const note = await agent.post(`/api/jobs/${id}/notes`, { message: 'Bring a ladder' })
    expect(note.body.data).toMatchObject({ message: 'Bring a ladder', name: 'agent Tester', job: { id } })
    expect((await jobs.get(`/api/jobs/${id}/notes`)).body.data).toEqual([note.body.data])
    expect((await jobs.get(`/api/jobs/${id}`)).body.data.notes).toBe(1)
    expect((await agent.post(`/api/jobs/${id}/notes`, { message: ' ' })).status).toBe(400)
  })
})

describe('references', () => {
  test('follow each other, are foretold, and are never used again', async () => {
    const { admin } = server.people
    const next = (await admin.get('/api/jobs/next')).body.data.reference
    const first = await add()
    expect(first.reference).toBe(next)
    await admin.delete(`/api/jobs/${first.id}`)
    await admin.post('/api/jobs', { boardid: server.accountid })
    const second = await add()
    expect(Number(second.reference.slice(1))).toBe(Number(first.reference.slice(1)) + 1)
  })

  test('are distinct when many are saved at once', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, () => add()))
    expect(new Set(jobs.map((job) => job.reference)).size).toBe(20)
  })
})

describe('removing, archiving, restoring', () => {
  test('a removed job is gone for all but a systemadmin, who brings it back', async () => {
    const { admin, management, operations } = server.people
    const { id } = await add({ status: 2 })
    expect((await operations.delete(`/api/jobs/${id}`)).status).toBe(403)
    expect((await management.delete(`/api/jobs/${id}`)).status).toBe(200)
    const gone = await management.get(`/api/jobs/${id}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'jobremoved'])
    expect(gone.body.message).toMatch(/^Job J\d+ was removed by .+ on \d+ \w+ \d{4}\. An administrator can/)
    // Who reads no histories is not told who did it.
    expect((await server.people.jobs.get(`/api/jobs/${id}`)).body.message).toMatch(/was removed\. An admin/)
    expect((await management.patch(`/api/jobs/restore/${id}`)).status).toBe(404)
    expect((await admin.get(`/api/jobs/${id}`)).body.data.status).toBe(98)
    expect((await admin.patch(`/api/jobs/restore/${id}`)).body.data.status).toBe(2)
  })

  test('one that begins in Complete is completed on that day', async () => {
    const { admin } = server.people
    const { id } = (await admin.post('/api/jobs', { boardid: shop.boardid, status: 4 })).body.data
    const { id: moved } = await add()
    await admin.post('/api/jobs/reorder', { jobid: moved, lane: 4, confirmed: true })
    const completed = async (jobid: string) => (await admin.get(`/api/jobs/${jobid}`)).body.data.completed
    expect(await completed(id)).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await completed(id)).toBe(await completed(moved))
  })

  test('only a complete job is archived, and comes back complete', async () => {
    const { admin } = server.people
    const { id } = await add()
    const refused = await admin.patch(`/api/jobs/${id}`, { status: 6 })
    expect(refused.status).toBe(400)
    await admin.post('/api/jobs/reorder', { jobid: id, lane: 4, confirmed: true })
    expect((await admin.get(`/api/jobs/${id}`)).body.data.completed).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await admin.patch(`/api/jobs/${id}`, { status: 6 })).body.data.status).toBe(6)
    expect((await admin.get('/api/jobs/past')).text).toContain(id)
    expect((await admin.get(`/api/jobs?boardid=${shop.boardid}`)).text).not.toContain(id)
    expect((await admin.patch(`/api/jobs/restore/${id}`)).body.data.status).toBe(4)
  })
})

describe('lists', () => {
  test('narrow by status, client, text and date, page and count', async () => {
    const { admin } = server.people
    await add({ description: 'needle one', client: shop.clients[1] })
    await add({ description: 'needle two', status: 2 })
    const total = async (query: string) => (await admin.get(`/api/jobs?search=needle&${query}`)).body.total
    expect(await total('')).toBe(2)
    expect(await total('status=2')).toBe(1)
    expect(await total('status=1,2')).toBe(2)
    expect(await total(`client=${shop.clients[1]}`)).toBe(1)
    expect(await total('start=2999-01-01')).toBe(0)
    expect(await total('end=2999-01-01')).toBe(2)
    const page = (await admin.get('/api/jobs?search=needle&sort=-description&take=1&skip=1')).body
    expect(page).toMatchObject({ total: 2, data: [{ description: 'needle one' }] })
    expect((await admin.get('/api/jobs?status=7')).status).toBe(400)
    expect((await admin.get('/api/jobs?take=501')).status).toBe(400)
  })

  test('the board in its order is the same by its index as by a filter', async () => {
    const { admin } = server.people
    const quick = (await admin.get(`/api/jobs?boardid=${shop.boardid}&take=500`)).body
    const slow = (await admin.get(`/api/jobs?boardid=${shop.boardid}&take=500&status=1,2,3,4`)).body
    expect(quick).toEqual(slow)
    const third = (await admin.get(`/api/jobs?boardid=${shop.boardid}&take=1&skip=2`)).body
    expect(third).toEqual({ data: [quick.data[2]], total: quick.total })
  })

  test('count by status, category, assignee and age; the old ones first', async () => {
    const { admin } = server.people
    const on = `boardid=${shop.boardid}`
    const total = (await admin.get(`/api/jobs?${on}&take=1`)).body.total
    const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
    const stats = async (what: string) => (await admin.get(`/api/jobs/stats/${what}?${on}`)).body.data
    expect((await stats('status')).find((row: { status: number }) => row.status === 2)).toMatchObject({
      name: 'Review',
    })
    expect(sum(await stats('category'))).toBe(total)
    expect(sum(await stats('assignee'))).toBe(total)
    expect((await stats('ages'))[0]).toEqual({ from: 0, to: 7, count: total })
    const aging = (await admin.get(`/api/jobs/aging?${on}&take=1`)).body
    expect(aging).toMatchObject({ total, data: [{ age: 0 }] })
    expect((await admin.get(`/api/jobs/recent?clientid=${shop.clients[1]}`)).body.data[0].client.name).toBe(
      'Bolt & Co',
    )
    expect((await admin.get('/api/jobs/recent')).body.data).toHaveLength(8)
  })

  test('templates never sit on a board', async () => {
    const { admin } = server.people
    const { id } = await add({ template: true, description: 'Yearly service' })
    expect((await admin.get('/api/jobs/template')).body.data).toMatchObject([{ id }])
    expect((await admin.get(`/api/jobs?boardid=${shop.boardid}&take=500`)).text).not.toContain(id)
    expect((await admin.post('/api/jobs/reorder', { jobid: id, lane: 2 })).status).toBe(400)
  })
})

describe('whoever may see only a part', () => {
  test('a StakeHolder finds the jobs of linked locations, everywhere, and no others', async () => {
    const { stakeholder, admin } = server.people
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    const mine = await add({ location: shop.locations[0], description: 'mine sentinel' })
    const theirs = await add({ location: shop.locations[1], description: 'theirs sentinel' })
    const nowhere = await add({ description: 'nowhere sentinel' })
    expect((await stakeholder.get(`/api/jobs/${mine.id}`)).status).toBe(200)
    expect((await stakeholder.post(`/api/jobs/${mine.id}/notes`, { message: 'Thanks' })).status).toBe(200)
    for (const { id, reference } of [theirs, nowhere]) {
      expect((await stakeholder.get(`/api/jobs/${id}`)).status).toBe(404)
      expect((await stakeholder.get(`/api/jobs/${id}/notes`)).status).toBe(404)
      expect((await stakeholder.post(`/api/jobs/${id}/notes`, { message: 'Hm' })).status).toBe(404)
      expect((await stakeholder.get(`/api/jobs/reference/${reference}`)).status).toBe(404)
    }
    for (const path of ['', '/recent', '/past', '/aging', '/past/sentinel', '/template']) {
      const boards = path === '' ? [`?boardid=${shop.boardid}&take=500`, '?search=sentinel'] : ['']
      for (const query of boards) {
        const { text } = await stakeholder.get(`/api/jobs${path}${query}`)
        expect(text).not.toContain('theirs sentinel')
        expect(text).not.toContain('nowhere sentinel')
      }
    }
    const counted = (await stakeholder.get('/api/jobs/stats/assignee')).body.data
    const visible = (await stakeholder.get('/api/jobs?take=500')).body
    expect(counted.reduce((all: number, { count }: { count: number }) => all + count, 0)).toBe(visible.total)
    expect(visible.total).toBeLessThan((await admin.get('/api/jobs?take=1')).body.total)
    expect((await stakeholder.patch(`/api/jobs/${mine.id}`, { critical: true })).status).toBe(403)
  })

  test("another account's job is not there, whatever is asked of it", async () => {
    const { id, reference } = await add()
    const { other } = server
    const calls = [
      other.get(`/api/jobs/${id}`),
      other.patch(`/api/jobs/${id}`, { critical: true }),
      other.delete(`/api/jobs/${id}`),
      other.patch(`/api/jobs/restore/${id}`),
      other.get(`/api/jobs/${id}/history`),
      other.get(`/api/jobs/${id}/notes`),
      other.post(`/api/jobs/${id}/notes`, { message: 'x' }),
      other.get(`/api/jobs/reference/${reference}`),
      other.post('/api/jobs/reorder', { jobid: id, lane: 2 }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404)
    expect((await other.get(`/api/jobs?boardid=${shop.boardid}`)).body).toEqual({ data: [], total: 0 })
  })
})
