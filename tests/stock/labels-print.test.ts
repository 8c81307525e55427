import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  for (const [name, barcode] of [
    ['Drill', 'D-1'],
    ['Saw 50%', 'S-1'],
    ['Broom', ''],
  ])
    await admin.post('/api/equipment', { name, barcode })
  await admin.post('/api/storage', { name: 'Shelf 1', barcode: 'SH-1' })
  await admin.post('/api/inventory', { code: '000042', materialname: 'Bolt', barcode: '6001' })
  await admin.post('/api/inventory', { code: 'NUT', make: 'Fabory', model: 'M8' })
})
afterAll(() => server.stop())

async function words(path: string) {
  const response = await fetch(`${server.url}/render/labels/${path}`, {
    headers: { cookie: server.people.admin.cookie },
  })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text.split('\n')
}

describe('labels', () => {
  test('are of what has a code, by name, and narrowed by a search', async () => {
    expect(await words('equipment')).toEqual(['Drill', 'D-1', 'Saw 50%', 'S-1'])
    expect(await words('equipment?search=50%25')).toEqual(['Saw 50%', 'S-1'])
    expect(await words('equipment?search=drill&copies=2&paper=roll')).toEqual([
      'Drill',
      'D-1',
      'Drill',
      'D-1',
    ])
    expect(await words('storage?paper=a4small')).toEqual(['Shelf 1', 'SH-1'])
    expect(await words('inventory')).toEqual(['Bolt', '6001', '000042', 'Fabory M8', 'NUT'])
  })

  test('are chosen on a page that says what gets none', async () => {
    const { admin, stakeholder } = server.people
    const { text } = await admin.get('/labels/equipment')
    expect(text).toContain('2 labels. 1 without a barcode gets none.')
    expect(text).toContain('/render/labels/equipment?format=png')
    expect((await admin.get('/labels/equipment?search=zzz')).text).toContain(
      'There is nothing to label here.',
    )
    expect((await stakeholder.get('/labels/inventory')).status).toBe(403)
    expect((await stakeholder.get('/render/labels/equipment')).status).toBe(403)
    expect((await server.other.get('/labels/equipment')).text).toContain('There is nothing to label here.')
    for (const wrong of ['paper=a3', 'first=0', 'copies=21', "ids=x'--"])
      expect((await admin.get(`/render/labels/equipment?${wrong}`)).status).toBe(400)
  })

  test('of things named by their ids are those alone', async () => {
    const { admin } = server.people
    const [one] = (await admin.get('/api/equipment?search=Saw')).body.data
    expect(await words(`equipment?ids=${one.id}`)).toEqual(['Saw 50%', 'S-1'])
  })
})
