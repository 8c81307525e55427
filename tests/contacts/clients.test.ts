import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startTestServer()
  id = (await expectOk(server.people.admin.post('/api/clients', { name: 'Around the Horn', code: 'AROUT' })))
    .id
})
afterAll(() => server.stop())

test('the page tells who was added, in the specification’s words', async () => {
  const { trigger } = await htmxRequest(server, server.people.agent, 'POST', '/clients', {
    name: '  Bon app’ ',
  })
  expect(trigger.snackbar).toEqual({ level: 'success', message: 'Bon app’ added successfully' })
  const { body } = await server.people.admin.post('/api/clients', { name: 'Chop-suey' })
  expect(body.message).toBe('Chop-suey added successfully')
})

test('every wrong field is named at once', async () => {
  const { admin } = server.people
  expect(
    await expectRefused(admin.post('/api/clients', { name: ' ', contactemail: 'not an address' })),
  ).toEqual(['contactemail', 'name'])
  const { html } = await htmxRequest(server, admin, 'POST', '/clients', { name: '', contactemail: 'x' })
  expect(html).toContain('<li data-field="name">This is required.</li>')
  expect(html).toContain('<li data-field="contactemail">This is not an e-mail address.</li>')
})

test('the dialog shows the client’s locations, for reading, with links', async () => {
  const { admin } = server.people
  const empty = await htmxRequest(server, admin, 'GET', `/clients/${id}/locations`)
  expect(empty.html).toContain('No location belongs to this client yet.')
  const location = await expectOk(admin.post('/api/locations', { name: 'Head office', client: id }))
  const { html } = await htmxRequest(server, admin, 'GET', `/clients/${id}/locations`)
  expect(html).toContain(`href="/admin/lc/${location.id}"`)
  expect((await htmxRequest(server, server.other, 'GET', `/clients/${id}/locations`)).status).toBe(404)
})

test('the look-up finds by name, code, city and contact, twenty at most, none archived', async () => {
  const { admin } = server.people
  for (let i = 0; i < 25; i++) await expectOk(admin.post('/api/clients', { name: `Many ${i}` }))
  const many = await htmxRequest(server, admin, 'GET', '/lookup/clients?search=many')
  expect(many.html.match(/data-value/g)?.length).toBe(20)
  expect(many.html).toContain('5 more: type on to narrow them down.')
  const one = await htmxRequest(server, admin, 'GET', '/lookup/clients?search=arou')
  expect(one.html).toContain('<span>Around the Horn</span><small>AROUT</small>')
  await expectOk(admin.delete(`/api/clients/${id}`))
  const none = await htmxRequest(server, admin, 'GET', '/lookup/clients?search=arou')
  expect(none.html).toContain('No client matches.')
  expect((await htmxRequest(server, server.other, 'GET', '/lookup/clients?search=many')).html).not.toContain(
    'Many',
  )
})

test('what is stored shows as text, never as markup', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const made = await expectOk(server.people.admin.post('/api/clients', { name }))
  for (const path of ['/clients?search=img', `/clients/${made.id}`, '/lookup/clients?search=img'])
    expect((await htmxRequest(server, server.people.admin, 'GET', path)).html).not.toContain(name)
})

test('a dialog with its own address opens over the list', async () => {
  const answer = await fetch(`${server.url}/clients/${id}`, {
    headers: { cookie: server.people.admin.cookie },
  })
  const html = await answer.text()
  expect(html).toContain('<h1>Clients</h1>')
  expect(html).toContain('Edit client')
})

test('others see the change without a reload', async () => {
  const { admin } = server.people
  const made = await expectOk(admin.post('/api/clients', { name: 'Watched' }))
  const before = server.services.tenants.position(server.accountid)
  await expectOk(admin.patch(`/api/clients/${made.id}`, { city: 'Durban' }))
  const after = server.services.tenants.position(server.accountid)
  expect(after.referenceVersion).toBeGreaterThan(before.referenceVersion)
})

