import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

async function readPapers(values: { name: string; contactname: string }) {
  const client = (await expectOk(admin().post('/api/clients', { ...values, contactnumber: '082 555 0199' })))
    .id
  const place = { name: 'Boathouse', client, contactname: 'Sam Site', contactnumber: '083 555 0100' }
  const location = (await expectOk(admin().post('/api/locations', place))).id
  const job = await jobToDeliver(office, [{ consumed: 10 }], { client, location })
  const note = await issueNote(admin(), office.boardid, [{ materialid: job.lines[0] ?? '', quantity: 2 }])
  const complete = await completeJob(office, [{ linerate: 100 }], { client, location })
  const draft = await readDraft(office, complete)
  const papers = {
    estimate: `/render/estimate/${job.id}`,
    card: `/render/card/${job.id}`,
    note: `/render/deliverynote/${note.id}`,
    invoice: `/render/invoice/${draft.id}`,
  }
  const texts: Record<string, string> = {}
  for (const [paper, url] of Object.entries(papers))
    texts[paper] = (await readPdf((await pdf(server, admin(), url)).bytes)).text
  return texts
}

const count = (texts: Record<string, string>, words: string) =>
  Object.fromEntries(Object.entries(texts).map(([paper, text]) => [paper, text.split(words).length - 1]))

const once = { estimate: 1, card: 1, note: 1, invoice: 1 }

test('every paper names the contact of the client and of the place, each once', async () => {
  const texts = await readPapers({ name: 'Marina Works', contactname: 'Thandi Nel' })
  expect(count(texts, 'Thandi Nel')).toEqual(once)
  expect(count(texts, 'Sam Site')).toEqual(once)
})

test('a client who is the contact is named once', async () => {
  const texts = await readPapers({ name: 'Jane Botha', contactname: 'jane botha ' })
  expect(count(texts, 'jane botha')).toEqual({ estimate: 0, card: 0, note: 0, invoice: 0 })
  expect(count(texts, 'Jane Botha')).toEqual(once)
  expect(count(texts, '082 555 0199')).toEqual(once)
})
