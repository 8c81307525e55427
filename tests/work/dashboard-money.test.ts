import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { markSampleJob } from '#db/queries/work/sample-job.ts'
import { monthsUpTo } from '#server/dates.ts'
import { readMoney } from '#server/domains/work/dashboard/money.ts'
import { DEFAULT_ZONE, todayIn } from '#server/zone.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
} from '#tests/sales/invoices-support.ts'
import { MADE } from '#tests/sales/seven-metres-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { formatRand } from '#views/format.ts'
import { openSteps } from './consignment-steps.ts'

const today = todayIn(DEFAULT_ZONE, new Date())
let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

type Who = TestServer['other']
const admin = () => server.people.admin
const pageOf = async (who: Who, path: string) => (await htmxRequest(server, who, 'GET', path)).html

const markSample = (jobid: string) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Setup' }, ({ db }) =>
    markSampleJob(db, jobid),
  )

/** Label, amount, note and address of each figure. */
async function figuresOf(who: Who) {
  const html = await pageOf(who, '/')
  const money = /<section class="moneystats".*?<\/section>/s.exec(html)?.[0] ?? ''
  return [...money.matchAll(/<a class="stat" href="([^"]*)">(.*?)<\/a>/gs)].map(([, href, inside]) => ({
    href: (href as string).replaceAll('&amp;', '&'),
    texts: [...(inside as string).matchAll(/>([^<]+)</g)].map(([, text]) => text?.replaceAll('\u00a0', ' ')),
  }))
}

