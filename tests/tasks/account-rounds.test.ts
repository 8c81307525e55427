import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accountIds } from '#db/queries/outbox.ts'
import type { Tenants } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { accountRounds } from '#server/account-rounds.ts'
import { HOUR_MS } from '#server/instants.ts'
import { Outboxes } from '#server/mail/outboxes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ids: string[]
beforeAll(async () => {
  server = await startTestServer()
  ids = server.services.platform.read(accountIds)
})
afterAll(() => server.stop())

/** Files that are opened for a look and closed after it; `foreign` is served by another process. */
function closedFiles(foreign = '') {
  const opened: string[] = []
  let isOpen = false
  const tenants = {
    exists: () => true,
    isMine: (id: string) => id !== foreign,
    glance<T>(id: string, run: (db: TenantDb) => T): T {
      if (isOpen) return run({} as TenantDb)
      opened.push(id)
      isOpen = true
      try {
        return run({} as TenantDb)
      } finally {
        isOpen = false
      }
    },
  } as unknown as Tenants
  return { opened, services: { ...server.services, tenants } }
}

test('rounds that stand before the same account open its file once, and each visits all that are ours', async () => {
  const [foreign, ...ours] = ids
  const { opened, services } = closedFiles(foreign)
  const visited: string[][] = [[], [], []]
  const rounds = visited.map((seen, n) =>
    accountRounds(services, {
      everyms: 6 * HOUR_MS,
      visit: (id) => services.tenants.glance(id, () => void seen.push(id)),
      aheadms: n,
    }),
  )
  await Promise.all(rounds.map((run) => run()))
  for (const run of rounds) await run()
  expect(opened.toSorted()).toEqual(ours.toSorted())
  for (const seen of visited) expect(seen.toSorted()).toEqual(ours.toSorted())
})

test('what waits for several reasons is looked up in one look', async () => {
  const { opened, services } = closedFiles()
  const mails = new Outboxes(services, { accounts: accountIds, next: () => null })
  const events = new Outboxes(services, { accounts: accountIds, next: () => '2026-01-01' })
  expect([await mails.scan(), await events.scan()]).toEqual([true, true])
  expect(opened.toSorted()).toEqual(ids.toSorted())
  expect([mails.waiting, events.waiting]).toEqual([0, ids.length])
})
