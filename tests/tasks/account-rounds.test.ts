import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accountIds } from '#db/queries/outbox.ts'
import type { Tenants } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { accountRounds } from '#server/account-rounds.ts'
import { DAY_MS, HOUR_MS } from '#server/instants.ts'
import { Outboxes } from '#server/mail/outboxes.ts'
import { until } from '#tests/support/eventually.ts'
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

/** A moment before one round of a day, whose end `pass` brings about. */
function beforeMidnight() {
  const midnight = Math.ceil((server.services.clock().getTime() + 1) / DAY_MS) * DAY_MS
  let now = midnight - 1
  const { services } = closedFiles()
  const visits: string[] = []
  const note = (id: string, at: Date) => void visits.push(`${at.getTime() < midnight ? 'old' : 'new'} ${id}`)
  return {
    ...{ services: { ...services, clock: () => new Date(now) }, visits, note },
    pass: () => {
      now = midnight
    },
    ofRound: (round: string) => ids.map((id) => `${round} ${id}`).toSorted(),
  }
}

test('a run that ends in the next round, which another run has seen, leaves that round whole', async () => {
  const { services, visits, note, pass, ofRound } = beforeMidnight()
  const slow = Promise.withResolvers<void>()
  const last = ids.toSorted().at(-1)
  const run = accountRounds(services, {
    everyms: DAY_MS,
    visit: (id, at) => {
      note(id, at)
      return id === last ? slow.promise : undefined
    },
  })
  const other = accountRounds(services, { everyms: HOUR_MS, visit: () => {} })
  const old = run()
  await until(() => visits.length === ids.length)
  pass()
  await other()
  slow.resolve()
  await old
  await run()
  await other()
  await run()
  expect(visits.toSorted()).toEqual([...ofRound('new'), ...ofRound('old')])
})

test('a run that began in the last round takes nothing back into it', async () => {
  const { services, visits, note, pass, ofRound } = beforeMidnight()
  const slow = Promise.withResolvers<void>()
  const slowly = accountRounds(services, { everyms: DAY_MS, visit: () => slow.promise })
  const old = slowly()
  pass()
  const run = accountRounds(services, { everyms: DAY_MS, visit: note })
  await run()
  slow.resolve()
  await old
  await run()
  expect(visits.toSorted()).toEqual(ofRound('new'))
})

test('a run that the next one overtook does not end its round', async () => {
  const { services, visits, note, pass, ofRound } = beforeMidnight()
  const slow = Promise.withResolvers<void>()
  const [first] = ids.toSorted()
  const run = accountRounds(services, {
    everyms: DAY_MS,
    visit: (id, at) => {
      note(id, at)
      return id === first ? slow.promise : undefined
    },
  })
  const old = run()
  pass()
  const present = run()
  slow.resolve()
  await Promise.all([old, present])
  await run()
  expect(visits.toSorted()).toEqual([...ofRound('new'), `old ${first}`])
})

test('an account is never visited twice at once for one reason', async () => {
  const { services, pass } = beforeMidnight()
  const slow = Promise.withResolvers<void>()
  const present: string[] = []
  let begun = 0
  let atOnce = 0
  const run = accountRounds(services, {
    everyms: DAY_MS,
    async visit(id) {
      begun++
      present.push(id)
      atOnce = Math.max(atOnce, present.filter((one) => one === id).length)
      await slow.promise
      present.splice(present.indexOf(id), 1)
    },
  })
  const other = accountRounds(services, { everyms: DAY_MS, visit: () => {} })
  const along = other()
  expect(begun).toBe(1)
  pass()
  const own = run()
  slow.resolve()
  await Promise.all([along, own])
  expect(begun).toBeGreaterThan(ids.length)
  expect(atOnce).toBe(1)
})

test('what waits for several reasons is looked up in one look', async () => {
  const { opened, services } = closedFiles()
  const mails = new Outboxes(services, { accounts: accountIds, next: () => null })
  const events = new Outboxes(services, { accounts: accountIds, next: () => '2026-01-01' })
  expect([await mails.scan(), await events.scan()]).toEqual([true, true])
  expect(opened.toSorted()).toEqual(ids.toSorted())
  expect([mails.waiting, events.waiting]).toEqual([0, ids.length])
})