describe('the money of the dashboard', () => {
  test('is a friendly line, no row of zeros, before there is any', async () => {
    const html = await pageOf(admin(), '/')
    expect(html).toContain('There is no job yet.')
    expect(html).not.toContain('R 0,00')
  })

  test('is of the same records as the lists that it leads to', async () => {
    const asked = await completeJob(office, [{ linerate: 70, consumed: 0 }], { status: 1 })
    await markSample(asked)
    const [owner, worker] = await Promise.all([admin(), server.people.jobs].map((who) => pageOf(who, '/')))
    expect(owner).toContain('counts in these figures')
    expect(worker).toContain('is a sample, to try things on')
    expect(worker).not.toContain('counts in these figures')
    expect((await figuresOf(admin())).slice(0, 2).map(({ texts }) => texts)).toEqual([
      ['To quote', 'R 70,00', 'The sample job, without VAT'],
      ['To invoice', 'None'],
    ])
    await markSample('')
    expect((await figuresOf(admin())).map(({ texts }) => texts.slice(0, 2))).toEqual([
      ['To quote', 'R 70,00'],
      ['To invoice', 'None'],
      ['Margin this month', 'None'],
    ])
    await completeJob(office, [{ linerate: 100, estimated: 3, consumed: 2 }])
    await completeJob(office, [{ linerate: 100, estimated: 4, consumed: 1 }], { fixedprice: true })
    const [one, other] = [await issueInvoice(office, 1000), await issueInvoice(office, 200)]
    await expectOk(admin().post(`/api/invoices/${one.id}/payments`, { amount: 150 }))
    await expectOk(admin().post(`/api/invoices/${other.id}/payments`, { amount: 230 }))
    await expectOk(
      admin().post(`/api/invoices/${(await issueInvoice(office, 50)).id}/credit`, { reason: 'error' }),
    )
    const figures = await figuresOf(admin())
    const [{ start, end }] = monthsUpTo(today)
    expect(figures).toEqual([
      { href: '/jobs?stage=asked', texts: ['To quote', 'R 70,00', '1 job, without VAT'] },
      { href: '/billing', texts: ['To invoice', 'R 650,00', '3 jobs, without VAT'] },
      { href: '/invoices?state=unpaid', texts: ['Owed', 'R 1 000,00', '1 invoice, with VAT'] },
      { href: '/invoices?state=overdue', texts: ['Overdue invoices', 'None'] },
      {
        href: `/invoices?start=${start}&end=${end}`,
        texts: ['Invoiced this month', 'R 1 380,00', 'With VAT, none last month'],
      },
      {
        href: `/invoices/payments?start=${start}&end=${end}`,
        texts: ['Paid this month', 'R 380,00', 'With VAT, none last month'],
      },
      {
        href: `/reporting/job-margin?start=${start}&end=${end}`,
        texts: [
          'Margin this month',
          'R 1 850,00',
          'At most: no cost is known of 5 lines · 5 jobs completed, without VAT',
        ],
      },
    ])
    const jobsOf = async (stage: string) => (await admin().get(`/api/jobs?stage=${stage}`)).body.total
    expect([await jobsOf('asked'), await jobsOf('complete')]).toEqual([1, 3])
    for (const { href, texts } of figures.slice(1, 6))
      if (texts[1] !== 'None')
        expect((await pageOf(admin(), href)).replaceAll('\u00a0', ' ')).toContain(texts[1] as string)
    expect(server.services.tenants.read(server.accountid, findWrongTotals)).toEqual([])
  })

  test('takes back what is taken back', async () => {
    const invoice = await issueInvoice(office, 300)
    const [, , before] = await figuresOf(admin())
    const { payments } = await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 345 }))
    expect((await figuresOf(admin()))[2]?.texts).not.toEqual(before?.texts)
    await expectOk(admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
    expect((await figuresOf(admin()))[2]?.texts).toEqual(before?.texts)
  })

  test('says what is owed to suppliers, and credit beside what is owed', async () => {
    const { id: supplier } = await expectOk(admin().post('/api/suppliers', { name: 'Valve World' }))
    const lines = [{ description: 'Valves', rate: 667 }]
    const { id } = await expectOk(admin().post('/api/supplierinvoices', { supplier, number: 'V1', lines }))
    const texts = async () => (await figuresOf(admin())).map((figure) => figure.texts)
    expect((await texts()).map(([label]) => label)).not.toContain('Owed to suppliers')
    await expectOk(admin().patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
    expect(await texts()).toContainEqual(['Owed to suppliers', 'R 667,00', '1 invoice, with VAT'])
    const paid = { client: office.clients[0], amount: 5_000, reference: 'Ahead' }
    const payment = await expectOk(admin().post('/api/payments', paid))
    const owed = (await texts()).find(([label]) => label === 'Owed')
    expect(owed?.[2]).toMatch(/less R [\d ,]+ of credit/)
    await expectOk(admin().post(`/api/payments/${payment.id}/reverse`, { reason: 'Bounced' }))
  })

  test('no stage is marked over jobs of a status of their own', async () => {
    const stages = async (path: string) =>
      /<nav class="states" aria-label="Stage">.*?<\/nav>/s.exec(await pageOf(admin(), path))?.[0] ?? ''
    expect(await stages('/jobs')).toContain('aria-current="true"')
    const completed = await stages('/jobs?status=4,5,6')
    expect(completed).toContain('Open')
    expect(completed).not.toContain('aria-current')
  })

  test('is of those alone who see it, and of the jobs that they see', async () => {
    const { agent, jobs, stakeholder } = server.people
    expect(await figuresOf(agent)).toHaveLength(8)
    for (const who of [jobs, stakeholder]) expect(await figuresOf(who)).toEqual([])
    const location = office.locations[0]
    await completeJob(office, [{ linerate: 10 }], { location })
    const money = server.services.tenants.read(server.accountid, (db) =>
      readMoney(
        db,
        {
          boards: new Map([[office.boardid, 'see']]),
          locations: new Set([location]),
          everything: false,
          claims: new Set(['jobs.read', 'jobs.money', 'invoices.read']),
          admin: false,
        },
        today,
      ),
    )
    expect(money.jobs).toMatchObject({
      toquote: { count: 0, cents: 0 },
      toinvoice: { count: 1, cents: 1000 },
    })
    expect(money.invoices).toMatchObject({ owed: { count: 0 }, invoiced: { now: { count: 0 } } })
  })

  test('what is to be invoiced is the sum of Billing: less parts, drafts and goods that nobody bought yet', async () => {
    const toInvoice = async () => (await figuresOf(admin())).find(({ texts }) => texts[0] === 'To invoice')
    const sumOfBilling = async () => {
      const rows: { value: number }[] = await expectOk(admin().get('/api/billing'))
      const cents = rows.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
      return ['To invoice', formatRand(cents).replaceAll('\u00a0', ' '), `${rows.length} jobs, without VAT`]
    }
    const before = await toInvoice()
    const part = await completeJob(office, [{ linerate: 100, estimated: 4, consumed: 4 }])
    const asked = { jobid: part, percent: 25 }
    const { id } = await expectOk(admin().post('/api/invoices', asked))
    expect((await toInvoice())?.texts).toEqual(before?.texts)
    await expectOk(admin().post(`/api/invoices/${id}/issue`))
    expect((await toInvoice())?.texts).toEqual(['To invoice', 'R 960,00', '5 jobs, without VAT'])
    const steps = await openSteps(server, office)
    const made = await steps.begin(MADE, { total: 5 })
    for (const step of ['C3', 'L1']) expect(await made.step(step)).toBeUndefined()
    expect((await toInvoice())?.texts).toEqual(['To invoice', 'R 1 040,00', '6 jobs, without VAT'])
    expect(await made.step('s1')).toBeUndefined()
    expect((await toInvoice())?.texts).toEqual(await sumOfBilling())
    await expectOk(admin().post('/api/invoices', { jobid: part }))
    expect((await toInvoice())?.texts).toEqual(await sumOfBilling())
  })
})
