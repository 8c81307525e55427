import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { clients, invoice_payments, invoices, organisations } from '#db/schema/tenant/index.ts'
import { daysAfter } from '#server/dates.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  pdf,
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

const jobOf = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))

describe('a draft', () => {
  test('charges the billable lines as consumed, VAT by line, and has no number', async () => {
    const jobid = await completeJob(office, [
      { linerate: 25.06, estimated: 7 },
      { linerate: 25.61 },
      { linerate: 25.63 },
      { linerate: 99, nonbillable: true },
      { linerate: 50, estimated: 4, consumed: 0 },
    ])
    const draft = await readDraft(office, jobid)
    expect(draft).toMatchObject({ state: 'draft', number: null, net: 76.3, vat: 11.44, total: 87.74, due: 0 })
    expect(draft.document.lines).toHaveLength(3)
    expect(draft.document.lines[0]).toMatchObject({ quantity: 1, rate: 25.06, vatrate: 15, vat: 3.76 })
    const { body } = await admin().get(`/api/invoices?jobid=${jobid}`)
    expect(body).toMatchObject({ total: 1, data: [{ id: draft.id, total: 87.74 }] })
  })

  test('follows its job, takes another organisation, and can be thrown away', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }], { customerreference: 'PO 88' })
    const draft = await readDraft(office, jobid)
    expect(draft.reference).toBe('PO 88')
    await expectOk(
      admin().post('/api/materials', {
        jobid,
        role: 2,
        description: 'More',
        linerate: 1,
        estimated: 1,
        consumed: 1,
      }),
    )
    expect(await expectOk(admin().get(`/api/invoices/${draft.id}`))).toMatchObject({ net: 101 })
    const body = { organisation: office.plain, reference: 'PO 99', version: 1 }
    const changed = await expectOk(admin().patch(`/api/invoices/${draft.id}`, body))
    expect(changed).toMatchObject({ net: 101, vat: 0, reference: 'PO 99', version: 2 })
    const history = await expectOk(admin().get(`/api/invoices/${draft.id}/history`))
    expect(history).toContainEqual(
      expect.objectContaining({ oldvalue: 'Drakensberg Joinery', newvalue: 'Weekend Woodwork' }),
    )
    // In rand, as everywhere: what is stored is in cents.
    expect(await admin().patch(`/api/invoices/${draft.id}`, body)).toMatchObject({
      status: 409,
      body: { data: { net: 101, version: 2 } },
    })
    expect((await admin().delete(`/api/invoices/${draft.id}`)).status).toBe(200)
    expect((await admin().get(`/api/invoices/${draft.id}`)).status).toBe(404)
    await readDraft(office, jobid)
  })

  test('is reviewed by somebody else before it is issued, where its organisation says so', async () => {
    const { admin: author, management } = server.people
    const organisation = (
      await expectOk(author.post('/api/organisations', { name: 'Careful', reviewinvoices: true }))
    ).id
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const { id, reviewwanted } = await readDraft(office, jobid, organisation)
    expect(reviewwanted).toBe(true)
    const issue = () => author.post(`/api/invoices/${id}/issue`)
    const review = () => management.post(`/api/invoices/${id}/review`)
    expect(await issue()).toMatchObject({ status: 400, body: { code: 'review' } })
    expect((await author.post(`/api/invoices/${id}/review`)).status).toBe(403)
    expect((await server.people.agent.post(`/api/invoices/${id}/review`)).status).toBe(403)
    const dialog = (who: typeof author) => htmxRequest(server, who, 'GET', `/invoices/${id}`)
    expect((await dialog(author)).html).not.toContain('Mark as reviewed')
    expect((await dialog(management)).html).toContain('Mark as reviewed')
    expect(await expectOk(review())).toMatchObject({ reviewwanted: false })
    const line = { jobid, role: 2, description: 'Late', linerate: 1, estimated: 1, consumed: 1 }
    await expectOk(author.post('/api/materials', line))
    expect((await issue()).status).toBe(400)
    await expectOk(review())
    await expectOk(
      author.patch(`/api/organisations/${organisation}`, {
        addressline1: '1 Long Street',
        city: 'Durban',
        postalcode: '4001',
      }),
    )
    expect(await expectOk(issue())).toMatchObject({ state: 'issued', reviewwanted: false })
  })

  test('that has payments is not deleted, and says so', async () => {
    const draft = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    // As an import or an older release may have left it.
    await server.services.tenants.write(server.accountid, by, ({ db, now }) =>
      db
        .insert(invoice_payments)
        .values({
          id: crypto.randomUUID(),
          invoiceid: draft.id,
          date: '2026-11-02',
          amountcents: 100,
          reference: '',
          createdutc: now,
        } as never)
        .run(),
    )
    for (const path of [`/api/invoices/${draft.id}`, `/invoices/${draft.id}`]) {
      const { status, text } = await admin().delete(path)
      expect(status).toBe(400)
      expect(text).toContain('This draft has payments, so it cannot be deleted.')
    }
    expect((await expectOk(admin().get(`/api/invoices/${draft.id}`))).state).toBe('draft')
  })

  test('is refused for a job that is elsewhere, has one already, or on which nothing was used', async () => {
    const unused = await completeJob(office, [{ linerate: 100, consumed: 0 }])
    const nothing = await admin().post('/api/invoices', { jobid: unused })
    expect(nothing).toMatchObject({ status: 400, body: { code: 'nothingconsumed' } })
    const early = await completeJob(office, [{ linerate: 100 }], { status: 2 })
    const refused = await admin().post('/api/invoices', { jobid: early })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('is in Review')
    const jobid = await completeJob(office, [{ linerate: 100 }])
    await readDraft(office, jobid)
    expect(await admin().post('/api/invoices', { jobid })).toMatchObject({
      status: 409,
      body: { code: 'open' },
    })
  })
})