test('the dialog shows a client’s jobs and what is still to be paid, to whoever may see them', async () => {
  const { admin, stakeholder } = server.people
  await expectOk(admin.patch(`/api/clients/${id}`, { archived: false }))
  const tab = `/clients/${id}/jobs`
  expect((await htmxRequest(server, admin, 'GET', tab)).html).toContain(
    'There are no jobs for this client yet.',
  )
  const board = await expectOk(admin.post('/api/boards', { name: 'Shop floor' }))
  const job = await expectOk(admin.post('/api/jobs', { boardid: board.id, client: id, description: 'Signs' }))
  const { html } = await htmxRequest(server, admin, 'GET', tab)
  expect(html).toContain(`/jobs/shop-floor/progress?open=${job.reference.toLowerCase()}`)
  expect(html).toContain('Still to be paid')
  expect((await htmxRequest(server, stakeholder, 'GET', tab)).html).not.toContain(job.reference)
  expect((await htmxRequest(server, server.other, 'GET', tab)).status).toBe(404)
})

test('the pricing group is chosen in the dialog and saved at once, by whoever may', async () => {
  const { admin, agent } = server.people
  const tab = `/clients/${id}/pricing`
  expect((await htmxRequest(server, admin, 'GET', tab)).html).toContain('There are no pricing groups yet.')
  const group = await expectOk(admin.post('/api/pricing/groups', { name: 'Trade' }))
  const chosen = await htmxRequest(server, admin, 'POST', tab, { pricinggroup: group.id })
  expect(chosen.trigger.snackbar.message).toBe('Prices of Trade from now on')
  expect((await htmxRequest(server, agent, 'GET', tab)).html).toContain('Pays the prices of Trade.')
  expect((await htmxRequest(server, agent, 'POST', tab, { pricinggroup: '' })).status).toBe(403)
  const none = await htmxRequest(server, admin, 'POST', tab, { pricinggroup: '' })
  expect(none.trigger.snackbar.message).toBe('List prices from now on')
  const history = await expectOk(admin.get(`/api/clients/${id}/history`))
  expect(history[0]).toMatchObject({ field: 'pricinggroup', oldvalue: 'Trade', newvalue: '' })
  const missing = await admin.post('/api/pricing/client', { client: '', pricinggroup: group.id })
  expect([missing.status, missing.body.message]).toEqual([400, 'no client selected'])
})

test('the plain list has everybody, sorted and searched', async () => {
  const { admin } = server.people
  await expectOk(admin.post('/api/clients', { name: 'Zulu Signs', contactnumber: '031 555 0101' }))
  const { html } = await htmxRequest(server, admin, 'GET', '/clientslegacy?sort=-name')
  expect(html).toContain('/clients/export?sort=-name&amp;format=xlsx')
  expect(html.indexOf('Zulu Signs')).toBeLessThan(html.indexOf('Around the Horn'))
  const found = await htmxRequest(server, admin, 'GET', '/clientslegacy?search=zulu')
  expect([found.html.includes('031 555 0101'), found.html.includes('Around the Horn')]).toEqual([true, false])
})

test('is found word by word in any order, whatever the case and with or without accents', async () => {
  const { admin } = server.people
  for (const name of ['Môreson Koöperasie', 'ÉTOILE Salon', 'Ubuhle be-Afrika 100%'])
    await expectOk(admin.post('/api/clients', { name }))
  const papers = { registrationnumber: '2015/424242/07', vatnumber: '4990001234' }
  await expectOk(admin.post('/api/clients', { name: 'Papered Yard', ...papers }))
  for (const [search, found] of [
    ['MÔRESON', 'Môreson Koöperasie'],
    ['koöp', 'Môreson Koöperasie'],
    ['étoile', 'ÉTOILE Salon'],
    ['BE-AFRIKA', 'Ubuhle be-Afrika 100%'],
    ['100%', 'Ubuhle be-Afrika 100%'],
    ['moreson', 'Môreson Koöperasie'],
    ['etoile', 'ÉTOILE Salon'],
    ['kooperasie  MORE', 'Môreson Koöperasie'],
    ['e\u0301toile', 'ÉTOILE Salon'],
    ['2015/424242/07', 'Papered Yard'],
    ['papered 2015/424242', 'Papered Yard'],
    ['499 000 1234', 'Papered Yard'],
  ] as const) {
    const rows = await expectOk(admin.get(`/api/clients?search=${encodeURIComponent(search)}`))
    expect([search, rows.map((row: { name: string }) => row.name)]).toEqual([search, [found]])
  }
  for (const sign of ['%%', '*', '?', '[a-z]', '_', 'môreson etoile'])
    expect([sign, await expectOk(admin.get(`/api/clients?search=${encodeURIComponent(sign)}`))]).toEqual([
      sign,
      [],
    ])
})
