import { asc, eq } from 'drizzle-orm'
import {
  accountcodes,
  categories,
  inventory,
  invoice_lines,
  materials,
  supplierinvoice_lines,
} from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const code = {
  accountcodeid: accountcodes.id,
  accountcode: accountcodes.code,
  accounttype: accountcodes.type,
}

const ofSale = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      position: invoice_lines.position,
      quantity: invoice_lines.quantity,
      netcents: invoice_lines.netcents,
      vatcents: invoice_lines.vatcents,
      vatrate: invoice_lines.vatrate,
      exempt: invoice_lines.exempt,
      ...code,
    })
    .from(invoice_lines)
    .leftJoin(materials, eq(materials.id, invoice_lines.materialid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(eq(invoice_lines.invoiceid, p.id))
    .orderBy(asc(invoice_lines.position)),
)

const INCOME = 0

type Coded = { accountcodeid: string | null; accountcode: string | null; accounttype: number | null }

/** The code of a category is for what is earned or for what is spent, and says nothing of the other. */
const codeOf = ({ accountcodeid, accountcode, accounttype }: Coded, type: number) =>
  accounttype === type ? { accountcodeid, accountcode } : { accountcodeid: null, accountcode: null }

export const listXeroLines = (db: TenantDb, id: string) =>
  ofSale.all(db, { id }).map((line) => ({ ...line, ...codeOf(line, INCOME) }))

const ofBill = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      description: supplierinvoice_lines.description,
      unit: supplierinvoice_lines.unit,
      quantity: supplierinvoice_lines.quantity,
      vatrate: supplierinvoice_lines.vatrate,
      inputtax: supplierinvoice_lines.inputtax,
      freight: supplierinvoice_lines.freight,
      netcents: supplierinvoice_lines.netcents,
      vatcents: supplierinvoice_lines.vatcents,
      totalcents: supplierinvoice_lines.totalcents,
      ...code,
    })
    .from(supplierinvoice_lines)
    .leftJoin(inventory, eq(inventory.id, supplierinvoice_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(eq(supplierinvoice_lines.invoiceid, p.id))
    .orderBy(asc(supplierinvoice_lines.rank)),
)
export type XeroBillLine = RowOf<typeof ofBill>

export const listXeroBillLines = (db: TenantDb, id: string) =>
  ofBill.all(db, { id }).map((line) => ({ ...line, ...codeOf(line, 1 - INCOME) }))
