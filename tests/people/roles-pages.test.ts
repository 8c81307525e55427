import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountClaims } from '#server/access/claims.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { pdf } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const roleNamed = async (name: string): Promise<any> =>
  (await expectOk(admin().get('/api/auth/roles'))).find((one: { name: string }) => one.name === name)

describe('the pages', () => {
  test('show roles, claims and permissions, and switch a claim', async () => {
    const { id } = await roleNamed('Operations')
    const page = await htmxRequest(server, admin(), 'GET', `/backoffice/claims?roleid=${id}`)
    expect(page.html).toContain('Issue invoices and credit notes')
    const form = { roleid: id, claim: 'invoices.issue' }
    expect(
      (await htmxRequest(server, admin(), 'POST', '/backoffice/claims', { ...form, allowed: 'true' })).status,
    ).toBe(200)
    expect((await roleNamed('Operations')).claims).toContain('invoices.issue')
    expect((await htmxRequest(server, admin(), 'POST', '/backoffice/claims', form)).status).toBe(200)
    expect((await roleNamed('Operations')).claims).not.toContain('invoices.issue')
    const all = await htmxRequest(server, admin(), 'GET', '/admin/permissions?search=credit')
    expect(all.html).toContain('Issue invoices and credit notes')
    expect(all.html).not.toContain('See clients')
    const agents = `/admin/permissions?userid=${server.people.agent.userid}&search=clients`
    expect((await htmxRequest(server, admin(), 'GET', agents)).html).toContain('By agent Tester’s roles')
  })

  test('add a role and lead on to its claims', async () => {
    const response = await fetch(`${server.url}/backoffice/roles`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: admin().cookie, 'hx-request': 'true', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ name: 'Drivers', copyof: '' }),
    })
    const { id } = await roleNamed('Drivers')
    expect(response.headers.get('hx-redirect')).toBe(`/backoffice/claims?roleid=${id}`)
  })
})

describe('the PDF lists', () => {
  const printed = async (path: string, who = admin()) => {
    const { status, bytes } = await pdf(server, who, path)
    expect(status).toBe(200)
    return (await readPdf(bytes)).text
  }

  test('name the roles, how much they may do and who holds them', async () => {
    const text = await printed('/render/roles')
    for (const word of [
      'Roles',
      'Operations',
      'agent Tester',
      `${accountClaims.length} of ${accountClaims.length}`,
    ])
      expect(text).toContain(word)
  })

  test('say of one role, or of all, what each claim allows', async () => {
    const { id } = await roleNamed('StakeHolder')
    const one = await printed(`/render/claims?roleid=${id}`)
    for (const word of ['Rights of StakeHolder', '3 of', 'stakeholder Tester', 'notes.write', 'yes'])
      expect(one).toContain(word)
    expect(await printed('/render/claims')).toContain('Administrator only')
    const foreign = await server.other.get(`/render/claims?roleid=${id}`)
    expect(foreign.status).toBe(404)
  })
})
