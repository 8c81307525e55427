import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startTestServer()
  id = (await expectOk(server.people.admin.post('/api/organisations', { name: 'Northwind' }))).id
})
afterAll(() => server.stop())

const organisation = (name: string) => server.people.admin.get(`/api/organisations?search=${name}`)
const decoded = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
/** One pixel each. */
const PNG = decoded(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const JPEG = decoded(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////' +
    '////////////////////////2wBDAf//////////////////////////////////////////////////////////////////' +
    '////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAA' +
    'AAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgA/9k=',
)

function upload(content: BlobPart, name: string, type = 'image/png') {
  const form = new FormData()
  form.set('file', new File([content], name, { type }))
  return server.people.admin.call('POST', `/api/organisations/${id}/logo`, form)
}

test('the first is the default; there is never a second, and never none', async () => {
  const { admin } = server.people
  expect((await expectOk(admin.get(`/api/organisations/${id}`))).flagdefault).toBe(true)
  const second = await expectOk(admin.post('/api/organisations', { name: 'Second', flagdefault: true }))
  expect(second.flagdefault).toBe(true)
  expect((await organisation('Northwind')).body.data[0].flagdefault).toBe(false)
  expect(await expectRefused(admin.patch(`/api/organisations/${second.id}`, { flagdefault: false }))).toEqual(
    ['flagdefault'],
  )
  const { status, body } = await admin.delete(`/api/organisations/${second.id}`)
  expect([status, body.code]).toEqual([400, 'inuse'])
  await expectOk(admin.patch(`/api/organisations/${id}`, { flagdefault: true }))
  await expectOk(admin.delete(`/api/organisations/${second.id}`))
})

test('asks for reviews only where a second person may issue invoices', async () => {
  const alone = { name: 'One person', reviewinvoices: true }
  expect(await expectRefused(server.other.post('/api/organisations', alone))).toEqual(['reviewinvoices'])
  await expectOk(server.people.admin.post('/api/organisations', alone))
})

test('VAT is blank or digits with a decimal comma; the number has ten digits and begins with a 4', async () => {
  const { admin } = server.people
  const url = `/api/organisations/${id}`
  expect((await expectOk(admin.patch(url, { vat: '15,5', vatnumber: '4123456789' }))).vat).toBe(15.5)
  expect((await expectOk(admin.patch(url, { vat: '' }))).vat).toBeNull()
  expect((await expectOk(admin.patch(url, { vat: 14 }))).vat).toBe(14)
  for (const vat of ['fifteen', '1,2,3', '-1', '15,00001'])
    expect(await expectRefused(admin.patch(url, { vat })), vat).toEqual(['vat'])
  expect((await expectOk(admin.patch(url, { vatnumber: '412 345 6789 ' }))).vatnumber).toBe('4123456789')
  for (const vatnumber of ['3123456789', '412345678', '41234567890', '4 12345678'])
    expect(await expectRefused(admin.patch(url, { vatnumber })), vatnumber).toEqual(['vatnumber'])
})

test('the financial year ends in December unless told', async () => {
  const { admin } = server.people
  const url = `/api/organisations/${id}`
  expect((await expectOk(admin.get(url))).finyearend).toBe(12)
  expect((await expectOk(admin.patch(url, { finyearend: '2' }))).finyearend).toBe(2)
  for (const finyearend of [0, 13, 'May'])
    expect(await expectRefused(admin.patch(url, { finyearend }))).toEqual(['finyearend'])
})

test('a logo is a PNG or JPEG by its content, kept outside the database and served as what it is', async () => {
  const { admin } = server.people
  for (const [bytes, type] of [
    [PNG, 'image/png'],
    [JPEG, 'image/jpeg'],
  ] as const) {
    const { logofile } = await expectOk(upload(bytes, 'logo.txt', 'text/plain'))
    expect(existsSync(join(server.folder, 'data', 'files', server.accountid, logofile))).toBe(true)
    const answer = await fetch(`${server.url}/api/organisations/${id}/logo`, {
      headers: { cookie: admin.cookie },
    })
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  }
})

test('refuses what is no picture, whatever it is called, and keeps the one there was', async () => {
  const { admin } = server.people
  const before = await expectOk(admin.get(`/api/organisations/${id}`))
  const folder = join(server.folder, 'data', 'files', server.accountid)
  const files = readdirSync(folder).length
  expect(await expectRefused(upload('<html><script>alert(1)</script>', 'logo.png'))).toEqual(['file'])
  expect(
    await expectRefused(upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.svg', 'image/svg+xml')),
  ).toEqual(['file'])
  expect(await expectRefused(upload('', 'logo.png'))).toEqual(['file'])
  expect(await expectRefused(admin.post(`/api/organisations/${id}/logo`, { file: 'x' }))).toEqual(['file'])
  const large = new Uint8Array(2 * 1024 * 1024 + 1)
  large.set(PNG)
  expect((await upload(large, 'large.png')).status).toBe(413)
  expect((await expectOk(admin.get(`/api/organisations/${id}`))).logofile).toBe(before.logofile)
  expect(readdirSync(folder).length).toBe(files)
})

test('a logo belongs to its account, and to those who may change organisations', async () => {
  const path = `/api/organisations/${id}/logo`
  expect((await server.other.get(path)).status).toBe(404)
  expect((await server.people.stakeholder.get(path)).status).toBe(403)
  const form = new FormData()
  form.set('file', new File([PNG], 'logo.png'))
  expect((await server.people.jobs.call('POST', path, form)).status).toBe(403)
  expect((await server.other.call('POST', path, form)).status).toBe(404)
})

test('uploading leaves an open dialog’s version alone, and history tells of it', async () => {
  const { admin } = server.people
  const { version } = await expectOk(admin.get(`/api/organisations/${id}`))
  await expectOk(upload(PNG, 'a.png'))
  expect((await expectOk(admin.patch(`/api/organisations/${id}`, { bank: 'FNB', version }))).bank).toBe('FNB')
  const history = await expectOk(admin.get(`/api/organisations/${id}/history`))
  expect(history.find(({ field }: { field: string }) => field === 'logo')).toMatchObject({
    newvalue: 'a new picture',
  })
  expect((await htmxRequest(server, admin, 'GET', `/admin/organisations/${id}`)).html).toContain(
    `/api/organisations/${id}/logo?v=`,
  )
})
