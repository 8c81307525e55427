import { afterAll, beforeAll, expect, test } from 'bun:test'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { networkSites } from '#server/access/link-site.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let smtp: MailServer
let client: string
let invoice: string
beforeAll(async () => {
  smtp = await startMailServer()
  const mails = ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test']
  server = await startTestServer(undefined, ['--host', '0.0.0.0', ...mails])
  client = (await expectOk(server.people.admin.post('/api/clients', { name: 'Acme' }))).id
  invoice = (await issueInvoice(await createInvoiceFixtures(server))).id
})
afterAll(async () => {
  await smtp.stop()
  await server.stop()
})

const port = () => new URL(server.url).port
const ownHosts = () =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family }) => family === 'IPv4').map(({ address }) => `${address}:${port()}`),
  )

/** The answer to somebody who came by that host, which `fetch` would not send. */
const postBy = (host: string, path: string, type: string, body: string, headers: Record<string, string>) =>
  new Promise<string>((done, failed) => {
    const asked = { ...headers, host, 'content-type': type }
    const to = { hostname: '127.0.0.1', port: port(), method: 'POST', path, headers: asked }
    const out = request(to, (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => done(text))
    })
    out.on('error', failed)
    out.end(body)
  })

/** Where the link begins that they make. */
const siteFor = async (host: string) => {
  const headers = { authorization: `Bearer ${server.people.admin.token}` }
  const path = `/api/invoices/statement/${client}/links`
  const text = await postBy(host, path, 'application/json', '{}', headers)
  return new URL(JSON.parse(text).data.url).origin
}

/** Where that in the mail of an invoice does. */
const siteOfMail = async (host: string, to: string) => {
  const { cookie } = server.people.admin
  const body = new URLSearchParams({ to, subject: 'Your invoice', message: 'Here it is.', link: 'true' })
  const headers = { cookie, 'hx-request': 'true', origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  const path = `/mail/invoice/${invoice}`
  await postBy(host, path, 'application/x-www-form-urlencoded', String(body), headers)
  await server.services.background.run('mail')
  const link = /https?:\/\/\S+\/www\/invoice\/[\w-]{30}/.exec(smtp.to(to)[0]?.text ?? '')?.[0]
  return new URL(link ?? 'http://none.test').origin
}

test('a link begins at the address of this machine by which its maker came, and at no other', async () => {
  expect(ownHosts()).toContain(`127.0.0.1:${port()}`)
  for (const host of ownHosts()) expect(await siteFor(host)).toBe(`http://${host}`)
  const local = `http://localhost:${port()}`
  for (const host of ['evil.test', `evil.test:${port()}`, `203.0.113.9:${port()}`, '127.0.0.1:1'])
    expect(await siteFor(host)).toBe(local)
})

test('so does the link in the mail of an invoice', async () => {
  for (const [at, host] of ownHosts().entries())
    expect(await siteOfMail(host, `own${at}@client.test`)).toBe(`http://${host}`)
  expect(await siteOfMail(`203.0.113.9:${port()}`, 'other@client.test')).toBe(`http://localhost:${port()}`)
})

test('a setting has the last word, and a program that listens here alone names no network', () => {
  const { services } = server
  const near = networkSites(services)
  expect(near.every((site) => site.endsWith(`:${port()}`) && !site.includes('127.0.0.1'))).toBe(true)
  for (const set of [{ url: 'https://jobs.example.co.za' }, { host: '127.0.0.1' }])
    expect(networkSites({ ...services, config: { ...services.config, ...set } })).toEqual([])
})
