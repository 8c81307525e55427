import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const empty = { estimated: 0, consumed: 0 }
const draftOf = async (lines: Parameters<typeof completeJob>[1], more: Record<string, unknown> = {}) => {
  const { id } = await readDraft(office, await completeJob(office, lines, more))
  const { html } = await htmxRequest(server, server.people.admin, 'GET', `/invoices/${id}`)
  return html.replaceAll(/<[^>]*>/g, '')
}
const charged = { linerate: 100, description: 'Oak door' }

test('a draft names the lines of its job that were given a price and no quantity, and what to do', async () => {
  const one = await draftOf([charged, { linerate: 50, description: 'Hinges', ...empty }])
  expect(one).toMatch(
    /Hinges is on the job with a quantity of 0, so this invoice does not charge it\.\s+Enter how much was used on job \S+, or remove it there\./,
  )
  const two = await draftOf(
    [
      { ...charged, estimated: 1 },
      ...['Hinges', 'Stain'].map((description) => ({ linerate: 50, description, ...empty })),
    ],
    { fixedprice: true },
  )
  expect(two).toMatch(/Hinges and Stain are on the job with a quantity of 0.*Enter how much is estimated/s)
})

test('a draft is silent of words without a price, of what is charged to nobody and of what was not used', async () => {
  const html = await draftOf([
    charged,
    { linerate: 0, description: 'As agreed by telephone', ...empty },
    { linerate: 50, description: 'Own error', nonbillable: true, ...empty },
    { linerate: 50, description: 'Spare panel', estimated: 1, consumed: 0 },
  ])
  expect(html).toContain('Oak door')
  expect(html).not.toContain('with a quantity of 0')
})
