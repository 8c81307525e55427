import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Claim } from '#server/access/claims.ts'
import { daysAfter } from '#server/dates.ts'
import { sampleDocument } from '#server/domains/settings/documenttexts/sample-document.ts'
import { readToday } from '#server/zone.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
let job: string
const url = '/api/configuration/documents'
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  job = await completeJob(office, [{ linerate: 100 }])
})
afterAll(() => server.stop())

const fetchAs = (who: Client, path: string) =>
  fetch(server.url + path, { headers: { cookie: who.cookie }, redirect: 'manual' })
const pdf = async (path: string) =>
  readPdf(new Uint8Array(await (await fetchAs(server.people.admin, path)).arrayBuffer()))

test('an estimate is called and says what the account wants, after the organisation’s own terms', async () => {
  const { admin } = server.people
  expect((await pdf(`/render/estimate/${job}`)).text).toContain('Estimate number')
  await expectOk(
    admin.patch(`${url}/estimate`, {
      title: 'Quotation',
      intro: 'Thank you for asking us.',
      terms: 'Half before we begin.',
      foot: 'www.drakensberg.example',
    }),
  )
  const { text, title } = await pdf(`/render/estimate/${job}`)
  expect(title).toMatch(/^Quotation /)
  for (const words of ['Quotation number', 'Thank you for asking us.', 'www.drakensberg.example'])
    expect(text).toContain(words)
  expect(text.indexOf('Valid for 14 days.')).toBeLessThan(text.indexOf('Half before we begin.'))
  expect(text).not.toContain('Estimate')
  // What is emptied is what it was at first.
  await expectOk(admin.patch(`${url}/estimate`, { title: '', intro: '' }))
  expect((await pdf(`/render/estimate/${job}`)).text).toContain('Estimate number')
})

test('a sample shows the last days that the terms of the organisation give', async () => {
  const { admin } = server.people
  const [organisation] = await expectOk(admin.get('/api/organisations'))
  const change = { estimatedays: 14, paymentdays: 7 }
  await expectOk(admin.patch(`/api/organisations/${organisation.id}`, change))
  const viewer = {
    boards: new Map(),
    locations: null,
    everything: true,
    claims: new Set<Claim>(),
    admin: true,
  }
  const words = { offered: true, title: '', intro: '', terms: '', foot: '' }
  const sample = (kind: 'estimate' | 'invoice') =>
    server.services.tenants.read(server.accountid, (db) => ({
      ...sampleDocument(db, viewer, { kind, words, organisationid: organisation.id }).data,
      today: readToday(db),
    }))
  const [estimate, invoice] = [sample('estimate'), sample('invoice')]
  expect(estimate).toMatchObject({ validuntil: daysAfter(estimate.today, 14) })
  expect(invoice).toMatchObject({ duedate: daysAfter(invoice.today, 7) })
})

test('pro forma, job card and job list carry theirs', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(`${url}/proforma`, { title: 'Pro forma tax', terms: 'Pay before we order.' }))
  expect((await pdf(`/render/proforma/${job}`)).text).toContain('Pay before we order.')
  await expectOk(
    admin.patch(`${url}/card`, { title: 'Works order', intro: 'Wear goggles.', terms: 'Clean up.' }),
  )
  const card = (await pdf(`/render/card/${job}`)).text
  for (const words of ['Works order', 'Wear goggles.', 'Clean up.']) expect(card).toContain(words)
  await expectOk(admin.patch(`${url}/joblist`, { foot: 'For the morning meeting' }))
  expect((await pdf('/render/joblist')).text).toContain('For the morning meeting')
})

test('a document that the account does without is neither printed nor offered', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(`${url}/proforma`, { offered: false }))
  await expectOk(admin.patch(`${url}/joblist`, { offered: false }))
  for (const path of [`/render/proforma/${job}`, '/render/joblist'])
    expect((await fetchAs(admin, path)).status, path).toBe(404)
  expect((await fetchAs(admin, `/render/estimate/${job}`)).status).toBe(200)
  const html = await (await fetchAs(admin, '/jobs/work-shop/progress')).text()
  const offered = [
    {
      name: 'estimate',
      label: 'Estimate',
      record: 'job',
      drawer: { name: 'Estimate', versions: ['detailed', 'summary'] },
    },
    {
      name: 'card',
      label: 'Job card',
      record: 'job',
      drawer: { name: 'Card', versions: ['default', 'custom'] },
    },
    { name: 'pickinglist', label: 'Picking list', record: 'job' },
    { name: 'invoice', label: 'Invoice', record: 'invoice' },
    { name: 'deposit', label: 'Deposit request', record: 'invoice' },
    { name: 'deliverynote', label: 'Delivery note', record: 'delivery' },
  ]
  expect(html).toContain(`"documents":${JSON.stringify(offered)}`)
  expect(html).not.toContain('/render/joblist')
  await expectOk(admin.patch(`${url}/joblist`, { offered: true }))
  expect((await fetchAs(admin, '/render/joblist')).status).toBe(200)
})

