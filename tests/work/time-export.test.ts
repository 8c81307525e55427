import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { insertTimeEntry } from '#db/queries/work/time-entries.ts'
import { asRate } from '#server/money/decimal.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
/** Signs in as Wendy, a worker who does not manage the time of others. */
const wendy = () => server.people.jobs
const newJob = () => server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))

let mondays = 0
/** A week that no other test has, nor the one after it. */
const newMonday = () => {
  const day = Temporal.PlainDate.from('2024-01-01').add({ weeks: 2 * mondays++ })
  return (at = 0) => day.add({ days: at }).toString()
}

const write = (values: object, who = wendy()) =>
  who.post('/api/jobs/timesheet', { workerid: shop.worker, minutes: 60, ...values })
describe('the export of time', () => {
  const lines = async (who: Client, query: string) => {
    const response = await fetch(`${server.url}/timesheets/export?${query}`, {
      headers: { cookie: who.cookie },
    })
    return { status: response.status, lines: (await response.text()).trim().split('\r\n') }
  }

  test('has each entry of a range once, by day, in as many batches as it takes', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    await server.services.tenants.write(server.accountid, by, (tx) => {
      for (let at = 0; at < 1_101; at++)
        insertTimeEntry(tx.db, tx.now, {
          ...{ id: randomUUIDv7(), jobid, jobstepid: null, workerid: shop.helper, date: day(at % 7) },
          ...{ startutc: null, endutc: null, seconds: 60 * (at + 1), costrate: asRate(900_000) },
          ...{ detail: `Entry ${at}`, inventoryid: null, billable: true, unconfirmed: false },
        })
    })
    const found = await lines(admin(), `start=${day()}&end=${day(6)}&workerid=${shop.helper}`)
    const details = found.lines.slice(1).map((line) => line.split(';')[8])
    expect([found.status, details.length, new Set(details).size]).toEqual([200, 1_101, 1_101])
    const days = found.lines.slice(1).map((line) => line.split(';')[0] as string)
    expect(days).toEqual(days.toSorted())
    expect((await lines(admin(), `start=${day(2)}&end=${day(2)}`)).lines).toHaveLength(1 + 157)
  })

  test('says worker, day, job, step and minutes; rate and cost to whoever sees costs', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    await write({ jobid, date: day(), minutes: 90, detail: 'On site' })
    const query = `start=${day()}&end=${day(6)}`
    const [head, row] = (await lines(admin(), query)).lines
    expect(head?.endsWith('Minutes;Details;Labour item;Charged;On a line;Week;Rate an hour;Cost')).toBe(true)
    expect(row).toContain(`${day()};Wendy;`)
    expect(row?.endsWith(';90;On site;;yes;no;open;120;180')).toBe(true)
    const xlsx = await fetch(`${server.url}/timesheets/export?format=xlsx&${query}`, {
      headers: { cookie: admin().cookie },
    })
    expect(new TextDecoder().decode((await xlsx.bytes()).slice(0, 2))).toBe('PK')
  })

  test('is refused without the right to export, or with a turned range; without one it is of this week', async () => {
    expect((await lines(wendy(), 'start=2024-01-01&end=2024-01-31')).status).toBe(403)
    expect((await lines(admin(), 'start=2024-02-01&end=2024-01-01')).status).toBe(400)
    const today = Temporal.Now.plainDateISO('Africa/Johannesburg')
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    const week = `start=${monday}&end=${monday.add({ days: 6 })}`
    expect(await lines(admin(), '')).toEqual(await lines(admin(), week))
  })
})
