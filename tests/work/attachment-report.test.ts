import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { makePdf } from '#server/pdf/engine.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { logo, sampleEstimate } from '#tests/pdf/samples.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
let job: string
const admin = () => server.people.admin

async function upload(jobid: string, name: string, bytes: Uint8Array | string) {
  const form = new FormData()
  form.set('referenceid', jobid)
  form.set('filename', name.replace(/\..*/, ''))
  form.set('file', new File([bytes as BlobPart], name))
  await expectOk(admin().post('/api/documents/file', form))
}

const read = async (path: string) => {
  const { status, bytes } = await pdf(server, admin(), path)
  expect(status).toBe(200)
  return { bytes, ...(await readPdf(bytes)) }
}

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  job = await completeJob(office, [{ linerate: 1 }])
  const photo = await new Bun.Image(logo).resize(4000, 1080).jpeg({ quality: 95 }).bytes()
  for (let at = 1; at <= 5; at++) await upload(job, `Front ${at}.jpg`, photo)
  await upload(job, 'Drawing.png', logo)
  await upload(job, 'Quote.pdf', await makePdf({ document: 'estimate', data: sampleEstimate(60) }))
  await upload(job, 'Torn.pdf', '%PDF-1.7\nnothing that follows')
  await upload(job, 'List.txt', 'Hinges, screws')
})
afterAll(() => server.stop())

describe('the report of attachments', () => {
  test('lists every file, shows photos with captions four to a page, and ends with the PDFs', async () => {
    const { text, pages, bytes } = await read(`/render/attachment/${job}`)
    expect(text).toContain('Attachments')
    for (const word of ['Photo 6', 'At the end', 'Not printed: open it by itself'])
      expect(text).toContain(word)
    expect(text).toContain('Not appended: broken')
    const captions = pages.map(({ words }) => words.filter((word) => /^\d\. \w/.test(word.text)).length)
    expect(captions.reduce((sum, count) => sum + count)).toBe(6)
    expect(Math.max(...captions)).toBe(4)
    expect(pages.at(-1)?.text).toContain('Drakensberg Joinery (Pty) Ltd')
    expect(text).toContain('Kitchen carcass')
    // Five photos of 4 000 pixels, each made smaller.
    expect(bytes.length).toBeLessThan(1_000_000)
  })

  test('shows two photos to a page where that is asked for', async () => {
    const { pages } = await read(`/render/attachment/${job}?perpage=2`)
    const captions = pages.map(({ words }) => words.filter((word) => /^\d\. \w/.test(word.text)).length)
    expect(captions.reduce((sum, count) => sum + count)).toBe(6)
    expect(Math.max(...captions)).toBe(2)
    expect((await pdf(server, admin(), `/render/attachment/${job}?perpage=3`)).status).toBe(400)
  })

  test('is refused in words where there is no file, and to who may not see the job', async () => {
    const bare = await completeJob(office, [{ linerate: 1 }])
    const { status, bytes } = await pdf(server, admin(), `/render/attachment/${bare}`)
    expect(status).toBe(400)
    expect(new TextDecoder().decode(bytes)).toContain('so there is nothing to report')
    expect((await pdf(server, server.other, `/render/attachment/${job}`)).status).toBe(404)
  })
})
