import { afterAll, beforeAll, expect, test } from 'bun:test'
import { checkStock } from '#server/stock/check.ts'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { MADE, PRICE, type SevenMetres, sevenMetresOf, USED } from '#tests/sales/seven-metres-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let goods: ReturnType<typeof sevenMetresOf>
beforeAll(async () => {
  server = await startTestServer()
  goods = sevenMetresOf(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const page = async (path: string) => (await admin().get(path)).text.replace(/<[^>]+>/g, '')

const returned = async ({ notes: [note] }: SevenMetres, becomes: string) => {
  const { version, lines } = await expectOk(admin().get(`/api/delivery/${note!.id}`))
  const fields = { version: `${version}`, lineid: lines[0].id, quantity: '2', becomes }
  const { html } = await htmxRequest(server, admin(), 'POST', `/deliveries/${note!.id}/return`, fields)
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
    expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
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
    expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
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
