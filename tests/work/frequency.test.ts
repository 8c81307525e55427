import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, count, eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/platform.ts'
import { categories, jobs as jobsTable } from '#db/schema/tenant/index.ts'
import { type FrequencyRow, latestDue, nextDue } from '#server/domains/work/frequency/due-date.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

describe('the dates of a row', () => {
  const from = (frequency: FrequencyRow['frequency'], anchor: string, withanchor = true): FrequencyRow => ({
    frequency,
    anchor,
    withanchor,
  })

  test.each([
    ['daily', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['daily', '2026-11-21', '2026-12-02', '2026-12-02'],
    ['weekly', '2026-11-21', '2026-12-04', '2026-11-28'],
    ['weekly', '2026-11-21', '2026-12-05', '2026-12-05'],
    ['monthly', '2026-01-31', '2026-02-27', '2026-01-31'],
    ['monthly', '2026-01-31', '2026-02-28', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-03-31', '2026-03-31'],
    ['quarterly', '2026-11-30', '2027-02-28', '2027-02-28'],
    ['biannually', '2026-08-31', '2027-02-28', '2027-02-28'],
    ['annually', '2024-02-29', '2027-03-01', '2027-02-28'],
    ['annually', '2024-02-29', '2028-02-29', '2028-02-29'],
    ['quarterly', '2026-11-30', '2027-02-27', '2026-11-30'],
    ['monthly', '2027-12-31', '2028-01-31', '2028-01-31'],
    ['monthly', '2027-12-31', '2028-02-29', '2028-02-29'],
    ['monthly', '2027-12-31', '2028-03-31', '2028-03-31'],
    ['monthly', '2027-12-31', '2028-04-30', '2028-04-30'],
    ['biannually', '2026-08-31', '2028-02-29', '2028-02-29'],
    ['annually', '2024-02-29', '2028-02-28', '2027-02-28'],
  ] as const)('%s from %s: on %s the latest is %s', (frequency, anchor, today, due) => {
    expect(latestDue(from(frequency, anchor), '2000-01-01', today)).toBe(due)
    expect(latestDue(from(frequency, anchor), due, today)).toBeUndefined()
  })

  test('nothing is due before the first; without the anchor that is one step later', () => {
    expect(latestDue(from('weekly', '2026-12-01'), '2000-01-01', '2026-11-30')).toBeUndefined()
    expect(latestDue(from('weekly', '2026-12-01', false), '2000-01-01', '2026-12-07')).toBeUndefined()
    expect(latestDue(from('weekly', '2026-12-01', false), '2000-01-01', '2026-12-08')).toBe('2026-12-08')
    expect(nextDue(from('weekly', '2026-12-01', false), '2026-11-01')).toBe('2026-12-08')
    expect(nextDue(from('monthly', '2026-01-31'), '2026-02-28')).toBe('2026-03-31')
    expect(nextDue(from('daily', '2026-12-01'), '2026-11-01')).toBe('2026-12-01')
  })
})

describe('a repeating category', () => {
  let server: TestServer
  let shop: JobFixtures
  let now = new Date('2026-11-02T06:00:00Z')
  beforeAll(async () => {
    server = await startTestServer(() => now)
    shop = await createJobFixtures(server)
    await expires(null)
  })
  afterAll(() => server.stop())

  const admin = () => server.people.admin
  const pass = async (at: string) => {
    now = new Date(at)
    await server.services.background.run('frequency')
    server.people.admin = await server.signIn('admin@first.test')
  }
  const expires = (utcexpires: string | null) =>
    server.services.platform.write(({ db }) =>
      db.update(accounts).set({ utcexpires }).where(eq(accounts.id, server.accountid)).run(),
    )
  const jobs = async () =>
    (await expectOk(server.people.admin.get(`/api/jobs?boardid=${shop.boardid}&take=500`))) as {
      id: string
      start: string
      finish: string
      status: number
      description: string
      reference: string
    }[]
  const starts = async () => (await jobs()).map(({ start }) => start).sort()
  const category = (frequency: string) =>
    server.services.tenants.write(server.accountid, by, (tx) => {
      tx.db
        .update(categories)
        .set({ frequency, updatedutc: tx.now })
        .where(eq(categories.id, shop.category))
        .run()
      tx.invalidateCaches()
    })

  test('copies its template each time, from the day that the template starts, once', async () => {
    const field = await expectOk(
      admin().post('/api/categories/fields', { category: shop.category, label: 'Meter', compulsary: true }),
    )
    const make = (more: object) =>
      expectOk(
        admin().post('/api/jobs', {
          boardid: shop.boardid,
          template: true,
          categories: [shop.category],
          ...more,
        }),
      )
    const worker = await expectOk(admin().get(`/api/workers/${shop.worker}`))
    const { userid } = server.people.jobs
    await expectOk(admin().patch(`/api/workers/${shop.worker}`, { userid, version: worker.version }))
    const template = await make({
      ...{ description: 'Service the generator', client: shop.clients[0], location: shop.locations[0] },
      ...{ start: '2026-11-03', finish: '2026-11-05', assignee: shop.worker, scheduledminutes: 90 },
    })
    await expectOk(
      admin().post('/api/materials', {
        jobid: template.id,
        description: 'Oil',
        role: 1,
        estimated: 4,
        linerate: 95,
      }),
    )
    await expectOk(
      admin().post('/api/jobs/fields', { jobid: template.id, fields: [{ id: field.id, value: 'G-7' }] }),
    )
    await pass('2026-11-02T22:30:00Z')
    expect(await jobs()).toEqual([])
    const { status } = await admin().patch(`/api/categories/${shop.category}`, { frequency: 'weekly' })
    expect(status).toBe(200)
    // Half past midnight in South Africa, which is still yesterday in UTC.
    await pass('2026-11-03T04:30:00Z')
    const [made] = await jobs()
    expect(made).toMatchObject({
      ...{ description: 'Service the generator', status: 1, start: '2026-11-03', finish: '2026-11-05' },
      ...{ client: { name: 'Acme' }, location: { name: 'Acme yard' }, assignee: { name: 'Wendy' } },
    })
    const id = made?.id
    expect((await expectOk(admin().get(`/api/jobs/${id}`))).scheduledminutes).toBe(90)
    const lines = await expectOk(admin().get(`/api/materials/getMaterials/${id}`))
    expect(lines).toMatchObject([{ description: 'Oil', estimated: 4, consumed: 0, linerate: 95 }])
    expect((await expectOk(admin().get(`/api/jobs/${id}/fields`)))[0]).toMatchObject({ value: 'G-7' })
    const history = await expectOk(admin().get(`/api/jobs/${id}/history`))
    expect(history).toContainEqual(
      expect.objectContaining({ field: 'template', newvalue: template.reference, user: 'Repeating jobs' }),
    )
    const told = await expectOk(server.people.jobs.get('/api/communication/notifications'))
    expect(told.map(({ message }: { message: string }) => message)).toEqual([
      `Job ${made?.reference} is assigned to you: Service the generator`,
    ])
    await pass('2026-11-03T10:30:00Z')
    await pass('2026-11-09T10:30:00Z')
    expect(await starts()).toEqual(['2026-11-03'])
  })

  test('comes again, and after downtime only the latest, once', async () => {
    // The night of the ninth, which in South Africa is the tenth.
    await pass('2026-11-09T22:10:00Z')
    expect(await starts()).toEqual(['2026-11-03', '2026-11-10'])
    await pass('2026-12-10T08:00:00Z')
    await pass('2026-12-10T16:00:00Z')
    expect(await starts()).toEqual(['2026-11-03', '2026-11-10', '2026-12-08'])
  })

  test('another frequency begins anew, and makes up for nothing', async () => {
    now = new Date('2027-01-20T08:00:00Z')
    await category('monthly')
    await pass('2027-01-20T14:10:00Z')
    expect((await starts()).length).toBe(3)
    await pass('2027-02-03T08:00:00Z')
    expect((await starts()).at(-1)).toBe('2027-02-03')
  })

  test('does nothing without a template, for a client that is archived, or standing alone', async () => {
    const { length } = await jobs()
    await expectOk(admin().patch(`/api/clients/${shop.clients[0]}`, { archived: true }))
    await pass('2027-03-03T08:00:00Z')
    expect((await jobs()).length).toBe(length)
    const empty = await htmxRequest(server, admin(), 'GET', `/admin/categories/${shop.category}/repeats`)
    expect(empty.html).toContain('no job of this category is a template')
    await expectOk(admin().patch(`/api/clients/${shop.clients[0]}`, { archived: false }))
    const ready = await htmxRequest(server, admin(), 'GET', `/admin/categories/${shop.category}/repeats`)
    expect(ready.html).toMatch(/Service the generator<\/td><td data-label="Board">Work shop/)
    await category('standalone')
    await pass('2027-03-04T08:00:00Z')
    expect((await jobs()).length).toBe(length)
    const alone = await htmxRequest(server, admin(), 'GET', `/admin/categories/${shop.category}/repeats`)
    expect(alone.html).toContain('do not come again by themselves')
  })

  test('has ten clients with a service each month, each on its own day, whatever comes beside it', async () => {
    await category('monthly')
    const days = ['01', '05', '10', '12', '15', '18', '20', '22', '25', '31']
    const starts: string[] = []
    for (const [at, day] of days.entries()) {
      const start = `2027-05-${day}`
      const body = { boardid: shop.boardid, template: true, categories: [shop.category] }
      await expectOk(admin().post('/api/jobs', { ...body, description: `Service ${at}`, start }))
      starts.push(start)
    }
    const services = async () =>
      (await jobs())
        .filter(({ description }) => /^Service \d/.test(description))
        .map(({ start, description }) => `${start} ${description}`)
        .sort()
    for (const day of days) await pass(`2027-05-${day}T08:00:00Z`)
    expect(await services()).toEqual(starts.map((start, at) => `${start} Service ${at}`))
    const { html } = await htmxRequest(server, admin(), 'GET', `/admin/categories/${shop.category}/repeats`)
    expect([...html.matchAll(/Service \d,? ?/g)]).toHaveLength(10)
    // Three months without the program, and one of the templates gone.
    await server.services.tenants.write(server.accountid, by, (tx) => {
      tx.db
        .update(jobsTable)
        .set({ status: 98 })
        .where(and(eq(jobsTable.description, 'Service 3'), eq(jobsTable.template, true)))
        .run()
    })
    await pass('2027-08-31T08:00:00Z')
    const late = (await services()).filter((one) => one > '2027-06')
    expect(late).toHaveLength(9)
    expect(late.every((one) => one.startsWith('2027-08'))).toBe(true)
  })

  test('loses no month to a call that names a day to come, and makes each once', async () => {
    const ask = (created: string) => admin().post('/api/jobs/scheduled', { boardid: shop.secondid, created })
    const body = { boardid: shop.secondid, template: true, categories: [shop.category] }
    await expectOk(admin().post('/api/jobs', { ...body, description: 'Ahead', start: '2027-07-30' }))
    const made = await expectOk(ask('2028-02-29'))
    expect(made.map(({ start }: { start: string }) => start)).toEqual([
      ...['2027-09-30', '2027-10-30', '2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29'],
    ])
    expect(await expectOk(ask('2028-02-29'))).toEqual([])
    await pass('2027-10-30T08:00:00Z')
    const ahead = (await expectOk(admin().get(`/api/jobs?boardid=${shop.secondid}&take=500`))) as object[]
    expect(ahead).toHaveLength(6)
    await category('daily')
    const refused = await ask('2099-01-01')
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['created']])
    await category('monthly')
  })

  test('an account that has expired gets none', async () => {
    await category('daily')
    const counted = () =>
      server.services.tenants.read(server.accountid, (db) =>
        db.select({ n: count() }).from(jobsTable).where(eq(jobsTable.template, false)).get(),
      )
    const before = counted()
    await expires('2028-03-05T00:00:00Z')
    await pass('2028-03-06T08:00:00Z')
    expect(counted()).toEqual(before)
  })
})