describe('issuing', () => {
  test('gives the next number of the organisation and takes the job to Invoiced', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const draft = await readDraft(office, jobid, office.plain)
    const invoice = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
    expect(invoice).toMatchObject({ state: 'issued', number: 'INV-0001', total: 100, vat: 0, due: 100 })
    expect(await jobOf(jobid)).toMatchObject({ status: 5, paid: false })
    const again = await admin().post(`/api/invoices/${draft.id}/issue`)
    expect(again).toMatchObject({ status: 400, body: { code: 'issued' } })
    expect((await admin().patch(`/api/invoices/${draft.id}`, { reference: 'x' })).status).toBe(400)
    expect((await admin().delete(`/api/invoices/${draft.id}`)).status).toBe(400)
    const history = await expectOk(admin().get(`/api/jobs/${jobid}/history`))
    expect(history).toContainEqual(expect.objectContaining({ field: 'invoice', newvalue: 'INV-0001' }))
  })

  test('a repeated request gets the first answer again', async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await admin().call('POST', `/api/invoices/${id}/issue`, {}, key)
    const second = await admin().call('POST', `/api/invoices/${id}/issue`, {}, key)
    expect(first.status).toBe(200)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  describe('from its dialog', () => {
    const issue = (id: string, fields: Record<string, string>, key: string) =>
      admin().call('POST', `/invoices/${id}/issue`, new URLSearchParams(fields), {
        ...{ 'hx-request': 'true', 'idempotency-key': key },
      })
    const message = ({ headers }: Awaited<ReturnType<typeof issue>>) =>
      JSON.parse(headers.get('hx-trigger') ?? '{}').snackbar?.message

    test('saves what stands there along with the number, and is told the same when it is sent again', async () => {
      const draft = await readDraft(office, await completeJob(office, [{ linerate: 100 }]), office.plain)
      const fields = { reference: 'PO 77', organisation: office.vendor, version: String(draft.version) }
      const first = await issue(draft.id, fields, 'issue-1')
      const invoice = await expectOk(admin().get(`/api/invoices/${draft.id}`))
      expect(invoice).toMatchObject({ state: 'issued', reference: 'PO 77', vat: 15 })
      expect([first.status, message(first)]).toEqual([200, `Invoice ${invoice.number} issued`])
      const second = await issue(draft.id, fields, 'issue-1')
      expect([second.status, message(second)]).toEqual([200, message(first)])
    })

    test('who saw another version is told so, also once it is issued', async () => {
      const draft = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
      const { id, version } = draft
      await expectOk(admin().post(`/api/invoices/${id}/issue`))
      const late = [
        await admin().patch(`/api/invoices/${id}`, { reference: 'PO 1', version }),
        await admin().post(`/api/invoices/${id}/part`, { percent: 50, version }),
      ]
      for (const { status, body } of late)
        expect([status, body.code, body.data]).toEqual([
          ...[409, 'conflict'],
          expect.objectContaining({ id, state: 'issued', total: 115 }),
        ])
      expect((await issue(id, { reference: 'PO 1', version: String(version) }, 'issue-4')).status).toBe(409)
      const seen = { reference: 'PO 1', version: late[0]?.body.data.version }
      expect(await admin().patch(`/api/invoices/${id}`, seen)).toMatchObject({
        status: 400,
        body: { code: 'issued' },
      })
    })

    test('what is refused saves nothing of the draft', async () => {
      const jobid = await completeJob(office, [{ linerate: 100 }])
      const draft = await readDraft(office, jobid, office.plain)
      const stale = await issue(
        draft.id,
        { reference: 'PO 78', version: String(draft.version + 1) },
        'issue-2',
      )
      expect(stale.status).toBe(409)
      await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 3 }))
      const early = await issue(draft.id, { reference: 'PO 78', version: String(draft.version) }, 'issue-3')
      expect(early.status).toBe(422)
      expect(await expectOk(admin().get(`/api/invoices/${draft.id}`))).toMatchObject({
        ...{ state: 'draft', reference: draft.reference, version: draft.version },
      })
    })
  })

  test('of a tax invoice above R 5 000 names every particular that is missing', async () => {
    const lines = [{ linerate: 5000 }]
    const nobody = await readDraft(office, await completeJob(office, lines, { client: null }))
    const bare = await readDraft(office, await completeJob(office, lines, { client: office.clients[1] }))
    const cash = await admin().post(`/api/invoices/${nobody.id}/issue`)
    expect(cash).toMatchObject({
      status: 400,
      body: { fields: { client: 'A client on the job is missing.' } },
    })
    const noaddress = await admin().post(`/api/invoices/${bare.id}/issue`)
    expect(noaddress.body.message).toBe(
      'The invoice cannot be issued yet. A tax invoice above R\u00a05\u00a0000 must show the address of Bolt & Co.',
    )
    const shown = async (id: string) => (await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)).html
    expect(await shown(nobody.id)).toMatch(
      /banner error[\s\S]*Cannot be issued yet[\s\S]*a client on the job/,
    )
    const html = await shown(bare.id)
    expect(html).toMatch(/Cannot be issued yet[\s\S]*tab=address"[^>]*>the address of Bolt/)
    const { html: address } = await htmxRequest(
      server,
      admin(),
      'GET',
      `/clients/${office.clients[1]}?tab=address`,
    )
    expect(address).toMatch(/id="tab-address"[^>]*aria-selected="true"/)
    expect(noaddress.body.fields).toEqual({ 'client.addressline1': 'The address of Bolt & Co is missing.' })
    const client = `/api/clients/${office.clients[1]}`
    await expectOk(admin().patch(client, { vatnumber: '422 011' }))
    const short = await admin().post(`/api/invoices/${bare.id}/issue`)
    expect(short.body.fields['client.vatnumber']).toBe(
      'The VAT number of Bolt & Co must have 10 digits and begin with a 4.',
    )
    await expectOk(admin().patch(client, { vatnumber: '4220 112 334' }))
    await setOrganisation(office.vendor, { addressline1: '', city: '', postalcode: '' })
    const supplier = await admin().post(`/api/invoices/${bare.id}/issue`)
    expect(Object.keys(supplier.body.fields)).toEqual(['organisation.addressline1', 'client.addressline1'])
    await setOrganisation(office.vendor, { addressline1: '14 Blacksmith Road', city: 'Durban' })
    await expectOk(admin().patch(`/api/invoices/${bare.id}`, { organisation: office.plain }))
    const plain = await expectOk(admin().post(`/api/invoices/${bare.id}/issue`))
    expect(plain).toMatchObject({ state: 'issued', vat: 0 })
  })

  test('up to R 5 000 with VAT needs no recipient', async () => {
    const jobid = await completeJob(office, [{ linerate: 4347.82 }], { client: null })
    const { id } = await readDraft(office, jobid)
    const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    expect(invoice).toMatchObject({ total: 4999.99, client: null })
  })

  test('is refused when the job has left Complete', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const { id } = await readDraft(office, jobid)
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 2 }))
    const moved = await admin().post(`/api/invoices/${id}/issue`)
    expect(moved).toMatchObject({ status: 400, body: { code: 'status' } })
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'draft', number: null })
  })
})

