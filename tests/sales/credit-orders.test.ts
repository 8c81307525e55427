import { expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import {
  COST,
  MADE,
  openSevenMetres,
  PRICE,
  type SevenMetresRun,
  type Start,
  USED,
} from './seven-metres-support.ts'

const { goods, admin, faults } = openSevenMetres()

const run = (kind: number, steps: string, start?: Start) => goods.run(kind, steps, start)

const formOf = async ({ invoices }: SevenMetresRun) =>
  (await expectOk(admin().get(`/api/invoices/${invoices.at(-1)}`))).creditable[0]

const orders: [string, number, { next: number; instock: number }, Start?][] = [
  ['i4 b1 i2 d1 c1-', 7, { next: 0, instock: 1 }],
  ['i4 b1 d1 c1-', 7, { next: 2, instock: 1 }],
  ['i4 d1 c1- b1', 7, { next: 2, instock: 1 }],
  ['i7 e2a b2 d1 c1-', 7, { next: 0, instock: 2 }],
  ['i4 b1 c1+', 7, { next: 2, instock: 2 }],
  ['i7 b2 c2 n2', 7, { next: 2, instock: 0 }, { estimated: 0 }],
  ['i7 b2 n2', 7, { next: 0, instock: 0 }, { estimated: 0 }],
  ['i7 c3a+ b3 n2', 7, { next: 2, instock: 1 }, { estimated: 5 }],
  ['i7 b2 c2 n2', 7, { next: 2, instock: 0 }],
  ['i7 b2 c2 n2', 7, { next: 2, instock: 0 }, { fixedprice: true }],
  ['i4 b5 c2 n5', 7, { next: 5, instock: 0 }, { fixedprice: true }],
  ['i7 b1 c1', 5, { next: 0, instock: 1 }],
  ['i7 c7a+', 7, { next: 0, instock: 7 }],
  ['i7 c7a+ b7', 7, { next: 0, instock: 7 }],
  ['i7 c7a+ b7 n7', 7, { next: 7, instock: 0 }],
  ['i7 x2+', 0, { next: 0, instock: 2 }],
  ['i7 x2+ n7', 0, { next: 2, instock: 0 }],
  ['i7 x2+ n5 b1', 0, { next: 0, instock: 3 }],
  ['i7 x2+ n5 b1 n3', 0, { next: 2, instock: 0 }],
  ['i7 d2 c2', 7, { next: 0, instock: 0 }],
  ['i7 d2 c2+', 7, { next: 0, instock: 2 }],
  ['d2 n2 b2', 7, { next: 5, instock: 2 }],
]
const each = [USED, MADE].flatMap((kind) =>
  orders.map(([steps, noted, expected, start]) => [kind, noted, steps, expected, start ?? {}] as const),
)

test.each(each)('%d, a note of %d: %s', async (kind, noted, steps, { next, instock }, start) => {
  const done = await run(kind, steps, { noted, ...start })
  const { job, invoices } = done
  expect(await goods.next(job)).toEqual({ quantity: next, net: next * PRICE })
  // What was made and is with nobody else is in stock until it is invoiced or delivered.
  expect(goods.held(job)).toBe((kind === USED ? 13 : 20) + instock)
  const standing = await Promise.all(invoices.map((id) => expectOk(admin().get(`/api/invoices/${id}`))))
  if (standing.some(({ state }) => state === 'issued'))
    expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(next > 0 ? 4 : 5)
  const { cost, margin } = await expectOk(admin().get(`/api/jobs/${job.id}/totals`))
  expect(cost.actual).toBe((7 - instock) * COST)
  let charged = next * PRICE
  for (const { net, creditnotes } of standing) {
    charged += Math.round(net * 100)
    for (const note of creditnotes)
      charged += Math.round((await expectOk(admin().get(`/api/invoices/${note.id}`))).net * 100)
  }
  // While more stands invoiced than is kept, the rest is to be credited.
  if (start.fixedprice || charged <= (7 - instock) * PRICE)
    expect(Math.round((margin.actual + cost.actual) * 100)).toBe(charged)
  expect(faults(job)).toEqual([])
})

test.each([USED, MADE])(
  'of an order that is delivered in part, what came back is credited once (%d)',
  async (kind) => {
    const done = await run(kind, 'i7 b1', { noted: 5 })
    expect(await formOf(done)).toMatchObject({ back: 1, backinstock: 1, backrestockable: 0 })
    await expectOk(
      admin().post(`/api/invoices/${done.invoices[0]}/credit`, {
        reason: 'returned',
        lines: [{ line: 0, quantity: 1 }],
      }),
    )
    expect(await formOf(done)).toMatchObject({ back: 0, backinstock: 0 })
    const page = (await admin().get(`/deliveries/job/${done.job.id}`)).text
    expect(page.replace(/<[^>]+>/g, ' ')).toMatch(/Invoiced and still to be delivered\W+2\u00a0ea/)
  },
)

test.each([USED, MADE])(
  'what was cancelled and is in stock again is not left to deliver (%d)',
  async (kind) => {
    const { job } = await run(kind, 'i7 x2+', { noted: 0 })
    const page = (await admin().get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, ' ')
    expect(page).toMatch(/Left to deliver\W+5\u00a0ea/)
  },
)

test.each([USED, MADE])(
  'damaged goods are not proposed for stock, and those that are there are said so (%d)',
  async (kind) => {
    const aside = await run(kind, 'i7 d2')
    expect(await formOf(aside)).toMatchObject({ back: 0, backinstock: 0, tomend: 2 })
    const form = (await admin().get(`/invoices/${aside.invoices[0]}/credit`)).text
    expect(form).not.toMatch(/<option value="(damaged|returned)" selected/)
    expect(form).not.toMatch(/type="checkbox"[^>]*restock[^>]*checked/)
    expect(form).toContain('2\u00a0ea kept to be mended, to go out again unless credited')
    const { said } = await run(kind, 'i7 c2+ d2')
    expect(said.at(-1)).toContain('take out of stock what is not fit for sale')
  },
)

test('goods that went out again at a fixed price are not said to be in stock', async () => {
  for (const kind of [USED, MADE])
    expect(await formOf(await run(kind, 'i4 b5 c2 n5', { fixedprice: true }))).toMatchObject({
      backinstock: 0,
    })
})

test.each([USED, MADE])(
  'what is invoiced after all came back is still to be delivered, and not to be credited (%d)',
  async (kind) => {
    const { job, invoices } = await run(kind, 'b3 i1', { noted: 3 })
    const page = (await admin().get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, ' ')
    expect(page).toMatch(/Invoiced and still to be delivered\W+1\u00a0ea/)
    expect(page).not.toContain('To credit')
    expect((await expectOk(admin().get(`/api/invoices/${invoices[0]}`))).creditable[0].back).toBe(0)
  },
)

test.each([USED, MADE])('what came back may go out again, whatever was planned (%d)', async (kind) => {
  for (const estimated of [0, 3, 7]) {
    const { job } = await run(kind, 'i7 b2 c2', { estimated })
    const page = (await admin().get(`/deliveries/job/${job.id}`)).text
    expect(page).not.toContain('Left to deliver')
    expect(page).toContain('Credited, and not to be delivered: 2\u00a0ea Oak')
    const refused = await admin().post('/api/delivery', {
      boardid: (await expectOk(admin().get(`/api/jobs/${job.id}`))).boardid,
      lines: [{ materialid: job.line, quantity: 3 }],
    })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('No more than 2')
  }
})

test.each([USED, MADE])(
  'what never left was credited first, so what came back is to be credited (%d)',
  async (kind) => {
    const done = await run(kind, 'i7 x2- b1', { noted: 5 })
    const page = (await admin().get(`/deliveries/job/${done.job.id}`)).text.replace(/<[^>]+>/g, ' ')
    expect(page).toMatch(/To credit, since it came back\W+1\u00a0ea/)
    expect(await formOf(done)).toMatchObject({ back: 1, backinstock: 1 })
    const held = goods.held(done.job)
    const margin = async () => (await expectOk(admin().get(`/api/jobs/${done.job.id}/totals`))).margin.actual
    // Four are paid; six are used.
    expect(await margin()).toBe(320 - 6 * COST)
    await goods.run(kind, 'c1', {}, done)
    expect([goods.held(done.job), (await goods.next(done.job)).quantity]).toEqual([held, 0])
    expect(await margin()).toBe(320 - 6 * COST)
    expect(await formOf(done)).toMatchObject({ back: 0, backinstock: 0 })
  },
)

test.each([USED, MADE])(
  'a return takes its share of the price after money was taken off it (%d)',
  async (kind) => {
    const done = await run(kind, 'i7')
    const { job, invoices } = done
    const reduction = { reason: 'price', lines: [{ line: 0, amount: 64.4 }] }
    await expectOk(admin().post(`/api/invoices/${invoices[0]}/credit`, reduction))
    await goods.run(kind, 'b2', {}, done)
    const margin = async () => (await expectOk(admin().get(`/api/jobs/${job.id}/totals`))).margin.actual
    // R 56 off without VAT: of R 504, five of seven.
    expect(await margin()).toBe(360 - 5 * COST)
    await goods.run(kind, 'c2', {}, done)
    expect(await margin()).toBe(360 - 5 * COST)
  },
)
