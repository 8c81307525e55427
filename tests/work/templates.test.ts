import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const page = async (who = admin()) => (await who.get('/jobs/work-shop/templates')).text

test('a job is saved as a template, and gives new jobs its fields and lines, used of nothing', async () => {
  const body = {
    boardid: shop.boardid,
    description: 'Yearly check',
    location: shop.locations[0],
    assignee: shop.worker,
  }
  const job = await expectOk(admin().post('/api/jobs', body))
  await expectOk(
    admin().post('/api/materials', {
      jobid: job.id,
      role: 2,
      description: 'oil',
      estimated: 2,
      consumed: 1,
      linerate: 9,
    }),
  )
  expect(await page()).toContain('No job is saved as a template yet.')
  const template = await expectOk(admin().post(`/api/jobs/${job.id}/template`, {}))
  expect(template).toMatchObject({ template: true, description: 'Yearly check', start: null })
  expect(await page()).toContain('Yearly check')
  expect((await admin().post(`/api/jobs/template/${job.id}`, {})).status).toBe(400)
  const made = await expectOk(admin().post(`/api/jobs/template/${template.id}`, { start: '2026-12-01' }))
  expect(made).toMatchObject({
    template: false,
    status: 1,
    start: '2026-12-01',
    client: { name: 'Acme' },
    assignee: { name: 'Wendy' },
  })
  expect(await expectOk(admin().get(`/api/materials/getMaterials/${made.id}`))).toMatchObject([
    { description: 'oil', estimated: 2, consumed: 0, linerate: 9 },
  ])
  const { stakeholder, jobs } = server.people
  expect((await stakeholder.post(`/api/jobs/template/${template.id}`, {})).status).toBe(403)
  expect((await server.other.post(`/api/jobs/template/${template.id}`, {})).status).toBe(404)
  expect(await page(jobs)).not.toContain('Quoted')
})

test('steps that were added by hand come along, with nothing done of them and without those of rework', async () => {
  const job = await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, description: 'Boiler' }))
  const add = (name: string, lane?: number) =>
    expectOk(admin().post('/api/steps/job', { jobid: job.id, name, instruction: `${name} well`, lane }))
  const drain = await add('Drain')
  await add('Refill', 3)
  await expectOk(admin().patch(`/api/jobs/${job.id}`, { version: job.version, status: 3 }))
  await expectOk(
    admin().patch('/api/steps/job', {
      id: drain.id,
      version: drain.version,
      action: 'finish',
      workerid: shop.worker,
      minutes: '10 min',
    }),
  )
  await expectOk(admin().post(`/api/steps/job/iteration/${job.id}`, { reason: 'It leaked' }))
  await add('Seal again')
  const template = await expectOk(admin().post(`/api/jobs/${job.id}/template`, {}))
  const made = await expectOk(admin().post(`/api/jobs/template/${template.id}`, {}))
  const steps: JobStep[] = await expectOk(admin().get(`/api/steps/job/${made.id}`))
  expect(
    steps.map((one) => [one.iteration, one.step.name, one.step.instruction, one.lane, one.completed]),
  ).toEqual([
    [1, 'Drain', 'Drain well', null, false],
    [1, 'Refill', 'Refill well', 3, false],
  ])
})

test('the next of a repeat is made before its day, or skipped, and the one after comes on its own', async () => {
  const category = await expectOk(
    admin().post('/api/categories', { name: 'Service', jobcategory: true, frequency: 'weekly' }),
  )
  const start = Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days: 3 })
  const day = (weeks: number) => start.add({ weeks }).toString()
  const body = {
    boardid: shop.boardid,
    template: true,
    categories: [category.id],
    description: 'Weekly',
    start: day(0),
  }
  const { id } = await expectOk(admin().post('/api/jobs', body))
  const next = async () => [...(await page()).matchAll(/<time dateTime="([^"]+)"/gi)].map(([, date]) => date)
  expect(await next()).toEqual([day(0)])
  const words = (await page()).replaceAll(/<!-- -->|<[^>]+>/g, '')
  expect(words).toContain('Templates of Work shop')
  expect(words).toContain('Every week, as Service')
  const made = await expectOk(admin().post(`/api/jobs/repeats/${id}/make`, {}))
  expect(made).toMatchObject({ description: 'Weekly', start: day(0), template: false })
  expect(await next()).toEqual([day(1), day(0)])
  const { trigger } = await htmxRequest(server, admin(), 'POST', `/templates/repeats/${id}/skip`)
  expect(trigger.snackbar.message).toBe('The next one is skipped')
  expect(await next()).toEqual([day(2), day(1)])
  const due = { boardid: shop.boardid, created: day(2) }
  expect(await expectOk(admin().post('/api/jobs/scheduled', due))).toMatchObject([{ start: day(2) }])
  const [{ id: job }] = await expectOk(admin().get(`/api/jobs?boardid=${shop.boardid}`))
  expect((await admin().post(`/api/jobs/repeats/${job}/make`, {})).status).toBe(400)
  expect((await admin().post(`/api/jobs/repeats/${category.id}/make`, {})).status).toBe(404)
  const second = { name: 'Inspection', jobcategory: true, frequency: 'annually' }
  const { id: other } = await expectOk(admin().post('/api/categories', second))
  await expectOk(admin().patch(`/api/jobs/${id}`, { categories: [category.id, other] }))
  const unclear = await admin().post(`/api/jobs/repeats/${id}/make`, {})
  expect([unclear.status, Object.keys(unclear.body.fields)]).toEqual([400, ['category']])
  const yearly = { category: other }
  const { trigger: skipped } = await htmxRequest(
    server,
    admin(),
    'POST',
    `/templates/repeats/${id}/skip`,
    yearly,
  )
  expect(skipped.snackbar.message).toBe('The next one is skipped')
})

