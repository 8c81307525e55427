import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type StepsDone = {
  organisations: number
  boards: number
  categories: number
  inventory: number
  clients: number
  people: number
}

const STEPS_DONE = `
  SELECT EXISTS (SELECT 1 FROM organisations WHERE archived = 0) AS organisations,
    EXISTS (SELECT 1 FROM boards WHERE archived = 0) AS boards,
    EXISTS (SELECT 1 FROM categories WHERE jobcategory = 1 AND archived = 0) AS categories,
    EXISTS (SELECT 1 FROM inventory LIMIT 1) AS inventory,
    EXISTS (SELECT 1 FROM clients LIMIT 1) AS clients,
    (SELECT count(*) FROM users WHERE archived = 0) > 1 AS people`

/** Which of the things that a workshop begins with are there. */
export const stepsDone = (db: TenantDb): StepsDone => prepared<StepsDone>(db, STEPS_DONE).get() as StepsDone
