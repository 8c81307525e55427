import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts, linktags } from '#db/schema/platform/index.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-23T10:00:00Z')
let server: TestServer
let office: InvoiceFixtures
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(() => now, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
})
afterAll(async () => {
  await smtp.stop()
  await server.stop()
})

const admin = () => server.people.admin
const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
}
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, server.url)
const open = (url: string, init: RequestInit = {}) => {
  // Each is another client, behind its own network.
  now = new Date(now.getTime() + 61_000)
  return fetch(local(url), init)
}
const words = async (url: string) => (await open(url)).text()
const sha256 = (bytes: ArrayBuffer) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
const makeLink = (id: string, body: object = {}): Promise<{ id: string; url: string; expires: string }> =>
  expectOk(admin().post(`/api/invoices/${id}/links`, body))
const links = (id: string) => expectOk(admin().get(`/api/invoices/${id}/links`))
const htmx = (method: string, path: string, body?: object) =>
  htmxRequest(server, admin(), method, path, body as never)
const invoice = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))
const render = ({ token }: Client, id: string) =>
  fetch(`${server.url}/render/invoice/${id}`, { headers: { authorization: `Bearer ${token}` } })
const nameIn = (answer: Response) => answer.headers.get('content-disposition') ?? ''

describe('the link of an invoice', () => {
  test('shows what it is for, how it is paid and what is owed, to whoever has it alone', async () => {
    const issued = await issueInvoice(office, 100)
    const link = await makeLink(issued.id)
    expect(link.url).toMatch(/\/www\/invoice\/[\w-]{30}$/)
    expect(link.expires).toBe('2026-12-23T22:00:00.000Z')
    const page = await open(link.url)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    const html = await page.text()
    for (const part of [
      `Invoice ${issued.number}`,
      'Drakensberg Joinery',
      'Work 1',
      'R\u00a0115,00',
      'First Example Bank',
      '62000012345',
      'Please pay by',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('method="post"')
    const [listed] = await links(issued.id)
    expect(listed).toMatchObject({ id: link.id, state: 'live', openedutc: null, sentto: '' })
    expect(JSON.stringify(listed)).not.toContain(link.url.split('/').at(-1)!)
    expect((await server.other.get(`/api/invoices/${issued.id}/links`)).status).toBe(404)
    expect((await server.other.post(`/api/invoices/${issued.id}/links`, {})).status).toBe(404)
  })

  test('tells what was paid and credited since', async () => {
    const issued = await issueInvoice(office, 100)
    const { url } = await makeLink(issued.id)
    await expectOk(
      admin().post(`/api/invoices/${issued.id}/payments`, {
        date: now.toISOString().slice(0, 10),
        amount: 50,
        method: 'transfer',
      }),
    )
    const partly = await words(url)
    expect(partly).toMatch(/Still owed.{0,80}R\u00a065,00/s)
    await expectOk(admin().post(`/api/invoices/${issued.id}/credit`, { reason: 'cancelled' }))
    const after = await words(url)
    expect(after).toContain('Nothing is owed any more.')
    expect(after).not.toContain('62000012345')
  })

  test('names the credit that the client has, which is not taken off it yet', async () => {
    const client = await expectOk(admin().post('/api/clients', { name: 'Credit Holdings' }))
    const issued = await issueInvoice(office, 100, undefined, { client: client.id })
    const { url } = await makeLink(issued.id)
    const received = { client: client.id, date: now.toISOString().slice(0, 10), method: 'transfer' }
    const pay = (amount: number) => expectOk(admin().post('/api/payments', { ...received, amount }))
    await pay(15)
    expect(await words(url)).toMatch(/You have R\u00a015,00 of credit.*R\u00a0100,00 is left to pay/s)
    await pay(200)
    expect(await words(url)).toContain('so nothing need be paid')
    const dialog = (await htmx('GET', `/invoices/${issued.id}`)).html
    expect(dialog).toContain('Use the credit')
    await htmx('POST', `/invoices/${issued.id}/usecredit`)
    expect(await words(url)).toContain('Nothing is owed any more.')
  })

  test('is refused to a draft, and for a day that is past', async () => {
    const draft = await readDraft(office, await completeJob(office, [{ linerate: 10 }]))
    expect((await admin().post(`/api/invoices/${draft.id}/links`, {})).status).toBe(400)
    const issued = await issueInvoice(office, 100)
    expect((await admin().post(`/api/invoices/${issued.id}/links`, { expires: '2026-01-01' })).status).toBe(
      400,
    )
    expect(await links(issued.id)).toEqual([])
  })

  test('ends when it is withdrawn, replaced, or past its day, and names the firm to who had it', async () => {
    const issued = await issueInvoice(office, 100)
    const first = await makeLink(issued.id)
    const second = await makeLink(issued.id)
    const guessed = `${second.url.slice(0, -4)}AAAA`
    const dead = async (url: string, firm = true) => {
      for (const path of ['', '/pdf']) {
        const answer = await open(url + path)
        expect(answer.status).toBe(404)
        const text = await answer.text()
        expect(text).toContain('This link does not work')
        expect(text.includes('Drakensberg Joinery')).toBe(firm)
      }
      expect((await open(url, { headers: { accept: 'application/json' } })).status).toBe(404)
    }
    await dead(first.url)
    await dead(guessed, false)
    expect((await open(second.url)).status).toBe(200)
    await expectOk(admin().delete(`/api/invoices/${issued.id}/links/${second.id}`))
    await dead(second.url)
    const third = await makeLink(issued.id, { expires: now.toISOString().slice(0, 10) })
    later(1)
    await dead(third.url)
    expect((await links(issued.id)).map(({ state }: { state: string }) => state)).toEqual([
      'expired',
      'withdrawn',
      'replaced',
    ])
  })

  test('gives the original once to its client, and again by the same link; whoever comes later has a copy', async () => {
    const issued = await issueInvoice(office, 100)
    const { url } = await makeLink(issued.id)
    expect((await open(`${url}/pdf`, { method: 'HEAD' })).status).toBe(200)
    expect((await invoice(issued.id)).originalutc).toBeNull()
    const own = await open(`${url}/pdf`, { headers: { authorization: `Bearer ${admin().token}` } })
    expect(nameIn(own)).toContain('copy')
    const original = await open(`${url}/pdf`)
    expect(original.headers.get('content-type')).toBe('application/pdf')
    expect(original.headers.get('x-robots-tag')).toContain('noindex')
    expect(nameIn(original)).not.toContain('copy')
    const bytes = await original.arrayBuffer()
    expect((await invoice(issued.id)).originalutc).not.toBeNull()
    expect(sha256(await (await open(`${url}/pdf`)).arrayBuffer())).toBe(sha256(bytes))
    const second = await makeLink(issued.id)
    const copy = await open(`${second.url}/pdf`)
    expect(nameIn(copy)).toContain('copy')
    expect(sha256(await copy.arrayBuffer())).not.toBe(sha256(bytes))
    expect(nameIn(await render(admin(), issued.id))).toContain('copy')
  })

  test('is known as opened once its page says so, and by whom of the business', async () => {
    const issued = await issueInvoice(office, 100)
    const { url } = await makeLink(issued.id)
    await words(url)
    expect((await links(issued.id))[0].openedutc).toBeNull()
    const own = { authorization: `Bearer ${admin().token}` }
    await open(`${url}/opened`, { method: 'POST', headers: own })
    expect((await links(issued.id))[0].openedutc).toBeNull()
    await open(`${url}/opened`, { method: 'POST' })
    const { openedutc } = (await links(issued.id))[0]
    expect(openedutc).toBe(now.toISOString())
    await open(`${url}/opened`, { method: 'POST' })
    expect((await links(issued.id))[0].openedutc).toBe(openedutc)
  })

  test('is counted by its network with the links of jobs', async () => {
    const issued = await issueInvoice(office, 100)
    const { url } = await makeLink(issued.id)
    now = new Date(now.getTime() + 61_000)
    for (let asked = 0; asked < 60; asked++) expect((await fetch(local(url))).status).toBe(200)
    expect((await fetch(local(url))).status).toBe(429)
    expect((await fetch(`${server.url}/www/job/approve/${'A'.repeat(30)}`)).status).toBe(429)
    expect((await open(url)).status).toBe(200)
  })

  test('is found by the part of its code that names the account, however that account came', async () => {
    const issued = await issueInvoice(office, 100)
    const { url } = await makeLink(issued.id)
    const { platform } = server.services
    const tag = () =>
      platform.read((db) => db.select().from(linktags).where(eq(linktags.accountid, server.accountid)).get())
        ?.tag
    const known = tag()
    expect(known).toMatch(/^[0-9a-f]{12}$/)
    await platform.write(({ db }) => db.update(linktags).set({ tag: null }).run())
    expect((await open(url)).status).toBe(200)
    expect(tag()).toBe(known)
    const archive = (archived: boolean) =>
      platform.write(({ db }) =>
        db.update(accounts).set({ archived }).where(eq(accounts.id, server.accountid)).run(),
      )
    await archive(true)
    expect((await open(url)).status).toBe(404)
    await archive(false)
    expect((await open(url)).status).toBe(200)
  })
})

describe('the mail of an invoice', () => {
  const letter = (to: string) => ({ to, subject: 'Your invoice', message: 'Here it is.' })
  const mailed = async (to: string) => {
    await server.services.background.run('mail')
    return smtp.to(to)[0]
  }
  const linkIn = (text: string | undefined) => /https?:\/\/\S+\/www\/invoice\/[\w-]{30}/.exec(text ?? '')?.[0]

  test('carries a link where its sender wants it', async () => {
    const issued = await issueInvoice(office, 100)
    const dialog = (await htmx('GET', `/mail/invoice/${issued.id}`)).html
    expect(dialog).toContain('Make a link')
    const sent = await htmx('POST', `/mail/invoice/${issued.id}`, {
      ...letter('with@client.test'),
      link: 'true',
      expires: '2027-03-01',
    })
    expect(sent.status).toBe(200)
    const mail = await mailed('with@client.test')
    expect(mail?.text).toContain('The link works until 1 Mar 2027.')
    expect(await words(linkIn(mail?.text) ?? '')).toContain('What is owed')
    expect((await links(issued.id))[0]).toMatchObject({ state: 'live', sentto: 'with@client.test' })
    await htmx('POST', `/mail/invoice/${issued.id}`, letter('without@client.test'))
    expect(linkIn((await mailed('without@client.test'))?.text)).toBeUndefined()
    expect(await links(issued.id)).toHaveLength(1)
  })

  test('says by its kind what the link shows', async () => {
    const words = async (id: string, to: string) => {
      const sent = await htmx('POST', `/mail/invoice/${id}`, { ...letter(to), link: 'true', expires: '' })
      expect(sent.status).toBe(200)
      return /See the [a-z ]+/.exec((await mailed(to))?.html ?? '')?.[0]
    }
    const issued = await issueInvoice(office, 100)
    expect(await words(issued.id, 'kind-invoice@client.test')).toBe('See the invoice and what is owed')
    const jobid = await completeJob(office, [{ linerate: 100, consumed: 0 }], { status: 3 })
    const deposit = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 50 }))
    expect(await words(deposit.id, 'kind-deposit@client.test')).toBe(
      'See the deposit request and how to pay it',
    )

    const note = await expectOk(admin().post(`/api/invoices/${issued.id}/credit`, { reason: 'returned' }))
    expect(await words(note.id, 'kind-credit@client.test')).toBe('See the credit note')
  })

  test('carries the link that was made beside it, and leaves nothing where that was withdrawn', async () => {
    const issued = await issueInvoice(office, 100)
    const made = (await htmx('POST', `/mail/invoice/${issued.id}/link`, { expires: '' })).html
    const code = /name="code" value="([\w-]{30})"/.exec(made)?.[1] ?? ''
    expect(made).toContain('https://wa.me/')
    expect(made).toContain('sms:')
    const post = (to: string) =>
      htmx('POST', `/mail/invoice/${issued.id}`, { ...letter(to), link: 'true', expires: '2027-03-01', code })
    expect((await post('same@client.test')).status).toBe(200)
    expect(linkIn((await mailed('same@client.test'))?.text)).toEndWith(code)
    const [{ id }] = await links(issued.id)
    expect((await htmx('DELETE', `/mail/invoice/${issued.id}/links/${id}`)).html).toContain('was withdrawn')
    expect((await post('late@client.test')).status).toBe(409)
    expect(await mailed('late@client.test')).toBeUndefined()
  })
})

// Last, since no session lasts as long.
test('the link of an invoice says that its day is past', async () => {
  const issued = await issueInvoice(office, 100)
  const { url } = await makeLink(issued.id, { expires: '2027-06-01' })
  later(60)
  expect(await words(url)).toContain('It was to be paid by')
})
