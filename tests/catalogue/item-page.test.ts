import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the page of an item has the words of its dialog, and its price for whoever may see it', async () => {
  const { admin, jobs } = server.people
  const made = { materialname: 'Angle iron', baseunit: 'm', rate: 62.5, mupercent: 30 }
  const { id } = await expectOk(admin.post('/api/inventory', made))
  const facts = async (who = admin) =>
    [
      ...(await who.get(`/admin/inventory/${id}/overview`)).text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g),
    ].map(([, label, value = '']) => `${label}: ${value.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ')}`)
  const seen = await facts()
  expect(seen).toEqual(expect.arrayContaining(['Price: R 81,25 per m', 'Unit: m', 'Cost: R 62,50']))
  expect(seen.join()).not.toMatch(/Base|Stock name|Angle iron/)
  expect((await facts(jobs)).join()).not.toMatch(/Price|Cost/)
})
