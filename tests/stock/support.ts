import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { lockDataFolder } from '#db/data-folder.ts'
import { setSetting } from '#db/queries/settings.ts'
import { boards, inventory, jobs, organisations, storage, units } from '#db/schema/tenant/index.ts'
import { openTenants, type Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'

const by = { userid: null, name: 'Thandi Tester' }

export type TestTenant = ReturnType<typeof openTestTenant>

/** One tenant's file in a folder of its own, without a server. Call `close()` in `afterAll`. */
export function openTestTenant() {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-stock-'))
  const dataFolder = lockDataFolder(join(folder, 'data'))
  const tenants = openTenants({ dataFolder })
  const id = randomUUIDv7()
  tenants.create(id, 'Stock')
  return {
    read: <T>(run: (db: TenantDb) => T) => tenants.read(id, run),
    write: <T>(run: (tx: Tx) => T) => tenants.write(id, by, run),
    close() {
      tenants.closeAll()
      dataFolder.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const newRecord = (tx: Tx) => ({ id: randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now })
let count = 0

/** An item: Merchandise in pieces at R 10,00, unless said otherwise. */
export function makeItem(tx: Tx, values: Partial<typeof inventory.$inferInsert> = {}): string {
  const row = {
    ...newRecord(tx),
    code: `I${++count}`,
    inventoryclass: 1,
    rate: 100_000 as never,
    baseunit: 'ea',
  }
  tx.db
    .insert(inventory)
    .values({ ...row, ...values })
    .run()
  return values.id ?? row.id
}

export function makeUnit(tx: Tx, inventoryid: string, name: string, ratiotobase: string) {
  tx.db
    .insert(units)
    .values({ ...newRecord(tx), inventoryid, name, ratiotobase })
    .run()
}

export function makeStorage(tx: Tx, name: string): string {
  const row = { ...newRecord(tx), name }
  tx.db.insert(storage).values(row).run()
  return row.id
}

/** A job in Draft on a board of its own. */
export function makeJob(tx: Tx, values: Partial<typeof jobs.$inferInsert> = {}): string {
  const board = { ...newRecord(tx), name: `Board ${++count}`, slug: `board-${count}` }
  tx.db.insert(boards).values(board).run()
  const row = { ...newRecord(tx), reference: `J${count}`, boardid: board.id, created: tx.now }
  tx.db
    .insert(jobs)
    .values({ ...row, ...values })
    .run()
  return values.id ?? row.id
}

/** An organisation, the default one and a vendor unless said otherwise. */
export function makeOrganisation(tx: Tx, values: Partial<typeof organisations.$inferInsert> = {}): string {
  const row = { ...newRecord(tx), name: 'Workshop', flagdefault: true, vatnumber: '4123456789' }
  tx.db
    .insert(organisations)
    .values({ ...row, ...values })
    .run()
  return values.id ?? row.id
}

export const setBlockNegative = (tx: Tx, block: boolean) =>
  setSetting(tx.db, 'negativestock', block ? 'block' : 'warn')
