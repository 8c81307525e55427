import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { makeJob } from '#tests/stock/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const MOST_AT_ONCE = 1_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Complete, or invoiced and not paid, and each charges a rand. */
const addJobs = (count: number, status = 4) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) => {
    const settle = prepared(tx.db, 'UPDATE jobs SET status = ?, usedcents = 100 WHERE id = ?')
    for (let n = 0; n < count; n++) settle.run([status, makeJob(tx)])
    tx.invalidateCaches()
  })

const paths = ['/', '/billing', '/api/billing', '/billing/export?format=csv']

/** Of each of the paths, whether a thread answered it, and what it says. */
async function ask() {
  const spy = spyOn(server.services.tenants, 'fileRef')
  try {
    const answers: { status: number; text: string; threads: number }[] = []
    for (const path of paths) {
      spy.mockClear()
      const { status, text } = await server.people.admin.call('GET', path)
      answers.push({ status, text: text.replace(/<[^>]+>|\s+/g, ' '), threads: spy.mock.calls.length })
    }
    return answers
  } finally {
    spy.mockRestore()
  }
}

test('what many jobs have to invoice is summed by a thread, and is the same sum wherever it stands', async () => {
  await addJobs(MOST_AT_ONCE)
  const few = await ask()
  expect(few.map(({ status, threads }) => [status, threads])).toEqual(paths.map(() => [200, 0]))
  // What of invoiced jobs is to be credited is summed beside them.
  await addJobs(1, 5)
  expect((await ask()).map(({ threads }) => threads)).toEqual(paths.map(() => 1))
  await addJobs(1)
  const [dashboard, page, call, file] = await ask()
  expect([dashboard, page, call, file].map((one) => [one?.status, one?.threads])).toEqual(
    paths.map(() => [200, 1]),
  )
  expect(dashboard?.text).toContain(`${MOST_AT_ONCE + 1} jobs, without VAT`)
  expect(dashboard?.text).toContain('R 1 001,00')
  expect(page?.text).toContain('R 1 001,00')
  expect(JSON.parse(call?.text ?? '').total).toBe(MOST_AT_ONCE + 1)
  expect(file?.text.match(/;1;0;1;0 /g)).toHaveLength(MOST_AT_ONCE + 1)
})
