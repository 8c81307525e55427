import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { countByAssignee, countByCategory, countCreatedSince } from '#db/queries/work/job-tallies.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { bracketDays, statsByAge } from '#server/domains/work/jobs/job-stats.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const read = <T>(run: (db: TenantDb) => T) => server.services.tenants.read(server.accountid, run)
const write = (sql: string) =>
  server.services.tenants.write(server.accountid, by, ({ db }) => prepared(db, sql).run())
const admin = () => server.people.admin
const stats = async (what: string, query = '') =>
  (await admin().get(`/api/jobs/stats/${what}?archived=true${query}`)).body.data as {
    name: string
    from: number
    count: number
  }[]
const counts = async (what: string, query = '') =>
  (await stats(what, query)).map(({ name, count }) => `${name} ${count}`)

describe('figures of past jobs', () => {
  test('follow jobs and categories wherever they go', async () => {
    const made = await Promise.all(
      [{ categories: [shop.category] }, { assignee: shop.worker }, {}].map((more) =>
        admin().post('/api/jobs', { boardid: shop.boardid, ...more }),
      ),
    )
    const [a, b] = made.map(({ body }) => body.data.id as string)
    expect(await counts('category')).toEqual(['No category 2', 'Repair 1'])
    for (const status of [6, 5, 6]) {
      await write(`UPDATE jobs SET status = ${status} WHERE id IN ('${a}', '${b}')`)
      expect(await counts('category')).toEqual(['No category 2', 'Repair 1'])
      expect(await counts('assignee')).toEqual(['Nobody 2', 'Wendy 1'])
      expect(read(findWrongTotals)).toEqual([])
    }
    const second = (await admin().post('/api/categories', { name: 'Paint', jobcategory: true })).body.data.id
    await write(`INSERT INTO job_categories VALUES ('${a}', '${second}')`)
    expect(await counts('category')).toEqual(['No category 2', 'Paint 1', 'Repair 1'])
    await write(`DELETE FROM job_categories WHERE jobid = '${a}' AND categoryid = '${shop.category}'`)
    await write(`UPDATE job_categories SET categoryid = '${shop.category}' WHERE jobid = '${a}'`)
    expect(await counts('category')).toEqual(['No category 2', 'Repair 1'])
    await write(`DELETE FROM job_categories WHERE jobid = '${a}'`)
    await write(`UPDATE jobs SET assignee = '${shop.worker}', boardid = '${shop.secondid}' WHERE id = '${a}'`)
    expect(await counts('assignee', `&boardid=${shop.secondid}`)).toEqual(['Wendy 1'])
    expect(await counts('category', `&boardid=${shop.boardid}`)).toEqual(['No category 2'])
    expect(read(findWrongTotals)).toEqual([])
    await write(`UPDATE jobs SET status = 98 WHERE id = '${a}'`)
    await write(`DELETE FROM jobs WHERE id = '${b}'`)
    expect(await counts('assignee')).toEqual(['Nobody 1'])
    expect(read(findWrongTotals)).toEqual([])
  })

  test('by age are those of a look at each job, to the second', async () => {
    const now = new Date('2026-11-24T22:30:00Z')
    const zone = read(readZone)
    const edges = [1, 0, -7, -8, -30, -31, -60, -90, -91, -400].map((days) =>
      Date.parse(startOfDay('2026-11-25', zone, days)),
    )
    const instants = edges.flatMap((at) => [at - 1, at, at + 1, at + 3_600_000 * 3])
    await write(
      `INSERT INTO jobs (id, createdutc, updatedutc, created, reference, description, boardid, status)
       SELECT 'old' || key, '', '', strftime('%Y-%m-%dT%H:%M:%fZ', value / 1000.0, 'unixepoch'), 'OLD' || key, '',
         '${shop.boardid}', 4 + key % 3 FROM json_each('${JSON.stringify(instants)}')`,
    )
    read((db) => {
      const filter = { boards: [shop.boardid, shop.secondid], locations: null, statuses: [1, 2, 3, 4, 5, 6] }
      const all = prepared<{ created: string }>(
        db,
        'SELECT created FROM jobs WHERE template = 0 AND status <> 98',
      ).all()
      for (const { from, to, count } of statsByAge(db, filter, now)) {
        const { start, end } = bracketDays({ from, to }, '2026-11-25')
        const after = start ? startOfDay(start, zone) : ''
        const before = startOfDay(end, zone, 1)
        const found = all.filter(({ created }) => created >= after && created < before)
        expect([from, count]).toEqual([from, found.length])
      }
      const narrow = { ...filter, assignee: 'none' }
      expect(countCreatedSince(db, narrow, ['2020-01-01']).since).toEqual([
        countByAssignee(db, narrow).reduce((sum, { count }) => sum + count, 0),
      ])
      expect(countByCategory(db, { ...filter, boards: [] })).toEqual([])
    })
    expect(read(findWrongTotals)).toEqual([])
  })

  test('that differ are told by the check', async () => {
    await write(
      `UPDATE past_job_figures SET jobs = jobs + 1 WHERE kind = 'assignee' AND status = 6 AND value = ''`,
    )
    expect(read(findWrongTotals)).toEqual([
      expect.stringMatching(/^Work shop counts \d+ past jobs by assignee where \d+ are$/),
    ])
  })
})
