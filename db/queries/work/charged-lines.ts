import { and, asc, eq, type SQL } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { accountcodes, categories, inventory, materials } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** What the price of a line follows from: all that a job shows of it takes several times as long. */
const charged = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: materials.id,
      inventoryid: materials.inventoryid,
      description: materials.description,
      unit: materials.unit,
      unitratio: materials.unitratio,
      estimated: materials.estimated,
      consumed: materials.consumed,
      linerate: materials.linerate,
      inclusiverate: materials.inclusiverate,
      inclusivevat: materials.inclusivevat,
      discount: materials.discount,
      itemname: nameIn(inventory) as SQL<string | null>,
      vatexempt: categories.vatexempt,
      override: accountcodes.vat,
      overridechanges: accountcodes.vatchanges,
    })
    .from(materials)
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(and(eq(materials.jobid, p.jobid), eq(materials.archived, false), eq(materials.nonbillable, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id)),
)

export type ChargedRow = RowOf<typeof charged>

/** Those that are billable, in the order of the job. */
export const listBillableRows = (db: TenantDb, jobid: string) => charged.all(db, { jobid })
