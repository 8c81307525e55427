import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { steps, workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { accountClaims, type Claim, SYSTEMADMIN } from '#server/access/claims.ts'
import { loadViewer, type Viewer } from '#server/access/viewer.ts'
import { insertJob } from '#server/domains/work/jobs/save-job.ts'
import { parseRate } from '#server/money/decimal.ts'
import type { TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

export type WorkShop = JobFixtures & { steps: string[]; helper: string }

/** The fixtures of jobs with three steps on their category, and two workers: one signs in as `jobs`. */
export async function createWorkShop(server: TestServer): Promise<WorkShop> {
  const shop = await createJobFixtures(server)
  return server.services.tenants.write(server.accountid, by, (tx) => {
    const ids = ['Cut', 'Weld', 'Paint'].map((name, order) => addStep(tx, shop.category, name, 3, order))
    const helper = randomUUIDv7()
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(workers)
      .values({ id: helper, name: 'Hendrik', rate: parseRate(90), ...instants })
      .run()
    tx.db
      .update(workers)
      .set({ userid: server.people.jobs.userid, rate: parseRate(120) })
      .where(eq(workers.id, shop.worker))
      .run()
    tx.invalidateCaches()
    return { ...shop, steps: ids, helper }
  })
}

export function addStep(tx: Tx, category: string, name: string, lane: number | null, order: number): string {
  const id = randomUUIDv7()
  const instants = { createdutc: tx.now, updatedutc: tx.now }
  tx.db
    .insert(steps)
    .values({ id, category, name, instruction: `How to ${name.toLowerCase()}`, lane, order, ...instants })
    .run()
  return id
}

export const viewerWith = ({ db }: Tx, claims: readonly Claim[] = accountClaims): Viewer =>
  loadViewer(db, {
    userid: 'somebody',
    roles: claims === accountClaims ? [SYSTEMADMIN] : ['Jobs'],
    claims: new Set(claims),
  })

/** On the Approve lane, so with its steps. */
export function addApprovedJob(tx: Tx, shop: JobFixtures): string {
  const id = randomUUIDv7()
  return (
    insertJob(tx, { id, boardid: shop.boardid, status: 3, template: false, description: 'Gate' }, [
      shop.category,
    ]) && id
  )
}
