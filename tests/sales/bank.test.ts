import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const upload = (text: string, account: string, columns: Record<string, string> = {}) => {
  const body = new FormData()
  body.append('file', new File([text], 'statement'))
  for (const [name, value] of Object.entries({ account, ...columns })) body.append(name, value)
  return admin().call('POST', '/api/billing/bank', body)
}

const refusal = async (text: string, columns?: Record<string, string>): Promise<string> => {
  const { status, body } = await upload(text, 'Refused', columns)
  expect(status).toBe(400)
  return body.fields.file
}

type Line = {
  id: string
  date: string
  amount: number
  description: string
  matches: { number: string; reasons: string[] }[]
}
const lines = async (state = 'open'): Promise<Line[]> =>
  expectOk(admin().get(`/api/billing/bank?state=${state}&take=500`))

const sgml = (rows: string, currency = 'ZAR') => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${rows}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const row = (fitid: string, date: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${fitid}<NAME>${name}</STMTTRN>`

describe('OFX', () => {
  test('of version 1 and 2 is read, each line once, and what went out is left aside', async () => {
    const file = sgml(
      row('A1', '20261103120000[+2:SAST]', '115.00', 'ACME &amp; SONS') +
        row('A2', '20261104', '-20.00', 'BANK FEE') +
        row('A1', '20261105', '115.00', 'ID USED AGAIN'),
    )
    expect(await expectOk(upload(file, 'OFX'))).toMatchObject({ added: 2, known: 0, out: 1 })
    expect(await expectOk(upload(file, 'OFX'))).toMatchObject({ added: 0, known: 2 })
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CURDEF>ZAR</CURDEF>
      <STMTTRN><DTPOSTED>20261106</DTPOSTED><TRNAMT>12,50</TRNAMT><FITID>B1</FITID><NAME>Maré</NAME><MEMO>Werk</MEMO></STMTTRN></OFX>`
    expect(await expectOk(upload(xml, 'OFX'))).toMatchObject({ added: 1 })
    const found = await lines()
    expect(found.map(({ date, amount, description }) => [date, amount, description])).toEqual([
      ['2026-11-06', 12.5, 'Maré Werk'],
      ['2026-11-05', 115, 'ID USED AGAIN'],
      ['2026-11-03', 115, 'ACME & SONS'],
    ])
  })

  test('in another currency, with entities of its own, or too large is refused in words', async () => {
    expect(await refusal(sgml(row('C', '20261103', '1.00', 'x'), 'USD'))).toContain(
      'This statement is in USD',
    )
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><OFX><NAME>&b;</NAME></OFX>`
    expect(await refusal(bomb)).toContain('declares entities of its own')
    expect(await refusal(`<OFX>${'x'.repeat(2 * 1024 * 1024)}`)).toContain('at most 2 MB')
    expect(await refusal(sgml(row('D', '20261303', '1.00', 'x')))).toContain('has no day')
    expect(await refusal(sgml(''))).toContain('No line of a statement')
  })
})

describe('CSV', () => {
  test('is read as banks write it: columns by name, days first, debits and credits, lines over the head', async () => {
    const absa =
      'Account,62000012345\nDate,Description,Debit,Credit,Balance\n03/11/2026,Acme,,"1,250.00",9\n04/11/2026,Fee,5.00,,4\n'
    expect(await expectOk(upload(absa, 'ABSA'))).toMatchObject({ added: 1, out: 1 })
    const fnb =
      'Date,Description,Amount,Balance\n05 Nov 2026,Deposit,R 10.00,1\n05 Nov 2026,Deposit,R 10.00,2\n'
    expect(await expectOk(upload(fnb, 'FNB'))).toMatchObject({ added: 2 })
    expect(await expectOk(upload(fnb, 'FNB'))).toMatchObject({ added: 0, known: 2 })
  })

  test('without names is read by number, which is remembered for the account', async () => {
    const standard = (day: string) => `HIST,${day},##,75.25,PAYMENT,ACME,100,0\n`
    expect(await refusal(standard('20261107'))).toContain('2 20261107')
    const columns = { date: '2', description: '5', reference: '6', amount: '4' }
    expect(await expectOk(upload(standard('20261107'), 'Standard', columns))).toMatchObject({ added: 1 })
    expect(await expectOk(upload(standard('20261108'), 'Standard'))).toMatchObject({ added: 1 })
  })
})

