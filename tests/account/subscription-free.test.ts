import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('an account that never expires is told that nothing is sold to it, and offered no plan', async () => {
  const { admin } = server.people
  const page = async () => (await admin.get('/subscription')).text
  expect(await page()).toContain('Choose your plan')
  await server.services.platform.write(({ db }) =>
    db.update(accounts).set({ utcexpires: null }).where(eq(accounts.id, server.accountid)).run(),
  )
  const free = await page()
  expect(free).toContain('This account is not sold by subscription')
  for (const words of ['Evaluation', 'Choose your plan', 'None paid yet', 'Card payments are not set up'])
    expect(free).not.toContain(words)
})