test('a tax invoice keeps its name and its particulars, and what was issued keeps its words', async () => {
  const { admin } = server.people
  expect(await expectRefused(admin.patch(`${url}/invoice`, { offered: false }))).toEqual(['offered'])
  expect(await expectRefused(admin.patch(`${url}/invoice`, { title: 'Bill' }))).toEqual(['title'])
  for (const title of ['Tax invoice', 'INVOICE'])
    expect(await expectRefused(admin.patch(`${url}/estimate`, { title })), title).toEqual(['title'])
  expect(await expectRefused(admin.patch(`${url}/joblist`, { intro: 'x' }))).toEqual(['intro'])
  await expectOk(
    admin.patch(`${url}/invoice`, { intro: 'With thanks.', terms: 'No returns.', foot: 'Est. 1998' }),
  )
  const draft = await expectOk(admin.post('/api/invoices', { jobid: job }))
  const issued = await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  const first = (await pdf(`/render/invoice/${issued.id}`)).text
  for (const words of ['Tax invoice', 'VAT 4210256398', 'With thanks.', 'No returns.', 'Est. 1998'])
    expect(first).toContain(words)
  await expectOk(admin.patch(`${url}/invoice`, { intro: 'Other words.', terms: '', foot: '' }))
  const copy = (await pdf(`/render/invoice/${issued.id}?copy=true`)).text
  expect([copy.includes('With thanks.'), copy.includes('Other words.')]).toEqual([true, false])
})

test('a stale save is told; history says the words; only who manages settings may', async () => {
  const { admin, management } = server.people
  const estimate = async () => (await expectOk(admin.get(url)))[0]
  const { version } = await estimate()
  await expectOk(admin.patch(`${url}/estimate`, { foot: 'new', version }))
  expect((await admin.patch(`${url}/estimate`, { foot: 'newer', version })).status).toBe(409)
  const [change] = await expectOk(admin.get('/api/configuration/changes'))
  expect(change).toMatchObject({ entity: 'settings', field: 'document.estimate' })
  expect(change.newvalue).toContain('new')
  expect((await management.get(url)).status).toBe(403)
  expect((await admin.patch(`${url}/toString`, { foot: 'x' })).status).toBe(404)
  expect((await htmxRequest(server, admin, 'GET', '/customise/documents/passport')).status).toBe(404)
})

test('the page saves a document, and draws a preview of words that are not saved', async () => {
  const { admin } = server.people
  const page = '/customise/documents/card'
  expect((await htmxRequest(server, admin, 'GET', page)).html).toContain('Job card')
  const { version } = (await expectOk(admin.get(url))).find(({ name }: { name: string }) => name === 'card')
  const form = { title: 'Workshop card', intro: '', terms: '', foot: '', version: String(version) }
  const drawn = await htmxRequest(server, admin, 'POST', `${page}/preview`, { ...form, offered: 'true' })
  expect([drawn.status, drawn.html.slice(0, 30)]).toEqual([
    200,
    '<img src="data:image/png;base64'.slice(0, 30),
  ])
  const withJob = await htmxRequest(server, admin, 'POST', `${page}/preview`, { ...form, jobid: job })
  expect([withJob.status, withJob.html === drawn.html]).toEqual([200, false])
  for (const kind of ['estimate', 'proforma', 'invoice', 'joblist']) {
    const { status } = await htmxRequest(server, admin, 'POST', `/customise/documents/${kind}/preview`, {
      foot: 'x',
    })
    expect(status, kind).toBe(200)
  }
  const gone = await htmxRequest(server, admin, 'POST', `${page}/preview`, {
    ...form,
    jobid: Bun.randomUUIDv7(),
  })
  expect(gone.status).toBe(404)
  // The box was not ticked.
  await htmxRequest(server, admin, 'PATCH', page, form)
  expect((await fetchAs(admin, `/render/card/${job}`)).status).toBe(404)
  const late = await htmxRequest(server, admin, 'PATCH', page, { ...form, offered: 'on', version: '1' })
  expect(late.status).toBe(409)
  expect(late.html).toContain('data-field="offered">Now saved: no')
})

test('a new workshop sees a sample with a stand-in for its letterhead', async () => {
  const drawn = await htmxRequest(server, server.other, 'POST', '/customise/documents/estimate/preview', {
    title: 'Offer',
  })
  expect([drawn.status, drawn.html.startsWith('<img')]).toEqual([200, true])
})

test('the sample shows the VAT that the organisation charges', async () => {
  const { admin } = server.people
  const organisations = await expectOk(admin.get('/api/organisations'))
  const { id } = organisations.find(({ default: first }: { default?: boolean }) => first) ?? organisations[0]
  const draw = async () =>
    (await htmxRequest(server, admin, 'POST', '/customise/documents/estimate/preview', { offered: 'true' }))
      .html
  const standard = await draw()
  await expectOk(admin.patch(`/api/organisations/${id}`, { vat: '5' }))
  expect(await draw()).not.toBe(standard)
  await expectOk(admin.patch(`/api/organisations/${id}`, { vat: '' }))
  expect(await draw()).toBe(standard)
})
