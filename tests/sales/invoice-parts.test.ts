import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findWrongTotals, seriesGaps } from '#db/queries/self-check.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote } from '#tests/work/deliveries-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
  type TestLine,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => {
  const { wrong, gaps } = server.services.tenants.read(server.accountid, (db) => ({
    wrong: findWrongTotals(db),
    gaps: seriesGaps(db),
  }))
  expect([...wrong, ...gaps]).toEqual([])
  return server.stop()
})

type Line = { id: string; consumed: number; invoiced: number }

const jobOf = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))
const linesOf = async (id: string): Promise<Line[]> =>
  await expectOk(admin().get(`/api/materials/getMaterials/${id}`))
const prepare = (jobid: string, part = {}) => admin().post('/api/invoices', { jobid, ...part })
const issue = (id: string) => admin().post(`/api/invoices/${id}/issue`)
const issuePart = async (jobid: string, part = {}) =>
  expectOk(issue((await expectOk(prepare(jobid, part))).id))
const credit = (id: string, body: object) => admin().post(`/api/invoices/${id}/credit`, body)

async function jobWith(...lines: TestLine[]) {
  const jobid = await completeJob(office, lines)
  return { jobid, lines: await linesOf(jobid) }
}

test('a percentage of the price is printed as a share of each line, to the last part and its credit', async () => {
  const { jobid, lines } = await jobWith(
    { linerate: 1000, description: 'Kitchen', unit: 'each' },
    { linerate: 100, consumed: 4, description: 'Runner', unit: 'each' },
  )
  const part = await issuePart(jobid, { percent: 60 })
  const read = async (id: string) => {
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${id}`)).bytes)
    return text.replaceAll('\u00a0', ' ')
  }
  const said = (text: string) => text.match(/[\d,]+ % of \d+/g)
  const printed = await read(part.id)
  expect(said(printed)).toEqual(['60 % of 1', '60 % of 4'])
  expect(printed.match(/60 %/g)).toHaveLength(2)
  const long = await jobWith({ linerate: 100, consumed: 12.5, description: 'Pipe', unit: 'm' })
  const third = await read((await issuePart(long.jobid, { percent: 33.33 })).id)
  expect(third).toContain('of 12,5 m')
  expect(third.match(/33,33 %/g)).toHaveLength(1)
  const page = async (url: string) => (await admin().get(url)).text.replaceAll('\u00a0', ' ')
  expect(said(await page(`/invoices/${part.id}`))).toEqual(['60 % of 1', '60 % of 4'])
  const plain = async (url: string) => (await page(url)).replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ')
  const form = await plain(`/invoices/${part.id}/credit`)
  expect(said(form)).toBeNull()
  for (const left of ['0,6 of 1', '2,4 of 4']) expect(form).toContain(left)
  expect(await plain(`/invoices/part/${jobid}`)).toContain('1,6 of 4')
  await issueNote(admin(), office.boardid, [{ materialid: (lines[0] as Line).id, quantity: 1 }])
  expect(await page(`/deliveries/job/${jobid}`)).toContain('Delivered and not invoiced: 40 % of 1 Kitchen<')
  const rest = await issuePart(jobid)
  expect(said(await read(rest.id))).toEqual(['40 % of 1', '40 % of 4'])
  const some = { reason: 'error', lines: [{ line: 1, quantity: 1.6 }] }
  const note = await expectOk(credit(rest.id, some))
  // What a person typed is said as they typed it, also where it is all that is left.
  expect(said(await read(note.id))).toBeNull()
  expect(await plain(`/invoices/${note.id}`)).toContain('Runner 1,6 ')
  const all = await expectOk(credit(part.id, { reason: 'error' }))
  expect(said(await read(all.id))).toEqual(['60 % of 1', '60 % of 4'])
  // Whose quantity was chosen is charged so many, and so is what that leaves.
  const chosen = await jobWith({ linerate: 100, consumed: 4, unit: 'each' })
  const [{ id: materialid }] = chosen.lines as [Line]
  const half = await issuePart(chosen.jobid, { lines: [{ materialid, quantity: 1.5 }] })
  expect(said(await read(half.id))).toBeNull()
  expect(said(await read((await issuePart(chosen.jobid)).id))).toBeNull()
})

describe('a part of a job', () => {
  test('of chosen quantities leaves the rest, and the job is Invoiced once nothing is left', async () => {
    const { jobid, lines } = await jobWith({ linerate: 33.333, consumed: 3 }, { linerate: 50 })
    const [first, second] = lines as [Line, Line]
    const part = await issuePart(jobid, { lines: [{ materialid: first.id, quantity: 1 }] })
    expect(part).toMatchObject({ net: 33.33, vat: 5, total: 38.33 })
    expect(await jobOf(jobid)).toMatchObject({ status: 4, paid: false })
    expect((await linesOf(jobid)).map(({ invoiced }) => invoiced)).toEqual([1, 0])
    const next = await issuePart(jobid, {
      lines: [
        { materialid: first.id, quantity: '1,5' },
        { materialid: second.id, quantity: 1 },
      ],
    })
    expect(next.document.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1.5, 1])
    const rest = await issuePart(jobid)
    expect(rest.document.lines).toHaveLength(1)
    expect(rest.document.lines[0].quantity).toBe(0.5)
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
    const cents = (of: string) => [part, next, rest].reduce((sum, one) => sum + Math.round(one[of] * 100), 0)
    expect([cents('net'), cents('vat'), cents('total')]).toEqual([15_000, 2_250, 17_250])
    const again = await prepare(jobid)
    expect(again).toMatchObject({ status: 409, body: { code: 'open' } })
  })

  test('as a percentage of the price comes to the cent with the last one', async () => {
    const { jobid } = await jobWith({ linerate: 869.5652 }, { linerate: 12.5, consumed: 3 })
    const first = await issuePart(jobid, { percent: '33,33' })
    expect(first.part).toEqual({ percent: 33.33 })
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${first.id}`)).bytes)
    expect(text.replace(/\s+/g, ' ')).toContain('is for a later invoice')
    const second = await issuePart(jobid, { percent: 33.34 })
    const tooMuch = await prepare(jobid, { percent: 33.4 })
    expect(tooMuch.status).toBe(400)
    expect(tooMuch.body.fields.percent).toMatch(
      /^The percentage must be above zero and at most 33,33.%: R.347,68 of the price of R.1.043,14 is left to invoice\.$/,
    )
    const beyond = await prepare(jobid, { percent: 150 })
    expect([beyond.status, beyond.body.fields.percent]).toEqual([400, tooMuch.body.fields.percent])
    expect((await prepare(jobid, { percent: 0 })).body.fields.percent).toBe(tooMuch.body.fields.percent)
    const last = await issuePart(jobid, { percent: 33.33 })
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
    const sum = (of: string) =>
      [first, second, last].reduce((total, one) => total + Math.round(one[of] * 100), 0)
    expect([sum('net'), sum('vat')]).toEqual([90_707, 13_607])
  })

  test('as a percentage is refused by its field, which says what may be asked for', async () => {
    const { jobid, lines } = await jobWith({ linerate: 100, consumed: 10 })
    const [line] = lines as [Line]
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
    const refused = async (percent: number) => (await prepare(jobid, { percent })).body.fields.percent
    expect(await refused(100)).toMatch(
      / is not in .+ yet: until then a part of it is left for the last invoice, so the percentage must be below 100.%\.$/,
    )
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 4, confirmed: true }))
    await issuePart(jobid, { lines: [{ materialid: line.id, quantity: 4 }] })
    expect(await refused(60.1)).toMatch(/at most 60.%: R.690,00 of the price of R.1.150,00 is left/)
  })

  test('is refused by its field, in rand, where it is more than is left', async () => {
    const { jobid, lines } = await jobWith({ linerate: 10, consumed: 2, unit: 'h' })
    const [line] = lines as [Line]
    await issuePart(jobid, { lines: [{ materialid: line.id, quantity: 0.5 }] })
    const refused = async (part: object) => (await prepare(jobid, part)).body.fields
    expect(await refused({ lines: [{ materialid: line.id, quantity: 2 }] })).toEqual({
      'lines.0.quantity': expect.stringMatching(/^Only 1,5.h \(R.17,25\) of Work 1 is left to invoice\.$/),
    })
    for (const quantity of [0, -1])
      expect(await refused({ lines: [{ materialid: line.id, quantity }] })).toEqual({
        'lines.0.quantity': 'The quantity must be above zero.',
      })
    expect(await refused({ lines: [] })).toHaveProperty('lines')
    expect(await refused({ lines: [{ materialid: jobid, quantity: 1 }] })).toHaveProperty([
      'lines.0.materialid',
    ])
    expect(await refused({ percent: 0 })).toHaveProperty('percent')
    expect(await refused({ percent: 76 })).toHaveProperty('percent')
    expect(await refused({ percent: 1, lines: [{ materialid: line.id, quantity: 1 }] })).toHaveProperty(
      'percent',
    )
  })

  test('cannot be issued from two windows for more than there is', async () => {
    const { jobid, lines } = await jobWith({ linerate: 10, consumed: 2 })
    const [line] = lines as [Line]
    const draft = await expectOk(prepare(jobid, { lines: [{ materialid: line.id, quantity: 2 }] }))
    expect(await prepare(jobid, { percent: 10 })).toMatchObject({ status: 409, body: { code: 'open' } })
    // The line was cut meanwhile.
    await expectOk(admin().patch(`/api/materials/${line.id}`, { consumed: 1 }))
    const refused = await issue(draft.id)
    expect(refused.status).toBe(400)
    expect(refused.body.fields['lines.0.quantity']).toContain('is left to invoice')
    expect(await expectOk(admin().get(`/api/invoices/${draft.id}`))).toMatchObject({
      state: 'draft',
      net: 10,
    })
  })

  test('can be chosen in a draft, and taken back again', async () => {
    const { jobid } = await jobWith({ linerate: 100 })
    const { id, version } = await readDraft(office, jobid)
    const part = (body: object) => admin().post(`/api/invoices/${id}/part`, body)
    expect(await expectOk(part({ percent: 40, version }))).toMatchObject({ net: 40 })
    expect((await part({ percent: 50, version })).status).toBe(409)
    const listed = await expectOk(admin().get(`/api/invoices?jobid=${jobid}`))
    expect(listed).toMatchObject([{ net: 40, total: 46 }])
    expect(await expectOk(part({}))).toMatchObject({ net: 100, part: null })
    const entries: { field: string }[] = await expectOk(admin().get(`/api/invoices/${id}/history`))
    const [newest] = entries.filter(({ field }) => field === 'part')
    expect(newest).toMatchObject({ oldvalue: '40\u00a0% of the price', newvalue: 'All that is left' })
  })

  test('is invoiced while the job is worked on, as long as something is left for the end', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }], { status: 3, fixedprice: true })
    expect((await prepare(jobid)).body.code).toBe('status')
    expect((await prepare(jobid, { percent: 100 })).body.code).toBe('status')
    await issuePart(jobid, { percent: 30 })
    expect(await jobOf(jobid)).toMatchObject({ status: 3 })
    const [line] = (await linesOf(jobid)) as [Line]
    expect(await admin().delete(`/api/materials/${line.id}`)).toMatchObject({
      status: 400,
      body: { code: 'invoiced' },
    })
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 4 }))
    expect(await issuePart(jobid)).toMatchObject({ net: 70 })
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
  })

  test('that is paid makes the job paid only with all others', async () => {
    const { jobid } = await jobWith({ linerate: 100 })
    const first = await issuePart(jobid, { percent: 50 })
    const second = await issuePart(jobid)
    const pay = (id: string) => expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: 57.5 }))
    await pay(first.id)
    expect(await jobOf(jobid)).toMatchObject({ status: 5, paid: false })
    await pay(second.id)
    expect(await jobOf(jobid)).toMatchObject({ paid: true })
  })
})

