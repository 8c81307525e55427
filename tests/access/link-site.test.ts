import { afterAll, beforeAll, expect, test } from 'bun:test'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { prepared } from '#db/sqlite.ts'
import { networkSites } from '#server/access/link-site.ts'
import { newestMailLink, setPaidSeats } from '#tests/people/users-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'

let server: TestServer
let client: string
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer(undefined, ['--host', '0.0.0.0'])
  shop = await createInvoiceFixtures(server)
  client = (await expectOk(server.people.admin.post('/api/clients', { name: 'Acme' }))).id
})
afterAll(() => server.stop())

const port = () => new URL(server.url).port

/** What is answered to somebody who came by that host, which `fetch` would not send. */
const ask = (host: string, method: string, path: string, body?: object) =>
  new Promise<string>((done, failed) => {
    const headers = {
      host,
      authorization: `Bearer ${server.people.admin.token}`,
      'content-type': 'application/json',
    }
    const out = request({ hostname: '127.0.0.1', port: port(), method, path, headers }, (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => done(text))
    })
    out.on('error', failed)
    out.end(body && JSON.stringify(body))
  })

const siteFor = async (host: string) =>
  new URL(JSON.parse(await ask(host, 'POST', `/api/invoices/statement/${client}/links`, {})).data.url).origin

test('a link begins at the address of this machine by which its maker came, and at no other', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family }) => family === 'IPv4').map(({ address }) => `${address}:${port()}`),
  )
  expect(own).toContain(`127.0.0.1:${port()}`)
  for (const host of own) expect(await siteFor(host)).toBe(`http://${host}`)
  const local = `http://localhost:${port()}`
  for (const host of ['evil.test', `evil.test:${port()}`, `203.0.113.9:${port()}`, '127.0.0.1:1'])
    expect(await siteFor(host)).toBe(local)
})

test('a setting has the last word, and a program that listens here alone names no network', () => {
  const { services } = server
  const near = networkSites(services)
  expect(near.every((site) => site.endsWith(`:${port()}`) && !site.includes('127.0.0.1'))).toBe(true)
  for (const set of [{ url: 'https://jobs.example.co.za' }, { host: '127.0.0.1' }])
    expect(networkSites({ ...services, config: { ...services.config, ...set } })).toEqual([])
})

test('what a calendar links to begins there, by whatever address its program asks for it', async () => {
  await server.services.tenants.write(server.accountid, by, ({ db }) =>
    prepared(db, 'UPDATE workers SET userid = ? WHERE id = ?').run([server.people.admin.userid, shop.worker]),
  )
  const job = { boardid: shop.boardid, assignee: shop.worker, start: '2099-03-03' }
  await expectOk(server.people.admin.post('/api/jobs', job))
  const { pathname } = new URL((await expectOk(server.people.admin.post('/api/calendar'))).address)
  const site = async (host: string) =>
    /^URL.*?:(https?:\/\/[^/]+)/m.exec((await ask(host, 'GET', pathname)).replaceAll('\r\n ', ''))?.[1]
  expect(await site(`127.0.0.1:${port()}`)).toBe(`http://127.0.0.1:${port()}`)
  expect(await site('evil.test')).toBe(`http://localhost:${port()}`)
})

test('so do the links in the mails that a request writes', async () => {
  const near = `127.0.0.1:${port()}`
  const newest = (email: string) => new URL(newestMailLink(server, email)).host
  await setPaidSeats(server, 50)
  await ask(near, 'POST', '/api/users', { email: 'new@first.test' })
  expect(newest('new@first.test')).toBe(near)
  await ask(near, 'POST', '/api/auth/passwordreset', { email: 'jobs@first.test' })
  expect(newest('jobs@first.test')).toBe(near)
  await ask('evil.test', 'POST', '/api/auth/passwordreset', { email: 'agent@first.test' })
  expect(newest('agent@first.test')).toBe(`localhost:${port()}`)
  const { id } = await issueInvoice(shop, 100)
  const letter = { to: 'client@acme.test', subject: 'Invoice', message: 'Here it is.', link: true }
  await ask(near, 'POST', `/mail/invoice/${id}`, letter)
  expect(newest('client@acme.test')).toBe(near)
})
