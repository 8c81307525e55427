import { afterAll, beforeAll, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import { averageUse, readConsumption } from '#server/domains/planning/forecasting/average.ts'
import { forecastPeriods } from '#server/domains/planning/forecasting/forecast.ts'
import { lastPeriods, listPeriods } from '#server/domains/planning/forecasting/periods.ts'
import type { StockPlan } from '#server/domains/planning/forecasting/read-plans.ts'
import { asQuantity, parseQuantity, toDecimal } from '#server/money/decimal.ts'
import { todayIn } from '#server/zone.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
const today = todayIn('Africa/Johannesburg', new Date())
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const units = (quantity: number) => toDecimal(quantity, 'quantity')

test('periods end with the week or month, and what comes before the first one asked for leads', () => {
  const days = (horizon: Parameters<typeof listPeriods>[1]) =>
    listPeriods('2026-11-25', horizon).map(({ start, end, lead }) => `${lead ? '…' : ''}${start} ${end}`)
  expect(days({ periods: 2 })).toEqual(['2026-11-25 2026-11-29', '2026-11-30 2026-12-06'])
  expect(days({ by: 'month', periods: 2 })).toEqual(['2026-11-25 2026-11-30', '2026-12-01 2026-12-31'])
  expect(days({ from: '2026-12-05', to: '2026-12-07' })).toEqual([
    '…2026-11-25 2026-12-04',
    '2026-12-05 2026-12-06',
    '2026-12-07 2026-12-13',
  ])
  expect(lastPeriods('2026-11-25', 'month', 6)).toEqual({ start: '2026-05-01', end: '2026-10-31' })
  expect(lastPeriods('2026-11-25', 'week', 2)).toEqual({ start: '2026-11-09', end: '2026-11-22' })
})

test('an average goes by whole periods and leaves the days without stock out', () => {
  const used = (quantity: number, days: number, outdays: number, perioddays: number) =>
    units(averageUse({ used: parseQuantity(quantity), days, outdays }, perioddays))
  // 515 in six months of which three had stock; 3 000 in six months is 500 a month, whatever this month holds.
  expect(used(515, 180, 90, 30)).toBe(171.67)
  expect(used(3000, 180, 0, 30)).toBe(500)
  expect(used(0, 180, 0, 30)).toBe(0)
  expect(used(5, 180, 180, 30)).toBe(0)
  const past = { start: '2026-10-01', end: '2026-10-31' }
  const day = (date: string, moved: number, used = 0) => ({
    ...{ inventoryid: 'i', day: date },
    ...{ moved: parseQuantity(moved), used: parseQuantity(used) },
  })
  // 10 there; sold out on the 11th, none until the 21st, when 5 came of which 2 were used the same day.
  const moved = [day('2026-10-11', -10, 10), day('2026-10-21', 3, 2), day('2026-11-02', -3, 3)]
  expect(readConsumption(moved, 0, past)).toEqual({ used: parseQuantity(12), days: 31, outdays: 9 })
  expect(readConsumption([], 0, past)).toMatchObject({ outdays: 31 })
  expect(readConsumption([], 5_000_000, past)).toMatchObject({ outdays: 0 })
  // Booked out before it was booked in: a day on which something was used had some.
  expect(readConsumption([day('2026-10-05', -4, 4)], -4_000_000, past)).toMatchObject({ outdays: 30 })
})

test('what is needed is the more of plans and average, and a shortage within a period shows', () => {
  const periods = listPeriods('2026-11-30', { periods: 2 })
  const plan = (from: StockPlan['from'], day: string, quantity: number): StockPlan => ({
    ...{ inventoryid: 'i', from, day, when: 'planned' },
    quantity: parseQuantity(quantity),
  })
  const plans = [
    plan('job', '2026-12-01', 8),
    plan('order', '2026-12-04', 10),
    plan('repeat', '2026-12-08', 1),
  ]
  const consumption = { used: parseQuantity(28), days: 28, outdays: 0 }
  const [first, second] = forecastPeriods(periods, plans, parseQuantity(5), consumption).map(
    ({ average, demand, balance, lowest }) => [
      ...[units(average), units(demand), units(balance)],
      ...[lowest.day, units(lowest.quantity)],
    ],
  )
  expect(first).toEqual([7, 8, 7, '2026-12-01', -3])
  expect(second).toEqual([7, 7, 0, '2026-12-13', 0])
  expect(units(forecastPeriods(periods, [], asQuantity(0))[1]!.balance)).toBe(0)
})

const itemIn = async (query: string, id: string) => {
  const { items } = await expectOk(admin().get(`/api/planning/forecast?${query}`))
  return items.find((item: { id: string }) => item.id === id)
}

test('jobs by their start, repeats with their lines, orders and what is made add up, each with its source', async () => {
  await expectOk(admin().post('/api/organisations', { name: 'Workshop', prefix: 'WS' }))
  const supplier = await expectOk(admin().post('/api/suppliers', { name: 'Timber City' }))
  const category = await expectOk(
    admin().post('/api/categories', { name: 'Weekly', jobcategory: true, frequency: 'weekly' }),
  )
  const timber = await expectOk(admin().post('/api/categories', { name: 'Timber', inventoryclass: 2 }))
  const board = await expectOk(
    admin().post('/api/inventory', {
      ...{ code: 'PINE', materialname: 'Pine', baseunit: 'm', category: timber.id, supplier: supplier.id },
      units: [{ name: 'plank', ratiotobase: '1/3' }],
    }),
  )
  await expectOk(admin().post('/api/inventory/inbound', { inventoryid: board.id, quantity: 20 }))
  const addJob = async (start: string | null, line: object, more: object = {}) => {
    const job = await expectOk(
      admin().post('/api/jobs', { boardid: shop.boardid, description: 'Shelf', start, ...more }),
    )
    await expectOk(admin().post('/api/materials', { jobid: job.id, inventoryid: board.id, role: 1, ...line }))
    return job
  }
  const week = (weeks: number) => daysAfter(today, 7 * weeks)
  await addJob(week(1), { estimated: 4, unit: 'plank' })
  await addJob(null, { estimated: 3, consumed: 1, unit: 'm' })
  await addJob(week(2), { estimated: 6, inventoryclass: 3, role: 2, unit: 'm' })
  const model = await addJob(week(2), { estimated: 5, unit: 'm' }, { categories: [category.id] })
  const template = await expectOk(admin().post(`/api/jobs/${model.id}/template`, {}))
  await expectOk(admin().patch(`/api/jobs/${template.id}`, { start: week(3) }))
  await expectOk(admin().delete(`/api/jobs/${model.id}`))
  const order = await expectOk(
    admin().post('/api/purchaseorders', {
      ...{ supplier: supplier.id, required: week(2) },
      lines: [{ inventoryid: board.id, quantity: 2, unit: 'plank' }],
    }),
  )
  const query = 'periods=6'
  expect((await itemIn(query, board.id)).periods.every((one: { ordered: number }) => one.ordered === 0)).toBe(
    true,
  )
  await expectOk(admin().patch(`/api/purchaseorders/${order.id}`, { status: 'sent' }))
  const found = await itemIn(query, board.id)
  expect(found.onhand).toBe(19)
  const sum = (figure: string) =>
    found.periods.reduce((all: number, one: Record<string, number>) => all + (one[figure] ?? 0), 0)
  expect([sum('jobs'), sum('ordered'), sum('making')]).toEqual([14, 6, 6])
  // Weeks 3, 4 and, by the day of the week, 5 lie in six weeks from today.
  const repeats = [3, 4, 5].filter((weeks) => week(weeks) <= found.periods.at(-1).end)
  expect(sum('repeats')).toBe(5 * repeats.length)
  expect(found.periods.at(-1).balance).toBe(19 - 14 - 5 * repeats.length + 12)
  expect(found.periods.map(({ jobs }: { jobs: number }) => jobs).slice(0, 2)).toEqual([2, 12])
  const page = (await admin().get(`/jobs/work-shop/planning/forecasting/${board.id}`)).text
  for (const words of ['Needed by', 'Needed by the next job of', 'Made by', 'Ordered:', 'Timber City'])
    expect([words, page.includes(words)]).toEqual([words, true])
  expect(page.includes('no day given, so counted today')).toBe(true)
  const list = async (asked: string) =>
    (await admin().get(`/jobs/work-shop/planning/forecasting${asked}`)).text
  expect((await list('')).includes('Pine [PINE]')).toBe(true)
  expect((await list(`?supplier=${supplier.id}&category=${timber.id}`)).includes('Pine [PINE]')).toBe(true)
  expect((await list('?search=oak')).includes('No item matches.')).toBe(true)
  expect((await list('?average=4&by=month')).includes('average')).toBe(true)
  expect((await list('?short=true&periods=4')).includes('Pine [PINE]')).toBe(false)
})

test('a horizon that is no horizon is refused by its field', async () => {
  const asked = (query: string) => expectRefused(admin().get(`/api/planning/forecast?${query}`))
  expect(await asked(`from=${daysAfter(today, -1)}`)).toEqual(['from'])
  expect(await asked(`from=${daysAfter(today, 9)}&to=${daysAfter(today, 8)}`)).toEqual(['to'])
  expect(await asked(`to=${daysAfter(today, 500)}`)).toEqual(['to'])
  expect(await asked(`from=${daysAfter(today, 2000)}`)).toEqual(['from'])
  expect(await asked('periods=25&by=month')).toEqual(['periods'])
  expect(await asked('periods=0')).toEqual(['periods'])
  expect(await asked('average=27')).toEqual(['average'])
  expect((await server.people.stakeholder.get('/api/planning/forecast')).status).toBe(403)
  expect((await admin().get('/jobs/work-shop/planning/forecasting/none')).status).toBe(404)
})

test('the forecast is printed and saved as a file with its filter', async () => {
  const fetched = (query: string) =>
    fetch(`${server.url}/render/forecasts?boardid=${shop.boardid}&${query}`, {
      headers: { cookie: admin().cookie },
    })
  const sheet = await fetched('format=XLSX&search=pine')
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const text = await (await fetched('format=csv&search=pine&periods=2')).text()
  expect(text.trim().split('\n')).toHaveLength(3)
  expect(
    (await fetched('format=csv&search=oak').then((answer) => answer.text())).trim().split('\n'),
  ).toHaveLength(1)
  const paper = await fetched('format=PDF')
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await fetched('format=odt')).status).toBe(400)
})
