import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seriesGaps } from '#db/queries/self-check.ts'
import { plain, readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice, pdf } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const pay = (id: string, body: object) => expectOk(admin().post(`/api/invoices/${id}/payments`, body))
const receipt = (id: string) => pdf(server, admin(), `/render/receipt/${id}`)

async function refusal(id: string) {
  const { status, bytes } = await receipt(id)
  expect(status).toBe(400)
  return plain(new TextDecoder().decode(bytes))
}

async function words(id: string) {
  const { status, bytes } = await receipt(id)
  expect(status).toBe(200)
  return (await readPdf(bytes)).text
}

describe('a receipt', () => {
  test('of a payment says who paid what, how, and which invoices it paid', async () => {
    const invoice = await issueInvoice(office)
    const { payments } = await pay(invoice.id, { amount: 150, reference: 'EFT 9', date: '2026-01-05' })
    const text = await words(payments[0].id)
    for (const word of [
      ...['Receipt', 'Drakensberg Joinery', 'VAT 4210256398', '220 Florida Road', 'EFT 9', 'Transfer'],
      ...[invoice.number, 'R 150,00 received on 5 January 2026', '115,00', 'Kept as credit', 'R 35,00'],
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('Tax invoice')
  })

  test('of an invoice or a job is there once it is paid, and says before how much is due', async () => {
    const { id, number, job } = await issueInvoice(office)
    await pay(id, { amount: 40 })
    for (const one of [id, job.id])
      expect(await refusal(one)).toMatch(/R 75,00 of .* is still due\. There is a receipt once it is paid\./)
    await pay(id, { amount: 75, method: 'card' })
    for (const text of [await words(id), await words(job.id)])
      for (const word of [number, 'R 115,00 received', '40,00', '75,00', 'Card', `For job ${job.reference}`])
        expect(text).toContain(word)
  })

  test('of cash shows what was left off apart', async () => {
    const { id } = await issueInvoice(office, 43.46)
    const { payments } = await pay(id, { amount: '49,90', method: 'cash' })
    const text = await words(payments[0].id)
    for (const word of ['Cash rounding, left off', 'R 0,08', 'R 49,90']) expect(text).toContain(word)
    expect(await words(id)).toContain('R 0,08')
  })

  test('is numbered without gaps and stored when it is first taken, and then a copy', async () => {
    const { id } = await issueInvoice(office)
    const { payments } = await pay(id, { amount: 115, reference: 'EFT 10' })
    const paymentid = payments[0].id
    const preview = await pdf(server, admin(), `/render/receipt/${paymentid}?format=png&width=400`)
    expect(preview.status).toBe(200)
    const first = await receipt(paymentid)
    const { text } = await readPdf(first.bytes)
    const number = /DJRCT-\d{4}/.exec(text)?.[0] ?? ''
    expect([number.length, text.includes('COPY'), text.includes('Not given out')]).toEqual([10, false, false])
    const again = await words(paymentid)
    for (const word of [number, 'COPY', 'EFT 10']) expect(again).toContain(word)
    const etag = first.headers.get('etag') ?? ''
    const known = await fetch(`${server.url}/render/receipt/${paymentid}`, {
      headers: { authorization: `Bearer ${admin().token}`, 'if-none-match': etag },
    })
    expect(known.status).toBe(304)
    const other = /DJRCT-(\d{4})/.exec(await words(id))?.[1]
    expect(Number(other)).toBe(Number(number.slice(-4)) + 1)
    expect(server.services.tenants.read(server.accountid, seriesGaps)).toEqual([])
  })

  test('taken in several windows at once is one, and of an invoice that is paid anew another', async () => {
    const { id } = await issueInvoice(office)
    const { payments } = await pay(id, { amount: 115 })
    const taken = await Promise.all([receipt(id), receipt(id), receipt(id)])
    const given = taken.filter(({ status }) => status === 200)
    const texts = await Promise.all(given.map(async ({ bytes }) => (await readPdf(bytes)).text))
    expect(texts.filter((text) => !text.includes('COPY'))).toHaveLength(1)
    expect(new Set(texts.map((text) => /DJRCT-\d{4}/.exec(text)?.[0])).size).toBe(1)
    expect(taken.every(({ status }) => status === 200 || status === 409)).toBe(true)
    await expectOk(admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'It bounced' }))
    expect(await refusal(id)).toContain('is still due')
    await pay(id, { amount: 115, method: 'card' })
    const anew = await words(id)
    expect(anew).not.toContain('COPY')
    expect(anew).toContain('Card')
  })

  test('is none of what was reversed, and none for who may not see invoices', async () => {
    const { id } = await issueInvoice(office)
    const { payments } = await pay(id, { amount: 115 })
    const paymentid = payments[0].id
    expect((await pdf(server, server.people.jobs, `/render/receipt/${paymentid}`)).status).toBe(403)
    expect((await pdf(server, server.other, `/render/receipt/${paymentid}`)).status).toBe(404)
    await expectOk(admin().post(`/api/payments/${paymentid}/reverse`, { reason: 'It bounced' }))
    expect(await refusal(paymentid)).toMatch(/This payment was reversed on .* \(It bounced\)/)
    expect(await refusal(id)).toContain('is still due')
  })
})