describe('what was issued', () => {
  test('stays as it was, whatever becomes of the client and the organisation', async () => {
    const before = await issueInvoice(office)
    await server.services.tenants.write(server.accountid, by, (tx) => {
      tx.db.update(clients).set({ name: 'Renamed Client' }).where(eq(clients.id, office.clients[0])).run()
      tx.invalidateCaches()
    })
    await setOrganisation(office.vendor, { name: 'Renamed Supplier', accountnumber: '1', prefix: 'XX' })
    expect(await expectOk(admin().get(`/api/invoices/${before.id}`))).toEqual(before)
    const { body } = await admin().get(`/api/invoices?search=${before.number}`)
    expect(body.data[0]).toMatchObject({
      client: { name: 'Acme' },
      organisation: { name: 'Drakensberg Joinery' },
    })
    const copy = await readPdf((await pdf(server, admin(), `/render/invoice/${before.id}?copy=true`)).bytes)
    for (const word of ['COPY', 'Acme', 'Drakensberg Joinery', '62000012345', before.number])
      expect(copy.text).toContain(word)
    expect(copy.text).not.toContain('Renamed')
    await server.services.tenants.write(server.accountid, by, (tx) => {
      tx.db.update(clients).set({ name: 'Acme' }).where(eq(clients.id, office.clients[0])).run()
    })
    await setOrganisation(office.vendor, {
      name: 'Drakensberg Joinery',
      accountnumber: '62000012345',
      prefix: 'DJ',
    })
  })

  test('goes out as the original once, and as COPY ever after', async () => {
    const { id, number } = await issueInvoice(office)
    const path = `/render/invoice/${id}`
    const first = await pdf(server, admin(), path)
    expect(first.headers.get('content-disposition')).toContain(`inline; filename="Invoice ${number}.pdf"`)
    const original = await readPdf(first.bytes)
    for (const word of ['Tax invoice', number, '4210256398', '4870112233', 'R 115,00', 'Pay within 30 days.'])
      expect(original.text).toContain(word)
    expect(original.text).not.toContain('COPY')
    const again = await fetch(server.url + path, {
      headers: {
        authorization: `Bearer ${admin().token}`,
        'if-none-match': first.headers.get('etag') as string,
      },
    })
    expect(again.status).toBe(304)
    const second = await pdf(server, admin(), path)
    expect((await readPdf(second.bytes)).text).toContain('COPY')
    expect(second.headers.get('content-disposition')).toContain(`Invoice ${number} copy.pdf`)
    const { originalutc } = await expectOk(admin().get(`/api/invoices/${id}`))
    expect(Date.parse(originalutc)).toBeCloseTo(Date.now(), -5)
  })

  test('a preview, or somebody who only reads, does not use the original up', async () => {
    const { id } = await issueInvoice(office)
    const preview = await pdf(server, admin(), `/render/invoice/${id}?format=png&width=200`)
    expect(preview.headers.get('content-type')).toBe('image/png')
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ originalutc: null })
  })

  test('of somebody who is no vendor is a plain invoice without VAT', async () => {
    const { id } = await issueInvoice(office, 9000, office.plain)
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${id}`)).bytes)
    expect(text).toStartWith('Invoice\n')
    expect(text).toContain('R 9 000,00')
    expect(text).not.toContain('Tax invoice')
    expect(text).not.toContain('Without VAT')
  })
})

describe('a credit note', () => {
  test('cancels its invoice to zero, names it and the reason, and opens the job again', async () => {
    const jobid = await completeJob(office, [{ linerate: 25.06 }, { linerate: 25.61 }, { linerate: 25.63 }])
    const { id } = await readDraft(office, jobid)
    const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: '87,74' }))
    expect(await jobOf(jobid)).toMatchObject({ paid: true, status: 5 })
    const note = await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
    expect(note).toMatchObject({ kind: 'creditnote', net: -76.3, vat: -11.44, total: -87.74, due: 0 })
    expect(note.number).toMatch(/^DJCN-\d{4}$/)
    const sum = (of: string) =>
      [...invoice.document.lines, ...note.document.lines].reduce(
        (total, line) => total + Math.round(line[of] * 100),
        0,
      )
    expect([sum('net'), sum('vat'), sum('total'), sum('quantity')]).toEqual([0, 0, 0, 0])
    expect(note.credits).toEqual({ id, number: invoice.number })
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({
      state: 'credited',
      due: 0,
      creditnote: { id: note.id, number: note.number },
    })
    expect(await jobOf(jobid)).toMatchObject({ status: 4, paid: false })
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${note.id}`)).bytes)
    for (const word of [
      'Credit note',
      note.number,
      `${invoice.number} of`,
      'Goods or services were returned',
      'VAT 15 %',
    ])
      expect(text).toContain(word)
    await readDraft(office, jobid)
  })

  test('needs one of the five reasons of the VAT Act, and an issued invoice that stands', async () => {
    const { id } = await issueInvoice(office)
    const credit = (reason: string) => admin().post(`/api/invoices/${id}/credit`, { reason })
    const wrong = await credit('mood')
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields)).toEqual(['reason'])
    expect((await credit('')).body.fields).toEqual({ reason: 'This is required.' })
    const form = (invoice: { id: string }) => admin().get(`/invoices/${invoice.id}/credit`)
    expect(await form({ id })).toMatchObject({ status: 200, text: expect.stringContaining('name="reason"') })
    const note = await expectOk(credit('error'))
    expect(await credit('error')).toMatchObject({ status: 409, body: { code: 'credited' } })
    expect((await admin().post(`/api/invoices/${note.id}/credit`, { reason: 'error' })).status).toBe(400)
    const draft = await readDraft(office, await completeJob(office, [{ linerate: 1 }]))
    expect([await form({ id }), await form(note), await form(draft)].map(({ status }) => status)).toEqual([
      409, 400, 400,
    ])
    expect((await admin().post(`/api/invoices/${draft.id}/credit`, { reason: 'error' })).status).toBe(400)
  })
})