describe('a line', () => {
  test('proposes invoices, is booked by a person, and is open again once its payment is reversed', async () => {
    const invoice = await issueInvoice(office, 300)
    const other = await issueInvoice(office, 400)
    const written = invoice.number.toLowerCase().replace(/(\d)/, ' $1')
    const text = `Acme paid ${written} thanks`
    await expectOk(upload(sgml(row('M1', '20261120', String(invoice.due), text)), 'Matched'))
    await expectOk(upload(sgml(row('M2', '20261121', String(other.due), 'CASH DEPOSIT')), 'Matched'))
    const find = async (words: string, state?: string) =>
      (await lines(state)).find(({ description }) => description.includes(words))
    const line = await find('thanks')
    expect(line?.matches[0]).toMatchObject({
      number: invoice.number,
      reasons: ['number', 'amount', 'client'],
    })
    expect((await find('CASH'))?.matches[0]).toMatchObject({ number: other.number, reasons: ['amount'] })
    expect(await expectOk(admin().get(`/api/invoices/${invoice.id}`))).toMatchObject({ paid: 0 })

    const url = `/api/billing/bank/${line?.id}`
    expect((await admin().post(`${url}/book`, { number: 'NONE-1' })).body.fields.number).toContain(
      'No unpaid invoice',
    )
    const { paymentid } = await expectOk(admin().post(`${url}/book`, { number: invoice.number }))
    expect(await expectOk(admin().get(`/api/invoices/${invoice.id}`))).toMatchObject({ due: 0 })
    expect((await admin().post(`${url}/book`, { number: other.number })).status).toBe(409)
    expect(await find('thanks', 'booked')).toMatchObject({ id: line?.id })
    await expectOk(admin().post(`/api/payments/${paymentid}/reverse`, { reason: 'Wrong invoice' }))
    expect(await find('thanks')).toMatchObject({ id: line?.id })
    expect(await expectOk(admin().get(`/api/invoices/${invoice.id}`))).toMatchObject({ paid: 0 })
  })

  test('of a client without a number pays their oldest invoices, and the rest is credit', async () => {
    const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Oldest First' }))
    const [first, second] = [
      await issueInvoice(office, 100, undefined, { client }),
      await issueInvoice(office, 200, undefined, { client }),
    ]
    await expectOk(upload(sgml(row('O1', '20261123', '400.00', 'NAMELESS DEPOSIT')), 'Of a client'))
    const url = `/api/billing/bank/${(await lines()).find(({ description }) => description === 'NAMELESS DEPOSIT')?.id}`
    const refusals = [{}, { number: first.number, client }]
    for (const body of refusals) {
      const { status, body: answer } = await admin().post(`${url}/book`, body)
      expect([status, Object.keys(answer.fields)]).toEqual([400, ['number']])
    }
    expect(await expectOk(admin().post(`${url}/book`, { client }))).toMatchObject({
      client: 'Oldest First',
      credit: 55,
    })
    for (const { id } of [first, second])
      expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ due: 0 })
  })

  test('is put aside and brought back', async () => {
    await expectOk(upload(sgml(row('I1', '20261122', '9.00', 'INTEREST')), 'Aside'))
    const [line] = (await lines()).filter(({ description }) => description === 'INTEREST')
    await expectOk(admin().post(`/api/billing/bank/${line?.id}/ignore`))
    expect((await lines('ignored')).map(({ id }) => id)).toEqual([line?.id ?? ''])
    await expectOk(admin().post(`/api/billing/bank/${line?.id}/restore`))
    expect(await lines('ignored')).toEqual([])
  })
})
