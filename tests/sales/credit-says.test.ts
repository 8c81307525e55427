import { expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { MADE, openSevenMetres, USED } from './seven-metres-support.ts'

const { server, goods, admin } = openSevenMetres()

const ask = async (path: string, fields: Record<string, string>) =>
  (await htmxRequest(server(), admin(), 'POST', path, fields)).html.replace(/<[^>]+>/g, '')

const ALL = { what: 'all' }
const lines = (quantity: string) => ({
  what: 'lines',
  ...{ 'lines.0.line': '0', 'lines.0.quantity': quantity },
})
const BACK = 'The job goes back to Complete, and can be invoiced again.'
const STAYS = 'The job stays Invoiced.'

const choices: [string, Record<string, string>, string, string?][] = [
  ['i7', { reason: 'returned', ...ALL, restock: 'true' }, STAYS],
  ['i7', { reason: 'returned', ...ALL }, BACK],
  ['i7', { reason: 'error', ...ALL }, BACK],
  ['i7 b7', { reason: 'returned', ...ALL }, STAYS],
  ['i7 b2', { reason: 'returned', ...lines('2') }, STAYS],
  ['i7 b2', { reason: 'returned', ...lines('3'), again: 'true' }, BACK],
  ['i7', { reason: 'cancelled', ...lines('2'), again: 'true', 'lines.0.restock': 'true' }, STAYS],
  ['i7', { reason: 'cancelled', ...lines('2') }, STAYS],
]
const each = [USED, MADE].flatMap((kind) =>
  [false, true].flatMap((fixedprice) => choices.map((choice) => [kind, fixedprice, ...choice] as const)),
)

test.each(each)(
  'the form says what becomes of the job (%d, fixed price %p): %s %j',
  async (kind, fixedprice, steps, fields, said) => {
    const { job, invoices } = await goods.run(kind, steps, { fixedprice })
    const path = `/invoices/${invoices[0]}/credit`
    expect(await ask(`${path}/sum`, fields)).toContain(said)
    await ask(path, fields)
    expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(said === BACK ? 4 : 5)
  },
)

test.each([USED, MADE])('of an archived job it says that the job stays so (%d)', async (kind) => {
  const { job, invoices } = await goods.run(kind, 'i7')
  await expectOk(admin().patch(`/api/jobs/${job.id}`, { status: 6 }))
  const path = `/invoices/${invoices[0]}/credit`
  const said = await ask(`${path}/sum`, { reason: 'error', ...ALL })
  expect(said).toContain('The job stays Archived, and can be invoiced again once it is restored.')
  const why = 'What it used can come back into stock once it is restored.'
  if (kind === USED) expect(said).toContain(why)
  else expect(said).not.toContain(why)
  await ask(path, { reason: 'error', ...ALL })
  expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(6)
  await expectOk(admin().patch(`/api/jobs/restore/${job.id}`, {}))
  expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(4)
})

test.each([USED, MADE].flatMap((kind) => [false, true].map((fixedprice) => [kind, fixedprice] as const)))(
  'goods credited as damaged by a call are in stock only where it says so (%d, fixed price %p)',
  async (kind, fixedprice) => {
    const body = { reason: 'returned', damaged: true, again: false }
    for (const noted of [7, 0]) {
      const { job, invoices } = await goods.run(kind, 'i7', { fixedprice, noted })
      const before = goods.held(job)
      const credit = (more: object) =>
        expectOk(admin().post(`/api/invoices/${invoices[0]}/credit`, { ...body, ...more }))
      await credit({ lines: [{ line: 0, quantity: 1 }] })
      expect([noted, goods.held(job)]).toEqual([noted, before])
      await credit({ lines: [{ line: 0, quantity: 1, restock: true }] })
      await credit({ lines: [{ line: 0, quantity: 1 }], restock: true })
      expect([noted, goods.held(job)]).toEqual([noted, before + 2])
      await credit({})
      expect([noted, goods.held(job)]).toEqual([noted, before + 2])
    }
  },
)
