import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { MADE, USED } from '#tests/sales/seven-metres-support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from './consignment-steps.ts'

let server: TestServer
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  steps = await openSteps(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

const TOTAL = 3
const kinds = [USED, MADE].flatMap((kind) => [false, true].map((fixedprice) => [kind, fixedprice] as const))

test.each(kinds)(
  'what is credited damaged and no note had delivered is charged once it is delivered: %d, fixed %p',
  async (kind, fixedprice) => {
    for (const noted of [0, 1, 2])
      for (const credited of [1, 2, 3]) {
        const job = await steps.begin(kind, { total: TOTAL, used: TOTAL, noted, fixedprice })
        await job.step('I')
        await job.step(`c${credited}-`)
        const { ours } = await job.figures()
        // What a note delivered is still out by it.
        const withus = Math.max(0, credited - noted)
        for (let left = TOTAL - noted; left >= 0; left--) {
          const next = Math.max(0, withus - left)
          const said = `${credited} of ${noted} delivered, ${left} left`
          expect([said, await job.figures()]).toEqual([
            said,
            expect.objectContaining({ next, ours, status: next > 0 ? 4 : 5 }),
          ])
          if (left > 0) expect(await job.step('n1')).toBeUndefined()
        }
      }
    expect(steps.faults()).toEqual([])
  },
)

test.each([
  [USED, 'L2 c1- u1 n3', { used: 3 }],
  [MADE, 'L2 c1- u1 n3', {}],
  [USED, 'L2 c1- d1 u1 n1', { noted: 3 }],
  [MADE, 'L2 c1- d1 u1 n1', { noted: 3 }],
] as const)(
  'at a fixed price, what replaces what was credited damaged is charged once it is delivered: %d %s',
  async (kind, what, about) => {
    const job = await steps.run(kind, what, { total: TOTAL, ...about, fixedprice: true })
    expect(job).toMatchObject({ next: 2, status: 4 })
    const tab = (await server.people.admin.get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, '')
    expect(tab).not.toContain('Left to deliver')
    expect(steps.faults()).toEqual([])
  },
)
