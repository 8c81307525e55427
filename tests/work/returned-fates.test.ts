import { expect, test } from 'bun:test'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { asCents } from '#server/money/decimal.ts'
import { ever } from '#tests/reporting/reports-support.ts'
import {
  BOUGHT,
  COST,
  MADE,
  openSevenMetres,
  PRICE,
  type SevenMetres,
  USED,
} from '#tests/sales/seven-metres-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'

const { server, goods, admin, faults } = openSevenMetres()

const page = async (path: string) => (await admin().get(path)).text.replace(/<[^>]+>/g, '')

const returned = async ({ notes: [note] }: SevenMetres, becomes: string) => {
  const { version, lines } = await expectOk(admin().get(`/api/delivery/${note!.id}`))
  const fields = { version: `${version}`, lineid: lines[0].id, quantity: '2', becomes }
  const { html } = await htmxRequest(server(), admin(), 'POST', `/deliveries/${note!.id}/return`, fields)
  return html
}

test.each([USED, MADE])(
  'scrapped goods are replaced from stock, and charged as before (%d)',
  async (kind) => {
    const job = await goods.sevenMetres(kind)
    const full = kind === USED ? 13 : 20
    await goods.invoice(job, 7)
    await returned(job, 'scrapped')
    expect(goods.held(job)).toBe(full)
    expect(await page(`/deliveries/new?jobid=${job.id}`)).toContain('2\u00a0ea of it from stock again')
    await goods.deliverAgain(job, 2)
    expect(goods.held(job)).toBe(full - 2)
    expect(await goods.next(job)).toEqual({ quantity: 0, net: 0 })
    expect(faults()).toEqual([])
  },
)

test.each([USED, MADE])('what is mended goes out again, and moves no stock (%d)', async (kind) => {
  const job = await goods.sevenMetres(kind)
  await goods.invoice(job, 7)
  await returned(job, 'mended')
  expect(await page(`/deliveries/new?jobid=${job.id}`)).toContain(
    '2\u00a0ea of it mended, which moves no stock',
  )
  await goods.deliverAgain(job, 2)
  expect(goods.held(job)).toBe(kind === USED ? 13 : 20)
})

test('what is put back into stock is charged less', async () => {
  const job = await goods.sevenMetres()
  await returned(job, 'stock')
  expect(goods.held(job)).toBe(15)
  expect(await goods.next(job)).toEqual({ quantity: 5, net: 5 * PRICE })
})

test('what a credit note brought in is to be said on its note before it goes out again', async () => {
  const { job } = await goods.run(USED, 'i7 c2a+')
  expect(await page(`/deliveries/job/${job.id}`)).toContain(
    'In stock by a credit note: say on its delivery note that it came back, before it goes out again: 2\u00a0ea Oak',
  )
  const refused = await admin().post('/api/delivery', {
    boardid: (await expectOk(admin().get(`/api/jobs/${job.id}`))).boardid,
    lines: [{ materialid: job.line, quantity: 2 }],
  })
  expect(refused.text).toContain('came into stock by a credit note: say on its delivery note')
  await goods.comesBack(job, 2)
  expect(await page(`/deliveries/job/${job.id}`)).not.toContain('In stock by a credit note')
})

test('a draft of which all that was left came back says so', async () => {
  const job = await goods.sevenMetres()
  await goods.invoice(job, 4)
  const draft = await expectOk(admin().post('/api/invoices', { jobid: job.id }))
  await goods.comesBack(job, 5)
  const issued = await admin().post(`/api/invoices/${draft.id}/issue`)
  expect([issued.status, issued.body.message]).toEqual([
    400,
    expect.stringMatching(/^Nothing of .+ is left to charge: a draft of it can only be deleted\.$/),
  ])
})

test.each([USED, MADE])(
  'scrapped goods are to be replaced, until they are or somebody credits them (%d)',
  async (kind) => {
    const job = await goods.sevenMetres(kind)
    const id = await goods.invoice(job, 7)
    await returned(job, 'scrapped')
    const tab = () => page(`/deliveries/job/${job.id}`)
    expect(await tab()).toContain('Scrapped, and to be replaced by the next note: 2\u00a0ea Oak')
    expect(await tab()).not.toContain('To credit')
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({
      creditable: [{ back: 0, toreplace: 2 }],
    })
    expect(await page(`/invoices/${id}/credit`)).toContain(
      '2\u00a0ea scrapped, to be replaced unless credited',
    )
    await goods.deliverAgain(job, 1)
    expect(await tab()).toContain('Scrapped, and to be replaced by the next note: 1\u00a0ea Oak')
    await goods.credit(id, { reason: 'returned', quantity: 1, again: false })
    expect(await tab()).not.toContain('Scrapped')
    expect(goods.held(job)).toBe((kind === USED ? 13 : 20) - 1)
    expect(await goods.next(job)).toEqual({ quantity: 0, net: 0 })
    expect(faults()).toEqual([])
  },
)

test('of what came back, what is to be replaced is credited last', async () => {
  const job = await goods.sevenMetres()
  const id = await goods.invoice(job, 7)
  await returned(job, 'scrapped')
  await goods.comesBack(job, 1)
  const tab = () => page(`/deliveries/job/${job.id}`)
  expect(await tab()).toMatch(/To credit, since it came back\W+1\u00a0ea/)
  await goods.credit(id, { reason: 'returned', quantity: 1, again: false })
  expect(await tab()).not.toContain('To credit')
  expect(await tab()).toContain('to be replaced by the next note: 2\u00a0ea Oak')
})

