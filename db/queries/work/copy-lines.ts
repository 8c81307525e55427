import { randomUUIDv7 } from 'bun'
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { FOR_NO_PRODUCT } from '#db/queries/work/line-product.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const lineOrder = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: materials.id,
      role: materials.role,
      description: materials.description,
      jobproduct: materials.jobproduct,
    })
    .from(materials)
    .where(and(eq(materials.jobid, p.jobid), eq(materials.archived, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id)),
)

/** As `listJobLines`, without what they refer to and come to. */
export const listLineOrder = (db: TenantDb, jobid: string) => lineOrder.all(db, { jobid })

/** What a copy has in place of what its line has: nothing of it is used yet. */
const ofCopy: Record<string, string> = {
  id: 'copied.value ->> 1',
  jobid: '?2',
  createdutc: '?3',
  updatedutc: '?3',
  version: '1',
  consumed: '0',
  released: '0',
  departed: '0',
  departedbefore: '0',
  replaced: '0',
  jobequipment: 'NULL',
  inputequipment: 'NULL',
  jobproduct: 'copied.value ->> 2',
}

const columns = Object.values(getTableColumns(materials)).map(({ name }) => name)
export const copyOfLines = `
  INSERT INTO materials (${columns.join(', ')})
  SELECT ${columns.map((name) => ofCopy[name] ?? `materials.${name}`).join(', ')}
  FROM json_each(?1) AS copied CROSS JOIN materials ON materials.id = copied.value ->> 0`

/** The lines of one job as those of another. @returns how many there are */
export function copyLines(db: TenantDb, now: string, from: string, to: string): number {
  const lines = listLineOrder(db, from)
  const copies = new Map(lines.map(({ id }) => [id, randomUUIDv7()]))
  // What SQL joins to the list itself it reads through for each line: no index of it is made.
  const productOf = (jobproduct: string | null) =>
    jobproduct === FOR_NO_PRODUCT ? FOR_NO_PRODUCT : copies.get(jobproduct ?? '')
  const copied = lines.map(({ id, jobproduct }) => [id, copies.get(id), productOf(jobproduct)])
  if (copied.length > 0) prepared(db, copyOfLines).run([JSON.stringify(copied), to, now])
  return copied.length
}
