import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const whos = ['admin', 'agent', 'jobs', 'stakeholder'] as const
type Steps = Partial<Record<(typeof whos)[number], string>>

/** What the list of jobs offers to each role as the next step of a job. */
async function offered(words: string, stage: string): Promise<Steps> {
  const found = await Promise.all(
    whos.map(async (who) => {
      const { html } = await htmxRequest(
        server,
        server.people[who],
        'GET',
        `/jobs?search=${words}&stage=${stage}`,
      )
      return [who, /next=true">([^<]+)</.exec(html)?.[1]] as const
    }),
  )
  return Object.fromEntries(found.filter(([, step]) => step))
}

const patch = (id: string, body: object) => expectOk(admin().patch(`/api/jobs/${id}`, body))

async function consume(id: string) {
  const lines = await expectOk(admin().get(`/api/materials/getMaterials/${id}`))
  for (const { id: line, version } of lines)
    await expectOk(admin().patch(`/api/materials/${line}`, { consumed: 1, version }))
}

const all = (step: string): Steps => ({ admin: step, agent: step, jobs: step })

test.each([
  ['time and material', false],
  ['a fixed price', true],
])('of %s, from asked to paid, each role sees what it may do next', async (_, fixedprice) => {
  const words = `Walk${crypto.randomUUID().slice(0, 8)}`
  const lines = [{ linerate: 100, consumed: 0 }]
  const id = await completeJob(office, lines, { status: 1, description: words, fixedprice })
  const at = (stage: string) => offered(words, stage)
  expect(await at('asked')).toEqual({ admin: 'Send the estimate', agent: 'Send the estimate' })
  await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
  expect(await at('quoted')).toEqual({ admin: 'Approve' })
  await patch(id, { status: 3 })
  expect(await at('approved')).toEqual(all('Start the work'))
  const begin = (begun: boolean) => expectOk(admin().post(`/api/jobs/${id}/begun`, { begun }))
  expect(await begin(true)).toMatchObject({ stage: 'working', nextstep: 'use' })
  expect((await begin(false)).stage).toBe('approved')
  await begin(true)
  await patch(id, { status: 1 })
  await patch(id, { status: 3 })
  expect(await at('approved')).toEqual(all('Start the work'))
  await begin(true)
  expect(await at('working')).toEqual(all('Use as estimated'))
  await consume(id)
  expect(await at('working')).toEqual(all('Complete'))
  await patch(id, { status: 4, confirmed: true })
  expect(await at('complete')).toEqual({ admin: 'Prepare the invoice', agent: 'Prepare the invoice' })
  const draft = await readDraft(office, id)
  expect(await at('complete')).toEqual({ admin: 'Issue the invoice' })
  await expectOk(admin().delete(`/api/invoices/${draft.id}`))
  expect((await at('complete')).admin).toBe('Prepare the invoice')
  const { id: invoice } = await readDraft(office, id)
  await expectOk(admin().post(`/api/invoices/${invoice}/issue`))
  expect(await at('invoiced')).toEqual({ admin: 'Send the invoice', agent: 'Send the invoice' })
  await expectOk(admin().post(`/api/invoices/${invoice}/sent`))
  expect(await at('invoiced')).toEqual({ admin: 'Record the payment', agent: 'Record the payment' })
  const page = (who: (typeof whos)[number]) =>
    htmxRequest(server, server.people[who], 'GET', `/invoices/${invoice}`)
  expect((await page('admin')).html).toMatch(
    /class="[^"]*primary[^"]*"[^>]*tab=payments[\s\S]*Record the payment/,
  )
  await expectOk(admin().post(`/api/invoices/${invoice}/payments`, { amount: 15 }))
  expect((await page('admin')).html).toContain('Part paid')
  expect(await expectOk(admin().get(`/api/jobs/${id}`))).toMatchObject({ stage: 'invoiced', partpaid: true })
  await expectOk(admin().post(`/api/invoices/${invoice}/payments`, { amount: 100 }))
  expect(await at('paid')).toEqual({})
  expect((await page('admin')).html).not.toContain('Record the payment')
})

test('what invoicing at once says of stock is what it takes: a line that was used in part is used no further', async () => {
  const item = async (materialname: string) =>
    (await expectOk(admin().post('/api/inventory', { materialname, baseunit: 'each', inventoryclass: 5 }))).id
  const { id: jobid } = await expectOk(admin().post('/api/jobs', { boardid: office.boardid, status: 3 }))
  const [runner, hinge] = [await item('Runner'), await item('Hinge')]
  const line = (inventoryid: string, estimated: number, consumed: number) =>
    expectOk(
      admin().post('/api/materials', { jobid, inventoryid, role: 2, estimated, consumed, linerate: 1 }),
    )
  await line(runner, 8, 7)
  const { id: unused } = await line(hinge, 2, 0)
  const said = async () =>
    (await expectOk(admin().get(`/api/jobs/${jobid}/atonce`)))
      .filter(({ code }: { code: string }) => code === 'belowzero')
      .map(({ message }: { message: string }) => message.replaceAll('\u00a0', ' '))
  expect(await said()).toEqual(['Stock of Hinge goes to −2.'])
  await expectOk(admin().patch(`/api/materials/${unused}`, { consumed: 2 }))
  expect(await said()).toEqual([])
})
