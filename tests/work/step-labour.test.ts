import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let bench: string
let painting: string
let cupboard: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  bench = await add('Bench work', { baseunit: 'hour', rate: 150 })
  painting = await add('Painting on site', { baseunit: 'hour', rate: 200, price: 400 })
  cupboard = await add('Cupboard', { baseunit: 'each', inventoryclass: 3, price: 900 })
  await expectOk(
    admin().call('PUT', `/api/inventory/${cupboard}/inputs`, [{ inventoryid: bench, quantity: 1 }]),
  )
})
afterAll(() => server.stop())

const admin = () => server.people.admin

type Line = { id: string; inventoryid: string; consumed: number; workedminutes: number }

/** Four cupboards with an hour of bench work each, and five hours of painting beside them; its steps are Cut, Weld and Paint. */
async function paintedJob() {
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  await expectOk(admin().post('/api/materials', { jobid, inventoryid: cupboard, role: 2, estimated: 4 }))
  await expectOk(admin().post('/api/materials', { jobid, inventoryid: painting, role: 4, estimated: 5 }))
  const steps: { id: string; step: { name: string } }[] = await expectOk(
    admin().get(`/api/steps/job/${jobid}`),
  )
  const stepOf = (name: string) => steps.find(({ step }) => step.name === name)?.id
  const work = (minutes: number, step?: string) =>
    expectOk(
      admin().post('/api/jobs/timesheet', {
        ...{ jobid, workerid: shop.worker, minutes, jobstepid: step && stepOf(step) },
      }),
    )
  const plan = (steplabour = '') =>
    expectOk(admin().get(`/api/jobs/${jobid}/timesheet/bill?steplabour=${encodeURIComponent(steplabour)}`))
  const lines = (): Promise<Line[]> => expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  const used = async () =>
    Object.fromEntries((await lines()).map((line) => [line.inventoryid, line.consumed]))
  return { jobid, stepOf, work, plan, lines, used }
}

test('time on a step is that of the labour that is called as the step, and not of what is made', async () => {
  const { jobid, work, plan, used } = await paintedJob()
  await work(240, 'Paint')
  await work(60, 'Cut')
  const { lines, steps } = await plan()
  expect(
    lines.map(({ material, minutes }: { material: { id: string }; minutes: number }) => [
      material.id,
      minutes,
    ]),
  ).toEqual([
    [painting, 240],
    [bench, 60],
  ])
  expect(steps).toMatchObject([
    { stepname: 'Paint', minutes: 240, inventoryid: painting },
    { stepname: 'Cut', minutes: 60, inventoryid: bench },
  ])
  await expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill`, { beside: false }))
  expect(await used()).toEqual({ [cupboard]: 0, [bench]: 1, [painting]: 4 })
})

test('a word that is in the name of any labour says nothing of a step', async () => {
  const { jobid, plan } = await paintedJob()
  const add = (name: string) =>
    expectOk(admin().post('/api/steps/job', { jobid, name, instruction: name, lane: 3 }))
  for (const [name, item] of [
    ['Preparation work on the shelf', bench],
    ['Paint the bench', painting],
    ['Site painting', painting],
  ] as const) {
    const { id } = await add(name)
    await expectOk(
      admin().post('/api/jobs/timesheet', { jobid, workerid: shop.worker, minutes: 15, jobstepid: id }),
    )
    const { steps } = await plan()
    expect([name, steps.find((step: { stepname: string }) => step.stepname === name).inventoryid]).toEqual([
      name,
      item,
    ])
  }
})

test('whoever knows the work says which labour of the job the time of a step was', async () => {
  const { jobid, stepOf, work, plan, used } = await paintedJob()
  await work(120, 'Weld')
  await work(30)
  const before = await plan()
  expect(before.lines).toMatchObject([{ material: { id: bench }, minutes: 150 }])
  expect(before.labour).toMatchObject([
    { id: painting, ofproduct: false },
    { id: bench, ofproduct: true },
  ])
  const steplabour = `${stepOf('Weld')}=${painting},=${painting}`
  const { lines } = await plan(steplabour)
  expect(lines).toMatchObject([
    { material: { id: painting }, minutes: 150, net: 1000, line: { quantity: 5 } },
  ])
  const { undo } = await expectOk(
    admin().post(`/api/jobs/${jobid}/timesheet/bill`, { steplabour, beside: false }),
  )
  expect(await used()).toEqual({ [cupboard]: 0, [bench]: 0, [painting]: 2.5 })
  await expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill/${undo}/undo`, {}))
  expect(await used()).toEqual({ [cupboard]: 0, [bench]: 0, [painting]: 0 })
  expect(await plan()).toEqual(before)
})

test('time of one step that several labour items share is told as divided', async () => {
  const { work, plan } = await paintedJob()
  await work(240, 'Cut')
  await work(60, 'Cut')
  expect((await plan()).steps).toMatchObject([{ stepname: 'Cut', minutes: 300, inventoryid: null }])
})

test('a labour item that is on no line of the job is refused for a step', async () => {
  const { jobid, work } = await paintedJob()
  await work(60, 'Weld')
  const { status, body } = await admin().post(`/api/jobs/${jobid}/timesheet/bill`, {
    steplabour: `=${cupboard}`,
  })
  expect([status, body.fields]).toEqual([
    400,
    { steplabour: 'Choose a labour item that is on a line of the job.' },
  ])
})
