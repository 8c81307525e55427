import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { readTables } from '#tests/support/tables.ts'

let server: TestServer
let office: InvoiceFixtures
const ids = { bench: '', fitting: '', board: '', hinge: '', carcase: '', shelf: '', supplier: '' }
const admin = () => server.people.admin
const add = async (path: string, body: object): Promise<string> =>
  (await expectOk(admin().post(path, body))).id

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  ids.shelf = await add('/api/storage', { name: 'Rack 1' })
  ids.supplier = await add('/api/suppliers', { name: 'Timber City' })
  const item = (code: string, more: object) => add('/api/inventory', { code, materialname: code, ...more })
  ids.bench = await item('Bench work', { baseunit: 'hour', rate: 240 })
  ids.fitting = await item('Fitting on site', { baseunit: 'hour', rate: 240, price: 480 })
  const kept = { baseunit: 'each', inventoryclass: 2, defaultstorageid: ids.shelf }
  ids.board = await item('Board', { ...kept, rate: 80 })
  ids.hinge = await item('Hinge', { ...kept, rate: 25 })
  ids.carcase = await item('Carcase', { baseunit: 'each', inventoryclass: 3, price: 2000 })
  for (const [inventoryid, quantity] of [
    [ids.board, 50],
    [ids.hinge, 50],
  ] as const)
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid, quantity, storageid: ids.shelf }))
  const inputs = [
    { inventoryid: ids.bench, quantity: 3 },
    { inventoryid: ids.board, quantity: 2 },
  ]
  await expectOk(admin().call('PUT', `/api/inventory/${ids.carcase}/inputs`, inputs))
})
afterAll(() => server.stop())

type Line = { id: string; inventoryid: string; consumed: number; estimated: number }
const linesOf = (jobid: string): Promise<Line[]> =>
  expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))

/** A day has 24 hours, so that each job is worked on a day of its own. */
let day = 0

/** Two carcases with bench work and boards, fitting beside them and hinges; fourteen hours were worked that name no labour. */
async function kitchen(more: object = {}): Promise<string> {
  const about = {
    description: 'Kitchen',
    status: 3,
    ...more,
    boardid: office.boardid,
    client: office.clients[0],
  }
  const jobid = await add('/api/jobs', { ...about, categories: [office.category] })
  for (const line of [
    { role: 2, inventoryid: ids.carcase, estimated: 2 },
    { role: 4, inventoryid: ids.fitting, estimated: 6 },
    { role: 1, inventoryid: ids.hinge, estimated: 8 },
  ])
    await expectOk(admin().post('/api/materials', { jobid, ...line }))
  const { id: jobstepid } = await expectOk(
    admin().post('/api/steps/job', { jobid, name: 'Fit', instruction: 'Fit it', lane: 3 }),
  )
  day += 1
  const date = `2026-01-${String(day).padStart(2, '0')}`
  const work = { jobid, workerid: office.worker, date }
  await expectOk(admin().post('/api/jobs/timesheet', { ...work, jobstepid, minutes: 240 }))
  await expectOk(admin().post('/api/jobs/timesheet', { ...work, minutes: 600 }))
  return jobid
}

const tables = () => server.services.tenants.read(server.accountid, readTables)

/** By table, the rows that are there no more and those that came. */
function differences(before: Record<string, string[]>, after: Record<string, string[]>) {
  const names = Object.keys(before)
  return names.flatMap((name) => {
    const [old = [], now = []] = [before[name], after[name]]
    const [seen, sees] = [new Set(old), new Set(now)]
    const changed = [
      ...old.filter((row) => !sees.has(row)).map((row) => `- ${row}`),
      ...now.filter((row) => !seen.has(row)).map((row) => `+ ${row}`),
    ]
    return changed.length > 0 ? [[name, changed]] : []
  })
}

async function takeAsEstimated(jobid: string, share = 1) {
  const before = (await linesOf(jobid)).filter(({ consumed }) => consumed === 0)
  const set = (lines: readonly { id: string; consumed: number }[]) =>
    expectOk(
      admin().patch(
        '/api/materials/many',
        lines.map(({ id, consumed }) => ({ id, consumed })),
      ),
    )
  await set(before.map(({ id, estimated }) => ({ id, consumed: estimated * share })))
  return () => set(before)
}

async function chooseTime(jobid: string, choice: object) {
  const { undo } = await expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill`, choice))
  return () => expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill/${undo}/undo`, {}))
}

/** What is chosen for time, and then lines as estimated, as one press does it; its undo goes the other way. */
async function chooseAndUse(jobid: string, choice: object) {
  const time = await chooseTime(jobid, choice)
  const lines = await takeAsEstimated(jobid)
  return async () => {
    await lines()
    await time()
  }
}

async function order(lines: object[]) {
  const { id } = await expectOk(admin().post('/api/purchaseorders', { supplier: ids.supplier, lines }))
  return expectOk(admin().patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
}

const ordered = () =>
  order([
    { inventoryid: ids.board, quantity: 10, rate: 90 },
    { inventoryid: ids.hinge, quantity: 4, rate: 20 },
  ])
type Order = { id: string; lines: { id: string; quantity: number }[] }
const receiveAll = async ({ id, lines }: Order) => {
  const body = { lines: lines.map(({ id: lineid, quantity }) => ({ lineid, quantity })) }
  const { receipts } = await expectOk(admin().post(`/api/purchaseorders/${id}/receipts`, body))
  return () => expectOk(admin().delete(`/api/purchaseorders/${id}/receipts/${receipts.at(-1).id}`))
}

async function settled(batchid: string) {
  for (;;) {
    const batch = await expectOk(admin().get(`/api/billing/batches/${batchid}`))
    if (!batch.running) return
    await Bun.sleep(5)
  }
}

async function finished(jobid: string) {
  await takeAsEstimated(jobid)
  await expectOk(admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true }))
}