test('a job comes again from a day on, by a category that says no more than how often', async () => {
  const body = { boardid: shop.boardid, description: 'Pool service', client: shop.clients[0] }
  const job = await expectOk(admin().post('/api/jobs', body))
  await expectOk(
    admin().post('/api/materials', { jobid: job.id, role: 2, description: 'chlorine', estimated: 2 }),
  )
  const today = Temporal.Now.plainDateISO('Africa/Johannesburg')
  const next = today.add({ days: 3 }).toString()
  const repeat = (frequency: string, day?: string, id = job.id) =>
    admin().post(`/api/jobs/${id}/repeat`, { frequency, next: day })
  expect((await repeat('monthly')).body.fields).toHaveProperty('next')
  expect((await repeat('monthly', today.subtract({ days: 1 }).toString())).body.fields).toHaveProperty('next')
  expect((await repeat('hourly', next)).status).toBe(400)
  const { stakeholder, jobs } = server.people
  expect((await stakeholder.post(`/api/jobs/${job.id}/repeat`, { frequency: 'monthly', next })).status).toBe(
    403,
  )
  const unable = await jobs.post(`/api/jobs/${job.id}/repeat`, { frequency: 'monthly', next })
  expect(unable.status).toBeGreaterThanOrEqual(400)

  const template = await expectOk(repeat('monthly', next))
  expect(template).toMatchObject({ template: true, start: next, client: { name: 'Acme' } })
  expect(template.categories).toMatchObject([{ name: 'Comes monthly' }])
  expect(await page()).toContain('Every month')
  const made = await expectOk(admin().post(`/api/jobs/repeats/${template.id}/make`, {}))
  expect(made).toMatchObject({ template: false, start: next, description: 'Pool service' })
  // What was made is of it already, and a second template takes the same category.
  const again = await expectOk(repeat('monthly', next, made.id))
  expect(again.categories).toHaveLength(1)
  expect((await repeat('weekly', next, made.id)).body.fields.frequency).toContain('come monthly already')

  const plain = await expectOk(repeat('standalone'))
  expect(plain).toMatchObject({ template: true, start: null, categories: [] })
})

test('the form of a repeating job leads to the templates of its board', async () => {
  const job = await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, description: 'Lawn' }))
  const dialog = (await admin().get(`/templates/${job.id}/repeat`)).text
  expect(dialog).toContain('Every month')
  expect(dialog).toContain('/jobs/work-shop/templates')
  const next = Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days: 1 }).toString()
  const form = { frequency: 'weekly', next }
  const { trigger } = await htmxRequest(server, admin(), 'POST', `/templates/${job.id}/repeat`, form)
  expect(trigger.snackbar).toMatchObject({ link: { words: 'Templates', href: '/jobs/work-shop/templates' } })
})

test('a template is made from its page, without a job', async () => {
  expect(await page()).toContain(`/templates/new?boardid=${shop.boardid}`)
  const dialog = (await admin().get(`/templates/new?boardid=${shop.boardid}`)).text
  expect(dialog).toContain('New template')
  const next = Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days: 5 }).toString()
  const form = { boardid: shop.boardid, description: 'Geyser service', frequency: 'annually', next }
  const create = (values: Record<string, string>) =>
    htmxRequest(server, admin(), 'POST', '/templates', { ...form, ...values })
  expect((await create({ description: ' ' })).status).toBe(422)
  expect((await create({ next: '' })).status).toBe(422)
  expect((await create({})).status).toBe(204)
  const templates: { id: string; description: string }[] = await expectOk(
    admin().get(`/api/jobs/template?boardid=${shop.boardid}`),
  )
  const { id } = templates.find(({ description }) => description === 'Geyser service')!
  // Nothing is asked of it, and it says when it comes.
  expect(await expectOk(admin().get(`/api/jobs/${id}`))).toMatchObject({
    ...{ template: true, start: next, stage: null, nextstep: null },
    repeats: [{ frequency: 'annually', name: null, next }],
  })
  const plain = await expectOk(
    admin().post('/api/jobs/template', { ...form, description: 'Blocked drain', frequency: 'standalone' }),
  )
  expect(plain).toMatchObject({ template: true, start: null, categories: [], stage: null, repeats: [] })
  const made = await expectOk(admin().post(`/api/jobs/template/${plain.id}`, {}))
  expect(made).toMatchObject({ template: false, stage: 'asked', repeats: [] })
  expect((await server.people.stakeholder.post('/api/jobs/template', form)).status).toBe(403)
})