describe('the due date', () => {
  const set = (days: number | null) =>
    admin().patch(`/api/clients/${office.clients[0]}`, { paymentdays: days })
  const [date] = new Date(Date.now() + 2 * 3_600_000).toISOString().split('T') as [string]

  test('is as many days after the invoice as the client has, else the organisation', async () => {
    const first = await issueInvoice(office)
    expect(first).toMatchObject({ date, duedate: daysAfter(date, 30), overdue: 0 })
    const { bytes } = await pdf(server, admin(), `/render/invoice/${first.id}`)
    expect((await readPdf(bytes)).text).toContain('due by')
    await expectOk(set(7))
    expect(await issueInvoice(office)).toMatchObject({
      duedate: daysAfter(date, 7),
    })
    await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { paymentdays: null }))
    await expectOk(set(null))
    const bare = await issueInvoice(office)
    expect(bare).toMatchObject({ duedate: null, overdue: 0 })
    await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { paymentdays: 30 }))
    expect((await set(366)).body.fields).toHaveProperty('paymentdays')
  })

  test('that has passed without payment makes an invoice overdue, until it is paid', async () => {
    const invoice = await issueInvoice(office)
    await server.services.tenants.write(server.accountid, by, ({ db }) =>
      db
        .update(invoices)
        .set({ duedate: daysAfter(date, -12) })
        .where(eq(invoices.id, invoice.id))
        .run(),
    )
    const overdue = async () => (await admin().get('/api/invoices?state=overdue')).body
    expect(await overdue()).toMatchObject({
      total: 1,
      data: [{ id: invoice.id, overdue: 12, standing: 'unpaid' }],
    })
    const page = (await admin().get('/invoices?state=overdue')).text
    expect(page).toContain('Overdue 12 days')
    expect((await admin().get('/')).text).toContain('1 invoice, 12 days late')
    const ofClient = (await admin().get(`/clients/${invoice.client.id}/invoices`)).text
    expect(ofClient).toContain('Overdue 12 days')
    const unpaid = (await admin().get('/api/invoices?state=unpaid')).body.data.map(
      ({ id }: { id: string }) => id,
    )
    expect(unpaid).toContain(invoice.id)
    await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: invoice.total }))
    expect((await overdue()).total).toBe(0)
  })

  test.each([
    [30, 'in 30 days'],
    [1, 'tomorrow'],
    [0, 'today'],
  ])(
    'that is %i days away is said so on the list, the page and the client’s page: %s',
    async (days, words) => {
      const { id, total, client } = await issueInvoice(office)
      await server.services.tenants.write(server.accountid, by, ({ db }) =>
        db
          .update(invoices)
          .set({ duedate: daysAfter(date, days) })
          .where(eq(invoices.id, id))
          .run(),
      )
      const read = () => expectOk(admin().get(`/api/invoices/${id}`))
      expect(await read()).toMatchObject({ overdue: 0, duein: days })
      for (const path of ['/invoices', `/invoices/${id}`, `/clients/${client.id}/invoices`])
        expect((await admin().get(path)).text).toContain(`<small class="muted">${words}</small>`)
      await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: total }))
      expect(await read()).toMatchObject({ duein: null })
    },
  )
})

