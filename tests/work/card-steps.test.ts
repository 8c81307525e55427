import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobForPrint, organisationById } from '#db/queries/documents.ts'
import { buildJobCard } from '#server/domains/work/jobdocuments/build-job-card.ts'
import { changeJobStep } from '#server/domains/work/jobsteps/change-job-step.ts'
import { stepsOfJob } from '#server/domains/work/jobsteps/present.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { CardData } from '#views/documents/types.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, viewerWith, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

test('a card says how many of its steps are done, also after one was taken off its category', async () => {
  const { admin } = server.people
  const write = server.services.tenants.write.bind(server.services.tenants, server.accountid, by)
  const jobid = (await write((tx) => addApprovedJob(tx, shop))) as string
  const plain = (await expectOk(admin.post('/api/jobs', { boardid: shop.boardid }))).id
  const cards = async () => {
    const { data } = (await admin.get(`/api/jobs?boardid=${shop.boardid}`)).body
    return new Map(data.map((card: { id: string; steps: object }) => [card.id, card.steps]))
  }
  expect((await cards()).get(jobid)).toEqual({ done: 0, total: 3 })
  expect((await cards()).get(plain)).toBeNull()
  await write((tx) => {
    const [first] = stepsOfJob(tx.db, jobid, null)
    changeJobStep(tx, viewerWith(tx), { id: first!.id, action: 'skip', note: 'Came cut' })
  })
  expect((await cards()).get(jobid)).toEqual({ done: 1, total: 3 })
  await expectOk(admin.delete(`/api/steps/${shop.steps[2]}`))
  expect((await cards()).get(jobid)).toEqual({ done: 1, total: 2 })
  const organisation = (await expectOk(admin.post('/api/organisations', { name: 'Workshop' }))).id
  const { fields, steps } = (await write((tx) => {
    const print = jobForPrint(tx.db, jobid)!
    return buildJobCard(tx.db, print, organisationById(tx.db, organisation)!)
  })) as Pick<CardData, 'fields' | 'steps'>
  expect(fields).toContainEqual({ label: 'Steps done', value: '1/2' })
  expect(steps).toMatchObject([
    { completed: 'skipped', done: false },
    { completed: '', done: false },
  ])
  const page = await admin.get('/jobs/work-shop/progress')
  expect(page.text).toContain('1 of 2 steps done')
})

test('a move to Approve answers with the card as it is there: its steps, its stage and its next step', async () => {
  const { admin, jobs } = server.people
  const body = { boardid: shop.boardid, description: 'Asked', categories: [shop.category] }
  const { id } = await expectOk(admin.post('/api/jobs', body))
  const moved = await expectOk(admin.post('/api/jobs/reorder', { jobid: id, lane: 3 }))
  const [card] = (await admin.get(`/api/jobs?ids=${id}`)).body.data
  expect(moved.card).toEqual(card)
  expect(moved.card).toMatchObject({
    status: 3,
    stage: 'approved',
    steps: { done: 0, total: expect.any(Number) },
  })
  const { card: plain } = await expectOk(jobs.post('/api/jobs/reorder', { jobid: id, lane: 2 }))
  expect([plain.status, 'quoted' in plain]).toEqual([2, false])
})
