import { afterAll, beforeAll, expect, test } from 'bun:test'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { networkSites } from '#server/access/link-site.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: string
beforeAll(async () => {
  server = await startTestServer(undefined, ['--host', '0.0.0.0'])
  client = (await expectOk(server.people.admin.post('/api/clients', { name: 'Acme' }))).id
})
afterAll(() => server.stop())

const port = () => new URL(server.url).port

/** Where the link begins that somebody makes who came by that host, which `fetch` would not send. */
const siteFor = (host: string) =>
  new Promise<string>((done, failed) => {
    const headers = {
      host,
      authorization: `Bearer ${server.people.admin.token}`,
      'content-type': 'application/json',
    }
    const path = `/api/invoices/statement/${client}/links`
    const out = request({ hostname: '127.0.0.1', port: port(), method: 'POST', path, headers }, (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => done(new URL(JSON.parse(text).data.url).origin))
    })
    out.on('error', failed)
    out.end('{}')
  })

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
