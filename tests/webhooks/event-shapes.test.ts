import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Shape } from '#server/replies/types.ts'
import { eventKinds, webhookClaims, webhookKinds } from '#server/webhooks/event-kinds.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { shapeFaults } from '#tests/support/shape-faults.ts'
import { startReceiver } from './webhooks-support.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
let server: TestServer
let openapi: Json
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer(undefined, ['--webhook-private'])
  openapi = (await server.people.admin.get('/api/openapi.json')).body
}, 240_000)
afterAll(async () => {
  receiver.stop()
  await server.stop()
})

const schemaOf = (kind: string): Shape =>
  openapi.webhooks[kind].post.requestBody.content['application/json'].schema

test('openapi.json says of each kind of event, and of a test, what is posted', () => {
  expect(Object.keys(openapi.webhooks)).toEqual([...webhookKinds, 'test'])
  for (const kind of webhookKinds) {
    const { summary, description } = openapi.webhooks[kind].post
    expect(summary).toBe(eventKinds[kind].label)
    expect(description).toContain(eventKinds[kind].call)
    const [, answered] = eventKinds[kind].call.split(' ')
    const path = answered?.replace(/:(\w+)/g, '{$1}') ?? ''
    const call = openapi.paths[path].get.responses[200].content['application/json'].schema
    expect(schemaOf(kind).properties?.data?.anyOf?.[0]).toEqual(call.properties.data)
  }
})

test('what is posted is as openapi.json says, headers and all', async () => {
  const { admin } = server.people
  const office = await createInvoiceFixtures(server)
  const { id } = await expectOk(
    admin.post('/api/webhooks', { url: receiver.url, kinds: [...webhookKinds], claims: [...webhookClaims] }),
  )
  await expectOk(admin.post(`/api/webhooks/${id}/test`))
  const invoice = await issueInvoice(office, 100)
  await expectOk(admin.post(`/api/invoices/${invoice.id}/payments`, { amount: 10 }))
  const item = { code: 'HOOK', materialname: 'Hook', keptinstock: true }
  const { id: inventoryid } = await expectOk(admin.post('/api/inventory', item))
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid, quantity: 3 }))
  const expected = ['invoice.changed', 'job.changed', 'job.moved', 'payment.changed', 'stock.changed', 'test']
  const came = () => new Set(receiver.received.map(({ json }) => json.type))
  await until(() => expected.every((kind) => came().has(kind)), 'an event of each kind')
  for (const { json, headers } of receiver.received) {
    expect(shapeFaults(json, schemaOf(json.type), openapi.components.schemas, json.type)).toEqual([])
    const { parameters } = openapi.webhooks[json.type].post
    for (const { name } of parameters) expect(headers[name], name).toBeString()
  }
}, 60_000)
