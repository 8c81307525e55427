import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listDueAccounts, scheduleDigest } from '#db/queries/platform/digests.ts'
import { listUncheckedXero, putXeroConnection } from '#db/queries/platform/xero.ts'
import { accounts, placement } from '#db/schema/platform/index.ts'
import type { PlatformDb } from '#db/types.ts'
import { findServing } from '#server/cells/cell.ts'
import { sendDigests } from '#server/domains/people/notifications/send-digests.tsx'
import { type Cells, startCells } from './support.ts'

/** More than any process looks at in one go. */
const MANY = 60
const LONG_AGO = '2026-01-01T00:00:00.000Z'

let cells: Cells
beforeAll(async () => {
  cells = await startCells()
})
afterAll(() => cells.stop())

const idAt = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
const ownerOf = (accountid: string) =>
  (cells.placed(accountid).cell === 'c01' ? cells.c01 : cells.c02).services

/** Accounts beside this one that another cell serves, of which something has been due for longest. */
const addOthers = (due: (db: PlatformDb, accountid: string) => void) =>
  cells.platform.services.platform.write(({ db }) => {
    const [account] = db.select().from(accounts).where(eq(accounts.id, cells.accountid)).all()
    const away = cells.placed(cells.otherid).cell
    for (let at = 0; at < MANY; at++) {
      const id = idAt(at)
      db.insert(accounts)
        .values({ ...account!, id, name: `Other ${at}` })
        .onConflictDoNothing()
        .run()
      db.insert(placement).values({ accountid: id, cell: away }).onConflictDoNothing().run()
      due(db, id)
    }
  })

test('digests of a cell that is down keep no other cell from sending its own', async () => {
  await addOthers((db, id) => scheduleDigest(db, id, LONG_AGO))
  const services = ownerOf(cells.accountid)
  const dueutc = new Date(services.clock().getTime() - 1).toISOString()
  await services.platform.write(({ db }) => scheduleDigest(db, cells.accountid, dueutc))
  const due = (cell: string) =>
    services.platform
      .read((db) => listDueAccounts(db, services.clock().toISOString(), MANY, { cell, platform: 'c00' }))
      .map(({ accountid }) => accountid)
  await sendDigests(services)
  const own = cells.placed(cells.accountid).cell
  expect(due(own)).toEqual([])
  expect(due(cells.placed(cells.otherid).cell)).toHaveLength(MANY)
  expect(due('')).toHaveLength(MANY)
  expect(due('c00')).toEqual([])
})

test('nor does what is unchecked in Xero, where each account has its turn', async () => {
  const connection = {
    tokens: '',
    accessuntilutc: LONG_AGO,
    connectedutc: LONG_AGO,
    checkedutc: LONG_AGO,
    tenantid: 'x',
  }
  const connect = (db: PlatformDb, accountid: string) => putXeroConnection(db, { ...connection, accountid })
  await addOthers(connect)
  const { platform, cell } = ownerOf(cells.accountid)
  await platform.write(({ db }) => connect(db, cells.accountid))
  const unchecked = (serving: ReturnType<typeof findServing>, after = '', most = 5) =>
    platform.read((db) =>
      listUncheckedXero(db, { before: `${LONG_AGO}~`, latest: 'z', after, most, ...serving }),
    )
  expect(unchecked(findServing(cell))).toEqual([cells.accountid])
  expect(unchecked(findServing(null), idAt(2), 2)).toEqual([idAt(3), idAt(4)])
  await platform.write(({ db }) =>
    db.update(placement).set({ target: 'c09' }).where(eq(placement.accountid, cells.accountid)).run(),
  )
  expect(unchecked(findServing(cell))).toEqual([])
  await platform.write(({ db }) => db.update(placement).set({ target: null }).run())
})
