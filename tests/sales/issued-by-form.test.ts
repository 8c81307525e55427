import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storedReply } from '#db/queries/idempotency.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const draftInvoice = async () => readDraft(office, await completeJob(office, [{ linerate: 100 }]))
const linesOf = async () => (await jobToDeliver(office, [{}])).lines as [string]
const draftNote = async () => {
  const [materialid] = await linesOf()
  const lines = [{ materialid, quantity: 1 }]
  return expectOk(admin().post('/api/delivery', { boardid: office.boardid, lines }))
}

/** What a transaction gave its request is what it keeps for whoever sends the same again. */
const keptOf = (key: string) =>
  server.services.tenants.read(server.accountid, (db) =>
    JSON.parse(storedReply(db, admin().userid, key)?.reply ?? 'null'),
  )

const forms: [name: string, path: () => Promise<[path: string, fields: Record<string, string>]>][] = [
  ['an invoice', async () => [`/invoices/${(await draftInvoice()).id}/issue`, { reference: 'PO 1' }]],
  [
    'a credit note',
    async () => [`/invoices/${(await issueInvoice(office)).id}/credit`, { reason: 'error', what: 'all' }],
  ],
  ['a delivery note', async () => [`/deliveries/${(await draftNote()).id}/issue`, { waybill: 'WB 1' }]],
  [
    'a delivery note that is made with it',
    async () => {
      const [materialid] = await linesOf()
      return ['/deliveries/issued', { boardid: office.boardid, materialid, quantity: '1' }]
    },
  ],
]

test.each(forms)('the form that issues %s reads no lines in its transaction', async (name, prepare) => {
  const [path, fields] = await prepare()
  const headers = { 'hx-request': 'true', 'idempotency-key': name.replaceAll(' ', '-') }
  const send = () => admin().call('POST', path, new URLSearchParams(fields), headers)
  const first = await send()
  expect(first.status, first.text).toBe(200)
  const { data, message } = keptOf(headers['idempotency-key'])
  expect([Object.keys(data).sort(), message]).toEqual([['id', 'number'], undefined])
  const again = await send()
  expect(again.headers.get('hx-trigger')).toBe(first.headers.get('hx-trigger'))
})

test('the calls that issue answer the whole document, and again to whoever repeats them', async () => {
  const [materialid] = await linesOf()
  const lines = [{ materialid, quantity: 1 }]
  const { id } = await draftInvoice()
  const calls: [method: string, path: string, body: object][] = [
    ['POST', `/api/invoices/${id}/issue`, {}],
    ['POST', `/api/invoices/${id}/credit`, { reason: 'error' }],
    ['PATCH', `/api/delivery/${(await draftNote()).id}`, { status: 'issued' }],
    ['POST', '/api/delivery/issued', { boardid: office.boardid, lines }],
  ]
  for (const [method, path, body] of calls) {
    const send = () => admin().call(method, path, body, { 'idempotency-key': path.replaceAll('/', '.') })
    const first = await send()
    const { document, lines = document?.lines, ...rest } = first.body.data
    expect([rest.state, lines?.length], first.text).toEqual(['issued', 1])
    expect((await send()).text).toBe(first.text)
  }
})