describe('a credit note of lines', () => {
  test('takes back as much as was charged, in thirds to the cent', async () => {
    const { jobid } = await jobWith({ linerate: 11.1167, consumed: 3 }, { linerate: 5 })
    const invoice = await issuePart(jobid)
    expect(invoice.document.lines[0]).toMatchObject({ net: 33.35, vat: 5 })
    const notes = []
    for (let at = 0; at < 3; at++)
      notes.push(
        await expectOk(credit(invoice.id, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] })),
      )
    expect(notes.map(({ vat }) => vat)).toEqual([-1.67, -1.66, -1.67])
    expect(await expectOk(admin().get(`/api/invoices/${invoice.id}`))).toMatchObject({
      ...{ state: 'issued', standing: 'unpaid', credited: 38.35, due: 5.75, creditnote: null },
      creditnotes: notes.map(({ id, number, total }) => ({ id, number, total: -total })),
    })
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${notes[0].id}`)).bytes)
    for (const word of ['Credit note', 'Work 1', '12,78']) expect(text).toContain(word)
    expect(text).not.toContain('Work 2')
  })

  test('is never more than is left, and says in rand how much that is', async () => {
    const { jobid } = await jobWith({ linerate: 10, consumed: 4, unit: 'm' })
    const { id } = await issuePart(jobid)
    await expectOk(credit(id, { reason: 'returned', lines: [{ line: 0, quantity: 3 }] }))
    const refused = async (line: object) =>
      (await credit(id, { reason: 'returned', lines: [line] })).body.fields
    expect(await refused({ line: 0, quantity: 1.5 })).toEqual({
      'lines.0.quantity': expect.stringMatching(/^Only 1.m \(R.11,50\) of Work 1 can still be credited\.$/),
    })
    expect(await refused({ line: 1, quantity: 1 })).toHaveProperty(['lines.0.line'])
    expect(await refused({ line: 0, quantity: 0 })).toHaveProperty(['lines.0.quantity'])
  })

  test('from two windows at once credits once', async () => {
    const { jobid } = await jobWith({ linerate: 10, consumed: 2 })
    const { id } = await issuePart(jobid)
    const body = { reason: 'returned', lines: [{ line: 0, quantity: 1.5 }] }
    const answers = await Promise.all([credit(id, body), credit(id, body), credit(id, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ credited: 17.25, due: 5.75 })
  })

  test('leaves the job Invoiced, also as the last of several, so that no batch charges it again', async () => {
    const { jobid } = await jobWith({ linerate: 10, consumed: 2 })
    const { id } = await issuePart(jobid)
    for (let at = 0; at < 2; at++)
      await expectOk(credit(id, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] }))
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'credited', due: 0 })
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
    const unbilled: { id: string }[] = await expectOk(admin().get('/api/billing?take=500'))
    expect(unbilled.map(({ id }) => id)).not.toContain(jobid)
    expect((await prepare(jobid)).status).toBe(400)
  })

  test('that is to be invoiced again opens the job for just that, and what is left is credited whole', async () => {
    const { jobid } = await jobWith({ linerate: 10, consumed: 4 })
    const { id } = await issuePart(jobid)
    await expectOk(credit(id, { reason: 'error', again: true, lines: [{ line: 0, quantity: 1 }] }))
    expect(await jobOf(jobid)).toMatchObject({ status: 4 })
    expect(await issuePart(jobid)).toMatchObject({ net: 10 })
    expect(await jobOf(jobid)).toMatchObject({ status: 5 })
    expect(await expectOk(credit(id, { reason: 'cancelled' }))).toMatchObject({ net: -30 })
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'credited', due: 0 })
    expect(await jobOf(jobid)).toMatchObject({ status: 4 })
    expect(await expectOk(prepare(jobid))).toMatchObject({ net: 30 })
  })
})

describe('by their dialogs', () => {
  test('of a job of which nothing is used it is said that nothing can be invoiced, and what helps', async () => {
    const jobid = await completeJob(office, [{ linerate: 10, estimated: 4, consumed: 0 }], { status: 3 })
    const read = async () =>
      (await admin().call('GET', `/invoices/part/${jobid}`, undefined, { 'hx-request': 'true' })).text
    expect(await read()).toContain('There is nothing to invoice yet.')
    expect(await read()).not.toContain('name="percent"')
    const [line] = await linesOf(jobid)
    const { version } = (await expectOk(admin().get(`/api/jobs/${jobid}`))).materials[0]
    await expectOk(admin().patch(`/api/materials/${line!.id}`, { consumed: 2, version }))
    expect(await read()).toContain('name="percent"')
  })

  const send = (path: string, fields: Record<string, string>) =>
    admin().call('POST', path, new URLSearchParams(fields), { 'hx-request': 'true' })

  test('a part is chosen by lines, of which the empty ones are left out', async () => {
    const { jobid, lines } = await jobWith({ linerate: 10, consumed: 4 }, { linerate: 20 })
    const dialog = await admin().call('GET', `/invoices/part/${jobid}`, undefined, { 'hx-request': 'true' })
    expect(dialog.text).toContain('Chosen lines or quantities')
    const fields = {
      ...{ jobid, what: 'lines' },
      ...{ 'lines.0.materialid': lines[0]!.id, 'lines.0.quantity': '' },
      ...{ 'lines.1.materialid': lines[1]!.id, 'lines.1.quantity': '0,5' },
    }
    const refused = await send('/invoices', { ...fields, 'lines.1.quantity': '2' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('data-field="lines.1.quantity"')
    expect((await send('/invoices', fields)).text).toContain('Draft invoice')
    const [draft] = await expectOk(admin().get(`/api/invoices?jobid=${jobid}`))
    expect(draft).toMatchObject({ net: 10 })
    expect((await send(`/invoices/${draft.id}/part`, { what: 'percent', percent: '25' })).status).toBe(200)
    expect(await expectOk(admin().get(`/api/invoices/${draft.id}`))).toMatchObject({ net: 15 })
  })

  test('a credit note asks for a reason, and takes lines', async () => {
    const { jobid } = await jobWith({ linerate: 10, consumed: 4 }, { linerate: 20 })
    const { id } = await issuePart(jobid)
    const fields = {
      what: 'lines',
      'lines.0.line': '0',
      'lines.0.quantity': '1',
      'lines.1.line': '1',
      'lines.1.quantity': '',
    }
    const refused = await send(`/invoices/${id}/credit`, fields)
    expect(refused.text).toContain('data-field="reason"')
    expect((await send(`/invoices/${id}/credit`, { ...fields, reason: 'price' })).status).toBe(200)
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ credited: 11.5 })
  })
})