const scrapped: [string, number, number][] = [
  ['i7 z2', 0, 7],
  ['i7 z2 n2', -2, 9],
  ['i7 z2 c2', 0, 7],
  ['z2 n1', -1, 8],
  ['i7 c2- z2 n1', -1, 8],
  // Where a credit note had brought them in, they leave stock as well.
  ['i7 c2+ z2', 0, 7],
  ['i7 c1+ z2', 0, 7],
  ['i7 c2+ z2 n2', -2, 9],
]

test.each(scrapped)(
  'scrapped goods leave stock and cost their job, as every page has it: %s',
  async (steps, stock, cost) => {
    // A credit note brings nothing into stock that is not kept there.
    for (const kind of steps.includes('+') ? [USED, MADE] : [USED, MADE, BOUGHT]) {
      const { job } = await goods.run(kind, steps)
      if (kind !== BOUGHT) expect([kind, goods.held(job) - (kind === USED ? 13 : 20)]).toEqual([kind, stock])
      const totals = await expectOk(admin().get(`/api/jobs/${job.id}/totals`))
      expect([kind, totals.cost]).toEqual([
        kind,
        expect.objectContaining({ actual: cost * COST, scrapped: 2 * COST }),
      ])
      const listed = server().services.tenants.read(server().accountid, (db) => ({
        cost: costByJob(db, [job.id])(job.id).total,
        rows: [...jobMargin.read(db, { ...ever, date: ever.end })].filter(({ id }) => id === job.id),
      }))
      const cents = asCents(cost * COST * 100)
      expect([kind, listed]).toEqual([
        kind,
        { cost: cents, rows: [expect.objectContaining({ materials: cents })] },
      ])
      expect(faults(job)).toEqual([])
    }
  },
)

const charged: [string, number][] = [
  ['i7 d1 c1 n1', 1],
  ['i7 c1- d1 n1', 1],
  ['i7 d1 n1', 0],
  ['i7 d1 z1 c2 n2', 2],
  ['i7 d2 c1 n2', 1],
  // What was given away stays given.
  ['i7 e1- d1 n1', 0],
]

test.each(
  charged.flatMap(([steps, next]) => [false, true].map((fixedprice) => [steps, fixedprice, next] as const)),
)(
  'what was credited and goes out again is charged, mended or not: %s, fixed price %p',
  async (steps, fixedprice, next) => {
    for (const kind of [USED, MADE]) {
      const { job } = await goods.run(kind, steps, { fixedprice })
      expect([kind, await goods.next(job)]).toEqual([kind, { quantity: next, net: next * PRICE }])
      expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(next > 0 ? 4 : 5)
      expect(faults(job)).toEqual([])
    }
  },
)

test.each([USED, MADE])('what is kept to be mended is not to be credited (%d)', async (kind) => {
  const { job, invoices } = await goods.run(kind, 'i7 d2')
  const tab = () => page(`/deliveries/job/${job.id}`)
  expect(await tab()).toContain('Kept to be mended, and to go out by the next note: 2\u00a0ea Oak')
  expect(await tab()).not.toContain('To credit')
  expect(await expectOk(admin().get(`/api/invoices/${invoices[0]}`))).toMatchObject({
    creditable: [{ back: 0, backinstock: 0, tomend: 2 }],
  })
  const form = (await admin().get(`/invoices/${invoices[0]}/credit`)).text
  expect(form).toContain('2\u00a0ea kept to be mended, to go out again unless credited')
  expect(form).not.toMatch(/type="checkbox"[^>]*restock[^>]*checked/)
  await goods.deliverAgain(job, 2)
  expect(await tab()).not.toContain('mended')
})

test.each([USED, MADE])('what is to be credited is not left to deliver as well (%d)', async (kind) => {
  const { job } = await goods.run(kind, 'i7 b3')
  const tab = await page(`/deliveries/job/${job.id}`)
  expect(tab).toContain('To credit, since it came back: 3\u00a0ea Oak')
  expect(tab).not.toContain('Left to deliver')
  await goods.deliverAgain(job, 1)
  expect(await page(`/deliveries/job/${job.id}`)).toContain('To credit, since it came back: 2\u00a0ea Oak')
})

test.each([
  [
    'i7 b2',
    'The price is fixed, and is charged all the same: 2\u00a0ea Oak is still to be delivered, or credited.',
  ],
  ['i7 d2', ''],
  ['b2', ''],
])('what comes back at a fixed price leads to another delivery, or a credit: %s', async (steps, words) => {
  for (const kind of [USED, MADE, BOUGHT]) {
    const { said } = await goods.run(kind, steps, { fixedprice: true })
    if (words) expect(said.at(-1)).toContain(words)
    else expect(said.at(-1)).not.toContain('fixed')
  }
})

test.each([
  [USED, 'takes others from stock'],
  [BOUGHT, 'is of others'],
])('what is scrapped is replaced from stock where it is kept there (%p)', async (kind, words) => {
  const { said } = await goods.run(kind, 'z2')
  expect(said.at(-1)).toContain(`The next delivery note ${words}; credit what is not replaced.`)
})

test('a note says what became of what came back, and a draft what of it had come back', async () => {
  const { job } = await goods.run(USED, 'i7 b1 d1 z1')
  const note = await page(`/deliveries/${job.notes[0]!.id}`)
  for (const fate of ['put back into stock', 'kept to be mended', 'scrapped'])
    expect(note).toContain(`Oak came back, ${fate}`)
  const { boardid } = await expectOk(admin().get(`/api/jobs/${job.id}`))
  const lines = [{ materialid: job.line, quantity: 3 }]
  const draft = await expectOk(admin().post('/api/delivery', { boardid, lines }))
  const said = await page(`/deliveries/${draft.id}`)
  expect(said).toContain('1\u00a0ea of it mended, which moves no stock')
  expect(said).toContain('2\u00a0ea of it from stock again')
})