describe('payments', () => {
  test('are what the dialog opens on when they are asked for', async () => {
    const { id } = await issueInvoice(office)
    const dialog = async (query: string) =>
      (await admin().call('GET', `/invoices/${id}${query}`, undefined, { 'hx-request': 'true' })).text
    const selected = /aria-selected="true"[^>]*>([^<]+)/
    expect((await dialog('')).match(selected)?.[1]).toBe('Details')
    expect((await dialog('?tab=payments')).match(selected)?.[1]).toBe('Payments')
  })

  test('in parts, up to what is due', async () => {
    const { id, job } = await issueInvoice(office)
    const pay = (amount: unknown, more = {}) =>
      admin().post(`/api/invoices/${id}/payments`, { amount, ...more })
    for (const [amount, more] of [[0], [-5], ['x'], [1.005], [5, { date: '2999-01-01' }]] as [
      unknown,
      object?,
    ][]) {
      const refused = await pay(amount, more)
      expect(refused.status, String(amount)).toBe(400)
      expect(Object.keys(refused.body.fields)).toEqual([more ? 'date' : 'amount'])
    }
    expect(await expectOk(pay('100,50', { reference: 'EFT 1' }))).toMatchObject({ paid: 100.5, due: 14.5 })
    expect((await jobOf(job.id)).paid).toBe(false)
    const paid = await expectOk(pay(14.5))
    expect(paid).toMatchObject({
      paid: 115,
      due: 0,
      standing: 'paid',
      payments: [{ amount: 100.5 }, { amount: 14.5 }],
    })
    expect((await jobOf(job.id)).paid).toBe(true)
    expect((await pay(0.01)).body.message).toBe('This invoice is paid in full.')
  })
})