const both = async (more?: object) => [await kitchen(more), await kitchen(more)]

type Act = () => Promise<() => Promise<unknown>>
/** By what a person does: gives the act, once what it needs is there; that gives its undo. */
const acts: Record<string, () => Promise<Act>> = {
  'used as estimated': async () => {
    const jobid = await kitchen()
    return () => takeAsEstimated(jobid)
  },
  'time in place of labour, and the rest as estimated': async () => {
    const jobid = await kitchen()
    return () => chooseAndUse(jobid, { beside: false })
  },
  'time beside labour, and the rest as estimated': async () => {
    const jobid = await kitchen()
    return () => chooseAndUse(jobid, { beside: true })
  },
  'time left out, and all as estimated': async () => {
    const jobid = await kitchen()
    return () => chooseAndUse(jobid, { leaveout: true })
  },
  'time of a fixed price, and the rest as estimated': async () => {
    const jobid = await kitchen({ fixedprice: true })
    return () => chooseAndUse(jobid, { beside: false })
  },
  'time of each step as another labour': async () => {
    const jobid = await kitchen()
    return () => chooseAndUse(jobid, { steplabour: `=${ids.fitting}`, beside: false })
  },
  'all picked': async () => {
    const jobid = await kitchen()
    return async () => {
      const shown = await expectOk(admin().get(`/api/jobs/${jobid}/pickinglist`))
      const lines = shown
        .filter(({ inventory }: { inventory: { id: string } }) =>
          [ids.board, ids.hinge].includes(inventory.id),
        )
        .map((line: { materialid: string; topick: number }) => ({
          ...{ materialid: line.materialid, quantity: line.topick, storageid: ids.shelf },
        }))
      expect(lines).toHaveLength(2)
      await expectOk(admin().post('/api/jobs/pickinglist', { jobid, lines }))
      const picked = await expectOk(admin().get(`/api/jobs/${jobid}/pickinglist`))
      return async () => {
        for (const { picks } of picked.filter((line: { picks: unknown[] }) => line.picks.length > 0))
          expect(
            (await htmxRequest(server, admin(), 'POST', `/picking/${jobid}/undo/${picks.at(-1).seq}`)).status,
          ).toBe(200)
      }
    }
  },
  // Time that is booked with it stays there (decision 220), so it is decided before.
  'one of what is made finished': async () => {
    const jobid = await kitchen()
    await chooseTime(jobid, { leaveout: true })
    const made = (await linesOf(jobid)).find(({ inventoryid }) => inventoryid === ids.carcase)
    return async () => {
      await expectOk(admin().post(`/api/materials/${made?.id}/finish`, { quantity: 1 }))
      const { finished: builds } = await expectOk(admin().get(`/api/materials/${made?.id}/inputs`))
      return () => expectOk(admin().delete(`/api/materials/finished/${builds[0].id}`))
    }
  },
  'all received': async () => {
    const sent = await ordered()
    return () => receiveAll(sent)
  },
  'goods sent back to a supplier': async () => {
    const sent = await ordered()
    await receiveAll(sent)
    return async () => {
      const body = { lines: [{ lineid: sent.lines[0].id, quantity: 3 }], again: true }
      const { returns } = await expectOk(admin().post(`/api/purchaseorders/${sent.id}/returns`, body))
      return () => expectOk(admin().delete(`/api/purchaseorders/${sent.id}/returns/${returns[0].id}`))
    }
  },
  'a count booked': async () => {
    const sheet = await expectOk(admin().post('/api/stockcounts', { storageid: ids.shelf }))
    const lines = sheet.lines.map(({ id }: { id: string }, at: number) => ({ lineid: id, counted: 30 + at }))
    await expectOk(admin().patch(`/api/stockcounts/${sheet.id}/lines`, { lines }))
    const step = (state: string) => expectOk(admin().patch(`/api/stockcounts/${sheet.id}`, { state }))
    await step('review')
    return async () => {
      await step('posted')
      return () => step('undone')
    }
  },
  'drafts of many jobs': async () => {
    const jobs = await both()
    for (const jobid of jobs) {
      await await chooseTime(jobid, { leaveout: true }) // undecided time is charged by nobody
      await finished(jobid)
    }
    return async () => {
      const { id } = await expectOk(admin().post('/api/billing/drafts', { ids: jobs }))
      await settled(id)
      return async () => {
        await expectOk(admin().post(`/api/billing/batches/${id}/undo`, {}))
        await settled(id)
      }
    }
  },
}
for (const [what, change] of Object.entries({
  'many jobs moved': { lane: 2 },
  'many jobs due on a day': { finish: '2027-01-15' },
  'many jobs archived': { archived: true },
}))
  acts[what] = async () => {
    const jobs = await both({ status: 1 })
    if (what.endsWith('archived')) for (const jobid of jobs) await finished(jobid)
    return async () => {
      const { id, refused } = await expectOk(admin().post('/api/jobs/bulk', { ids: jobs, ...change }))
      expect(refused).toEqual([])
      return () => expectOk(admin().post(`/api/jobs/bulk/${id}/undo`, {}))
    }
  }

test.each(Object.keys(acts))('an undo leaves every table as it was: %s', async (what) => {
  const act = await acts[what]!()
  const before = tables()
  const undo = await act()
  expect(differences(before, tables()), 'the act changes something').not.toEqual([])
  await undo()
  expect(differences(before, tables())).toEqual([])
})
