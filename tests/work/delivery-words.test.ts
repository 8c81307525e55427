import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { createInvoiceFixtures, type InvoiceFixtures, pdf } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver, SIGNATURE } from './deliveries-support.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/<[^>]*>/g, '')

test('the form of a note names what the estimate says and what was used, each by its word', async () => {
  const { id } = await jobToDeliver(office, [
    { description: 'Oak 32 mm', unit: 'm²', estimated: 1.8, consumed: 1.9 },
    { description: 'Soft-close hinge', estimated: 0, consumed: 2 },
    { description: 'Legs', estimated: 4 },
  ])
  const { html } = await htmxRequest(server, server.people.admin, 'GET', `/deliveries/new?jobid=${id}`)
  const words = plain(html)
  expect(words).toContain('1,8 m² on the estimate, 1,9 m² made')
  expect(words).toContain('2 ea made, not on the estimate')
  expect(words).toContain('4 ea on the estimate')
  expect(words).not.toContain('ordered')
})

test('a form of which nothing is left to deliver says so in place of a button that would do nothing', async () => {
  const { admin } = server.people
  const callout = { materialname: 'Call-out', inventoryclass: 0, baseunit: 'each' }
  const { id: inventoryid } = await expectOk(admin.post('/api/inventory', callout))
  const form = async (lines: Record<string, unknown>[]) => {
    const { id } = await jobToDeliver(office, lines)
    return (await htmxRequest(server, admin, 'GET', `/deliveries/new?jobid=${id}`)).html
  }
  const visit = { inventoryid, estimated: 1, consumed: 1, unit: 'each' }
  const none = await form([visit])
  expect(none).toContain('Nothing is left to deliver.')
  expect(none).not.toContain('All of it')
  expect(await form([visit, {}])).toContain('All of it')
})

test('a note tells its job by its words, and asks for no signature once it is signed', async () => {
  const { reference, lines } = await jobToDeliver(office, [{}], { description: 'Oak dining table' })
  const { admin } = server.people
  const note = await issueNote(admin, office.boardid, [{ materialid: lines[0]!, quantity: 1 }])
  const path = `/render/deliverynote/${note.id}?copy=true`
  const read = async () => plain((await readPdf((await pdf(server, admin, path)).bytes)).text)
  const before = await read()
  expect(before).toContain(`${reference} Oak dining table`)
  expect(before).toContain('Received in good order')
  await expectOk(
    admin.patch(`/api/delivery/${note.id}`, { status: 'delivered', proof: { name: 'Jan Smit' } }),
  )
  expect(await read()).not.toContain('Received in good order')
})

test('the original of a note that was signed before it was drawn says who signed', async () => {
  const { lines } = await jobToDeliver(office, [{}])
  const { admin } = server.people
  const note = await issueNote(admin, office.boardid, [{ materialid: lines[0]!, quantity: 1 }])
  const proof = { name: 'Jan Smit', signature: SIGNATURE }
  await expectOk(admin.patch(`/api/delivery/${note.id}`, { status: 'delivered', proof }))
  const read = async () =>
    plain((await readPdf((await pdf(server, admin, `/render/deliverynote/${note.id}`)).bytes)).text)
  const original = await read()
  expect(original).toContain('Signed by Jan Smit')
  expect(original).toContain('For our office to scan')
  expect(original).not.toContain('Received in good order')
  expect(original).not.toContain('COPY')
  const copy = await read()
  expect([copy.includes('COPY'), copy.includes('Signed by Jan Smit')]).toEqual([true, true])
})