describe('who may', () => {
  test('stakeholders nothing, agents prepare, management issues', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }], { location: office.locations[0] })
    const { stakeholder, agent, management, jobs } = server.people
    await addStakeholder(server, office.locations[0], stakeholder.userid)
    for (const person of [stakeholder, jobs]) {
      expect((await person.get('/api/invoices')).status).toBe(403)
      expect((await person.get('/invoices')).status).toBe(403)
      expect((await person.post('/api/invoices', { jobid })).status).toBe(403)
    }
    const { id } = await expectOk(agent.post('/api/invoices', { jobid }))
    expect((await agent.post(`/api/invoices/${id}/issue`)).status).toBe(403)
    expect((await stakeholder.get(`/render/invoice/${id}`)).status).toBe(403)
    await expectOk(management.post(`/api/invoices/${id}/issue`))
    expect((await server.other.get(`/api/invoices/${id}`)).status).toBe(404)
    expect((await server.other.get(`/render/invoice/${id}`)).status).toBe(404)
  })
})

describe('the list', () => {
  test('narrows by state, dates, client and words, and sorts', async () => {
    const { id, number } = await issueInvoice(office, 321)
    const get = async (query: string) => (await admin().get(`/api/invoices?${query}`)).body
    for (const query of [
      `search=${number}`,
      `state=unpaid&search=${number}`,
      `state=issued&search=${number}`,
    ])
      expect(
        (await get(query)).data.map((row: { id: string }) => row.id),
        query,
      ).toEqual([id])
    for (const query of [
      `state=paid&search=${number}`,
      `search=${number}&end=2020-01-01`,
      `client=${office.clients[1]}&search=${number}`,
    ])
      expect((await get(query)).total, query).toBe(0)
    const totals = (await get('state=unpaid&sort=-total')).data.map((row: { total: number }) => row.total)
    expect(totals).toEqual(totals.toSorted((a: number, b: number) => b - a))
    expect((await admin().get('/api/invoices?state=lost')).status).toBe(400)
  })
})

const setOrganisation = (id: string, values: Partial<typeof organisations.$inferInsert>) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.update(organisations).set(values).where(eq(organisations.id, id)).run()
    tx.invalidateCaches()
  })
