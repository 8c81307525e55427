import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { sql } from 'drizzle-orm'
import { boards, jobs } from '#db/schema/tenant/index.ts'
import {
  cachedCards,
  cachedCount,
  cardsJson,
  MAX_CACHED_CARDS,
} from '#server/domains/work/jobs/cached-cards.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Jobs with ids of our choosing, in an account's file; the same ids and change number in every account. */
async function addJobs(accountid: string, ids: string[], description: string) {
  const { tenants } = server.services
  await tenants.write(accountid, by, (tx) => {
    const boardid = randomUUIDv7()
    const instants = { created: tx.now, createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(boards)
      .values({ id: boardid, name: boardid, slug: boardid, ...instants })
      .run()
    const add = tx.db
      .insert(jobs)
      .values({
        id: sql.placeholder('id'),
        reference: sql.placeholder('reference'),
        ...{ boardid, description, seq: 7, ...instants },
      })
      .prepare()
    for (const [i, id] of ids.entries()) add.run({ id, reference: `${boardid.toUpperCase()}-${i}` })
  })
}

const marks = (ids: string[]) => ids.map((id) => ({ id, seq: 7, status: 1 }))
const descriptions = (accountid: string, ids: string[]) =>
  server.services.tenants.read(accountid, (db) =>
    cachedCards(db, marks(ids)).map(({ card }) => card.description),
  )

describe('cached cards', () => {
  test('of one account never answer for another, though id and change number are the same', async () => {
    const ids = [randomUUIDv7(), randomUUIDv7()]
    await addJobs(server.accountid, ids, 'of the first')
    await addJobs(server.otherid, ids, 'of the other')
    for (let again = 0; again < 2; again++) {
      expect(descriptions(server.accountid, ids)).toEqual(['of the first', 'of the first'])
      expect(descriptions(server.otherid, ids)).toEqual(['of the other', 'of the other'])
    }
  })

  test('are forgotten with the file that they are of', async () => {
    const ids = [randomUUIDv7()]
    await addJobs(server.accountid, ids, 'before')
    expect(descriptions(server.accountid, ids)).toEqual(['before'])
    server.services.tenants.close(server.accountid)
    await server.services.tenants.write(server.accountid, by, ({ db }) =>
      db.update(jobs).set({ description: 'behind its back' }).run(),
    )
    expect(descriptions(server.accountid, ids)).toEqual(['behind its back'])
  })

  test('are made anew when the job or a name changed, and only those', async () => {
    const ids = [randomUUIDv7(), randomUUIDv7()]
    await addJobs(server.accountid, ids, 'first words')
    const { tenants } = server.services
    const read = () =>
      tenants.read(server.accountid, (db) =>
        cachedCards(
          db,
          ids.map((id) => ({
            id,
            status: 1,
            seq:
              db
                .select()
                .from(jobs)
                .all()
                .find((job) => job.id === id)?.seq ?? 0,
          })),
        ),
      )
    const [one, two] = read()
    await tenants.write(server.accountid, by, (tx) => touchJob(tx, ids[0] as string))
    const [changed, same] = read()
    expect(changed).not.toBe(one as never)
    expect(same).toBe(two as never)
    // A name that neither of them shows.
    await tenants.write(server.accountid, by, (tx) => tx.invalidateCaches())
    expect(read()[1]).toBe(two as never)
  })

  test.each([
    ['client', 'clients', { name: 'Ernst Handel' }, { name: 'Blauer See' }],
    ['location', 'locations', { name: 'Yard' }, { name: 'Depot' }],
    ['assignee', 'workers', { name: 'Thandi' }, { name: 'Sipho' }],
    [
      'categories',
      'categories',
      { name: 'Repair', colour: '#112233', jobcategory: true },
      { colour: '#445566' },
    ],
  ])('follow what they show of others: %s', async (field, list, before, after) => {
    const { admin } = server.people
    const boardid = (await admin.post('/api/boards', { name: `Cards by ${field}` })).body.data.id
    const { id, version } = (await admin.post(`/api/${list}`, before)).body.data
    const add = async (more: object) =>
      (await admin.post('/api/jobs', { boardid, description: 'x', ...more })).body.data
    await add({ [field]: field === 'categories' ? [id] : id })
    await add({})
    const read = async () =>
      (await admin.get(`/api/jobs?boardid=${boardid}`)).body.data as Record<string, unknown>[]
    const [first] = await read()
    await admin.patch(`/api/${list}/${id}`, { ...after, version })
    const [second] = await read()
    expect(JSON.stringify(first?.[field])).toContain(Object.values(before)[0] as string)
    expect(JSON.stringify(second?.[field])).toContain(Object.values(after)[0] as string)
    const rest = { [field]: 0, assigneename: '' }
    expect({ ...second, ...rest }).toEqual({ ...first, ...rest })
  })

  test('follow the time of the items that they are to put out', async () => {
    const { admin } = server.people
    const boardid = (await admin.post('/api/boards', { name: 'Cards by time' })).body.data.id
    const item = (await admin.post('/api/inventory', { code: 'TIMED', baseunit: 'm', inventoryclass: 1 }))
      .body.data
    const job = (await admin.post('/api/jobs', { boardid, description: 'x', status: 3 })).body.data
    const line = { jobid: job.id, role: 2, inventoryid: item.id, estimated: 2 }
    expect((await admin.post('/api/materials', line)).status).toBe(200)
    const warnings = async () => (await admin.get(`/api/jobs?boardid=${boardid}`)).body.data[0].warnings
    const before = await warnings()
    await admin.patch(`/api/inventory/${item.id}`, { unitseconds: 600, version: item.version })
    expect(await warnings()).toBe(before + 1)
  })

  test('join to one JSON array that can stand in a page', async () => {
    const ids = [randomUUIDv7(), randomUUIDv7()]
    await addJobs(server.accountid, ids, '</script> & "so" on')
    const cards = server.services.tenants.read(server.accountid, (db) => cachedCards(db, marks(ids)))
    expect(JSON.parse(cardsJson(cards, true))).toEqual(cards.map(({ card }) => card))
    expect(cardsJson(cards, true)).not.toContain('<')
    for (const card of JSON.parse(cardsJson(cards, false))) expect(card).not.toHaveProperty('quoted')
    expect(cardsJson([], true)).toBe('[]')
  })

  test('are never more than the bound, of all accounts together', async () => {
    const mine = Array.from({ length: MAX_CACHED_CARDS - 100 }, () => randomUUIDv7())
    const theirs = Array.from({ length: 500 }, () => randomUUIDv7())
    await addJobs(server.accountid, mine, 'many')
    await addJobs(server.otherid, theirs, 'some')
    expect(descriptions(server.accountid, mine)).toHaveLength(mine.length)
    expect(descriptions(server.otherid, theirs)).toEqual(theirs.map(() => 'some'))
    expect(cachedCount()).toBeLessThanOrEqual(MAX_CACHED_CARDS)
    expect(descriptions(server.accountid, mine.slice(0, 3))).toEqual(['many', 'many', 'many'])
  })
})
