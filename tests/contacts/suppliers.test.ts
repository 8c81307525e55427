import { afterAll, beforeAll, expect, test } from 'bun:test'
import { supplier_contacts } from '#db/schema/tenant/index.ts'
import { recordLimits } from '#server/record-limits.ts'
import { insert } from '#server/records.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let supplier: string
const url = '/api/suppliers/contact'
beforeAll(async () => {
  server = await startTestServer()
  supplier = (await expectOk(server.people.admin.post('/api/suppliers', { name: 'Steel & Co' }))).id
})
afterAll(() => server.stop())

test('people of a supplier are added, changed and removed; its history tells', async () => {
  const { admin } = server.people
  const made = await admin.post(url, { supplier, name: 'Thandi', number: '+27 21 555 0100' })
  expect(made.body.message).toBe('Thandi added')
  const { id, version } = made.body.data
  const saved = await expectOk(admin.patch(`${url}/${id}`, { email: 'thandi@steel.test', version }))
  expect(saved).toMatchObject({ name: 'Thandi', email: 'thandi@steel.test', supplier })
  expect((await admin.patch(`${url}/${id}`, { title: 'Sales', version })).status).toBe(409)
  await expectOk(admin.post(url, { supplier, name: 'Anna' }))
  const names = async () =>
    (await expectOk(admin.get(`/api/suppliers/${supplier}/contacts`))).map(
      ({ name }: { name: string }) => name,
    )
  expect(await names()).toEqual(['Anna', 'Thandi'])
  await expectOk(admin.delete(`${url}/${id}`))
  expect(await names()).toEqual(['Anna'])
  const history = await expectOk(admin.get(`/api/suppliers/${supplier}/history`))
  expect(history.slice(0, 3)).toMatchObject([
    { field: 'contact', oldvalue: 'Thandi', newvalue: '' },
    { field: 'contact', oldvalue: '', newvalue: 'Anna' },
    { field: 'contact', newvalue: 'Thandi, +27 21 555 0100, thandi@steel.test' },
  ])
})

test('refuses by name, and what is not there or not theirs', async () => {
  const { admin, jobs } = server.people
  expect(await expectRefused(admin.post(url, { supplier }))).toEqual(['name'])
  expect(await expectRefused(admin.post(url, { supplier, name: ' ' }))).toEqual(['name'])
  expect(await expectRefused(admin.post(url, { supplier, name: 'x', email: 'nope' }))).toEqual(['email'])
  expect(await expectRefused(admin.post(url, { supplier: Bun.randomUUIDv7(), name: 'x' }))).toEqual([
    'supplier',
  ])
  expect(await expectRefused(admin.post(url, { supplier, name: 'x', fax: '1' }))).toEqual(['fax'])
  const { id } = await expectOk(admin.post(url, { supplier, name: 'Kept' }))
  expect((await server.other.delete(`${url}/${id}`)).status).toBe(404)
  expect((await server.other.get(`/api/suppliers/${supplier}/contacts`)).status).toBe(404)
  expect((await jobs.post(url, { supplier, name: 'x' })).status).toBe(403)
})

test('the Contacts tab does the same, with an undo', async () => {
  const { admin } = server.people
  const tab = `/suppliers/${supplier}/contacts`
  const added = await htmxRequest(server, admin, 'POST', tab, {
    personname: 'Sipho',
    personemail: 's@steel.test',
  })
  expect(added.html).toContain('Sipho')
  expect(added.trigger.snackbar.message).toBe('Sipho added')
  const wrong = await htmxRequest(server, admin, 'POST', tab, { personname: '', personemail: '' })
  expect([wrong.status, wrong.html.includes('data-field="personname"')]).toEqual([422, true])
  const all = await expectOk(admin.get(`/api/suppliers/${supplier}/contacts`))
  const { id } = all.find(({ name }: { name: string }) => name === 'Sipho')
  expect((await htmxRequest(server, admin, 'GET', `${tab}?edit=${id}`)).html).toContain('value="Sipho"')
  const changed = await htmxRequest(server, admin, 'POST', `${tab}/${id}`, {
    personname: 'Sipho N',
    personversion: '1',
  })
  expect(changed.html).toContain('Sipho N')
  const late = await htmxRequest(server, admin, 'POST', `${tab}/${id}`, {
    personname: 'Sam',
    personversion: '1',
  })
  expect(late.status).toBe(409)
  expect(late.html).toContain('data-field="personname">Now saved: Sipho N')
  expect(late.html).toContain('data-field="personversion">2')
  const gone = await htmxRequest(server, admin, 'POST', `${tab}/${id}/archive`)
  expect(gone.html).not.toContain('Sipho')
  await htmxRequest(server, admin, 'POST', gone.trigger.snackbar.undo.url)
  expect((await htmxRequest(server, admin, 'GET', tab)).html).toContain('Sipho N')
  const second = (await expectOk(admin.post('/api/suppliers', { name: 'Other' }))).id
  expect(
    (await htmxRequest(server, admin, 'POST', `/suppliers/${second}/contacts/${id}/archive`)).status,
  ).toBe(404)
})

test('a supplier has so many contacts that their page stays quick, and a removed one gives room', async () => {
  const { admin } = server.people
  const [most] = recordLimits.supplier_contacts
  const full = (await expectOk(admin.post('/api/suppliers', { name: 'Full' }))).id
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) => {
    for (let n = 0; n < most; n++) insert(tx, supplier_contacts, { supplier: full, name: `Contact ${n}` })
  })
  const answer = await admin.post(url, { supplier: full, name: 'One more' })
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining(`There are ${most} contacts of one supplier, and there cannot be more.`),
  ])
  const [first] = await expectOk(admin.get(`/api/suppliers/${full}/contacts`))
  await expectOk(admin.delete(`${url}/${first.id}`))
  await expectOk(admin.post(url, { supplier: full, name: 'One more' }))
  expect((await admin.post(`/suppliers/${full}/contacts/${first.id}/restore`)).status).toBe(400)
})
