import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from './invoices-support.ts'

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
  matches: { kind: string; number: string; reasons: string[] }[]
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
        row('A1', '20261105', '115.00', 'ID USED &constructor; AGAIN'),
    )
    expect(await expectOk(upload(file, 'OFX'))).toMatchObject({ added: 2, known: 0, out: 1 })
    expect(await expectOk(upload(file, 'OFX'))).toMatchObject({ added: 0, known: 2 })
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CURDEF>ZAR</CURDEF>
      <STMTTRN><DTPOSTED>20261106</DTPOSTED><TRNAMT>12,50</TRNAMT><FITID>B1</FITID><NAME>Maré</NAME><MEMO>Werk</MEMO></STMTTRN></OFX>`
    expect(await expectOk(upload(xml, 'OFX'))).toMatchObject({ added: 1 })
    const found = await lines()
    expect(found.map(({ date, amount, description }) => [date, amount, description])).toEqual([
      ['2026-11-06', 12.5, 'Maré Werk'],
      ['2026-11-05', 115, 'ID USED &constructor; AGAIN'],
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
    // More would hold up everybody while they are read.
    expect(await refusal(sgml(row('E', '20261103', '1.00', 'x').repeat(2_001)))).toMatch(
      /more than 2.000 lines/,
    )
    const csv = `Date,Description,Amount\n${'2026-11-03,Paid,1.00\n'.repeat(2_001)}`
    expect(await refusal(csv)).toMatch(/more than 2.000 rows/)
  })
})

const take = (text: string, account: string, columns?: Record<string, string>) =>
  expectOk(upload(text, account, columns))

describe('CSV', () => {
  const layouts: Record<string, string[]> = {
    FNB: [
      'Date,Description,Amount,Balance',
      '02 Nov 2026,FNB CASH DEPOSIT,R 10.00,110.00',
      '02 Nov 2026,BANK FEE,-5.00,105.00',
    ],
    ABSA: [
      'Account,62000012345',
      'Date,Description,Debit,Credit,Balance',
      '03/11/2026,ABSA DEPOSIT,,"1,250.00","1,350.00"',
      '04/11/2026,FEE,5.00,,"1,345.00"',
    ],
    Nedbank: [
      'Date,Description,Debit,Credit,Balance',
      '2026/11/04,FEE,5.00,,1345.00',
      '2026/11/03,NEDBANK DEPOSIT,,1250.00,1350.00',
    ],
    'Standard Bank': [
      'HIST,20261105,##,75.25,PAYMENT,STANDARD ACME,100,0',
      'HIST,20261106,##,-12.00,FEE,,100,0',
    ],
    'Capitec Business': [
      'Account,Date,Description,Reference,Amount,Fees,Balance',
      '1050,06/11/2026,CAPITEC IN,JOB 7,100.00,-1.50,198.50',
      '1050,07/11/2026,OUT,,-50.00,-2.00,146.50',
    ],
    Capitec: [
      'Posting Date,Transaction Date,Description,Money In,Money Out,Fee,Balance',
      '2026-11-06,2026-11-06,CAPITEC PERSON,100.00,,,200.00',
      '2026-11-07,2026-11-07,OUT,,-50.00,-2.00,148.00',
    ],
  }

  test.each(Object.entries(layouts))('of %s is read without being told its columns', async (bank, rows) => {
    const file = rows.join('\n')
    const balance = bank === 'Standard Bank' ? 'none' : 'proven'
    expect(await take(file, bank)).toMatchObject({ added: 1, known: 0, out: 1, balance, warnings: [] })
    expect(await take(file, bank)).toMatchObject({ added: 0, known: 1 })
  })

  test('keeps each of what is the same on a day', async () => {
    const rows = 'Date,Description,Amount\n30/08/2026,Same,1.50\n01/09/2026,Same,1.50\n01/09/2026,Same,1.50\n'
    expect(await take(rows, 'Same')).toMatchObject({ added: 3, balance: 'none' })
    expect(await take(rows, 'Same')).toMatchObject({ added: 0, known: 3 })
  })

  test('without names is read by number, which is remembered and shuts no other layout out', async () => {
    const unnamed = (day: string) => `x,${day},75.25,Payment of ${day}\n`
    expect(await refusal(unnamed('20261107'))).toContain('2 20261107')
    const columns = { date: '2', description: '4', amount: '3' }
    expect(await take(unnamed('20261107'), 'Several', columns)).toMatchObject({ added: 1 })
    expect(await take(unnamed('20261108'), 'Several')).toMatchObject({ added: 1 })
    const named = (day: string) => `Tag,Wat,Hoeveel\n${day},Named,5.00\n`
    const own = { date: 'Tag', description: 'Wat', amount: 'Hoeveel' }
    expect(await take(named('01/11/2026'), 'Several', own)).toMatchObject({ added: 1 })
    expect(await take(named('02/11/2026'), 'Several')).toMatchObject({ added: 1 })
    expect(await take(unnamed('20261109'), 'Several')).toMatchObject({ added: 1 })
    for (const bank of ['FNB', 'Standard Bank'])
      expect(await take(layouts[bank]?.join('\n') ?? '', 'Several')).toMatchObject({ added: 1 })
  })

  describe('with a balance', () => {
    const head = 'Date,Description,Amount,Balance\n'

    test('that does not add up is refused with the row, unless it is taken all the same', async () => {
      const file = `${head}02/11/2026,One,10.00,110.00\n03/11/2026,Three,30.00,160.00\n04/11/2026,Four,1.00,161.00\n`
      expect(await refusal(file)).toMatch(/^The balance of row 3 is R.160,00 where R.140,00 would follow/)
      expect(await take(file, 'Not whole', { unproven: 'true' })).toMatchObject({
        ...{ added: 3, balance: 'unproven' },
        warnings: [expect.stringContaining('a line is missing')],
      })
    })

    test('tells the sign where a bank writes what went out above zero', async () => {
      const file = `${head}02/11/2026,Rent,10.00,90.00\n03/11/2026,Turned in,-30.00,120.00\n`
      expect(await take(file, 'Turned')).toMatchObject({
        ...{ added: 1, out: 1, balance: 'proven' },
        warnings: [expect.stringContaining('amounts above zero went out')],
      })
      expect((await lines()).find(({ description }) => description === 'Turned in')?.amount).toBe(30)
      const swapped = 'Date,Description,In,Out,Balance\n02/11/2026,a,,10.00,110\n03/11/2026,b,30.00,,80\n'
      const columns = { date: 'Date', description: 'Description', moneyin: 'In', moneyout: 'Out' }
      expect(await refusal(swapped, columns)).toContain('the other way round')
    })

    test('may stand on some lines alone, and sums without a day are no lines', async () => {
      const file = `${head}02/11/2026,a1,10.00,\n02/11/2026,a2,5.00,115\n03/11/2026,a3,-1.00,\n03/11/2026,a4,2.00,116\nTotal,,16.00,\n`
      expect(await take(file, 'Some')).toMatchObject({ added: 3, out: 1, balance: 'proven', warnings: [] })
      expect(await take('Date,Description,Amount\n02/11/2026,b,1.00\nTotal,,1.00\n', 'Sums')).toMatchObject({
        warnings: ['Row 3 has an amount and no day that could be read, and was left out.'],
      })
    })
  })

  test('and OFX of a day to come are refused with the line', async () => {
    expect(await refusal('Date,Description,Amount\n02/11/2026,a,1.00\n02/11/2999,b,1.00\n')).toMatch(
      /^Line 3 is of .*2999, a day that has not come\. Nothing was taken in\.$/,
    )
    expect(await refusal(sgml(row('F', '29991101', '1.00', 'x')))).toContain('has not come')
    const { html, status } = await htmxRequest(server, admin(), 'GET', '/billing/bank/new')
    expect([status, html.includes('name="unproven"')]).toEqual([200, true])
  })
})

describe('a line', () => {
  test('is offered where payments are listed and files are taken in', async () => {
    for (const path of ['/invoices/payments', '/import'])
      expect((await htmxRequest(server, admin(), 'GET', path)).html).toContain('href="/billing/bank"')
    const { html } = await htmxRequest(server, admin(), 'GET', '/admin/manage')
    expect(html).toContain('Logo, VAT number, bank and address stand with')
  })

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

  test('proposes a deposit request, and pays it', async () => {
    const jobid = await completeJob(office, [{ linerate: 1000 }])
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
    const asked = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 321 }))
    await take(sgml(row('D1', '20261124', '321.00', `FOR ${asked.number}`)), 'Deposits')
    const [line] = (await lines()).filter(({ amount }) => amount === 321)
    expect(line?.matches[0]).toMatchObject({ kind: 'deposit', number: asked.number, due: 321 })
    await expectOk(admin().post(`/api/billing/bank/${line?.id}/book`, { number: asked.number }))
    expect(await expectOk(admin().get(`/api/invoices/${asked.id}`))).toMatchObject({
      deposit: { held: 321, open: 0 },
    })
  })

  test('finds the deposit that was paid by the name of its estimate, as its page said before there was a request', async () => {
    const jobid = await completeJob(office, [{ linerate: 1000 }])
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
    const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
    const asked = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 322 }))
    await take(sgml(row('D2', '20261124', '317.00', `EFT estimate ${reference}`)), 'Estimates')
    const [line] = (await lines()).filter(({ amount }) => amount === 317)
    expect(line?.matches[0]).toMatchObject({ kind: 'deposit', number: asked.number, reasons: ['number'] })
    const { html } = await htmxRequest(server, admin(), 'GET', '/billing/bank')
    expect(html).toContain('same number or estimate')
    const short = row('D3', '20261124', '316.00', `D BRUMMER EST ${reference.replace('-', '')}`)
    await take(sgml(short), 'Estimates')
    const [other] = (await lines()).filter(({ amount }) => amount === 316)
    expect(other?.matches[0]).toMatchObject({ number: asked.number, reasons: ['number'] })
  })

  test('is booked by a number as people write it', async () => {
    const jobid = await completeJob(office, [{ linerate: 1000 }])
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
    const asked = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 323 }))
    await take(sgml(row('D4', '20261124', '323.00', 'PAYMENT')), 'Short')
    const [line] = (await lines()).filter(({ amount }) => amount === 323)
    const typed = asked.number.toLowerCase().replace(/-0+/, ' ')
    await expectOk(admin().post(`/api/billing/bank/${line?.id}/book`, { number: typed }))
    expect(await expectOk(admin().get(`/api/invoices/${asked.id}`))).toMatchObject({ deposit: { open: 0 } })
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
