import { and, asc, between, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import {
  accountcodes,
  categories,
  clients,
  inventory,
  invoice_lines,
  invoices,
  materials,
  organisations,
  pastel_documents,
  pastel_exports,
} from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Asked = { organisation: string; kind: string; start: string; end: string }

const candidates = statement((q, p: Params<Asked>) =>
  q
    .select({
      id: invoices.id,
      number: invoices.number,
      total: invoices.totalcents,
      exported: sql<number>`EXISTS (SELECT 1 FROM pastel_documents d WHERE d.invoiceid = ${invoices.id})`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.organisation, p.organisation),
        between(invoices.date, p.start, p.end),
        sql`${invoices.state} <> 'draft'`,
        eq(invoices.kind, p.kind),
      ),
    )
    .orderBy(asc(invoices.date), asc(invoices.series)),
)

/** Issued documents of some days, and whether each went out before. */
export const listForPastel = (db: TenantDb, asked: Asked) => candidates.all(db, asked)

const documents = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      id: invoices.id,
      number: invoices.number,
      snapshot: invoices.snapshot,
      finyearend: organisations.finyearend,
      client: clients.name,
      clientcode: clients.code,
    })
    .from(listItems(p.ids))
    .innerJoin(invoices, eq(invoices.id, listItem))
    .innerJoin(organisations, eq(organisations.id, invoices.organisation))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .orderBy(asc(invoices.date), asc(invoices.series)),
)
export type PastelDocument = RowOf<typeof documents>

export const listPastelDocuments = (db: TenantDb, ids: readonly string[]) => documents.all(db, { ids })

const lines = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      invoiceid: invoice_lines.invoiceid,
      position: invoice_lines.position,
      vatrate: invoice_lines.vatrate,
      exempt: invoice_lines.exempt,
      costrate: materials.costrate,
      code: inventory.code,
    })
    .from(listItems(p.ids))
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, listItem))
    .leftJoin(materials, eq(materials.id, invoice_lines.materialid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .orderBy(asc(invoice_lines.invoiceid), asc(invoice_lines.position)),
)
export type PastelLine = RowOf<typeof lines>

export const listPastelLines = (db: TenantDb, ids: readonly string[]) => lines.all(db, { ids })

const exported = statement((q, p: Params<{ take: number }>) =>
  q
    .select({
      id: pastel_exports.id,
      kind: pastel_exports.kind,
      organisation: organisations.name,
      start: pastel_exports.start,
      end: pastel_exports.end,
      documents: pastel_exports.documents,
      totalcents: pastel_exports.totalcents,
      note: pastel_exports.note,
      createdby: pastel_exports.createdby,
      createdutc: pastel_exports.createdutc,
    })
    .from(pastel_exports)
    .innerJoin(organisations, eq(organisations.id, pastel_exports.organisation))
    .orderBy(desc(pastel_exports.id))
    .limit(p.take),
)

/** The newest first; their ids rise with time. */
export const listPastelExports = (db: TenantDb, take: number) => exported.all(db, { take })

const counted = statement((q) => q.select({ n: count() }).from(pastel_exports))

export const countPastelExports = (db: TenantDb) => counted.get(db)?.n ?? 0

const ofExport = statement((q, p: Params<{ exportid: string }>) =>
  q
    .select({ id: pastel_documents.invoiceid })
    .from(pastel_documents)
    .where(eq(pastel_documents.exportid, p.exportid)),
)

export const listExportedIds = (db: TenantDb, exportid: string): string[] =>
  ofExport.all(db, { exportid }).map(({ id }) => id)

export function addPastelExport(
  db: TenantDb,
  row: typeof pastel_exports.$inferInsert,
  ids: readonly string[],
) {
  db.insert(pastel_exports).values(row).run()
  for (const invoiceid of ids) db.insert(pastel_documents).values({ exportid: row.id, invoiceid }).run()
}

type Page = { after: string; take: number }

const customers = statement((q, p: Params<Page>) =>
  q
    .select()
    .from(clients)
    .where(and(gt(clients.id, p.after), eq(clients.archived, false)))
    .orderBy(asc(clients.id))
    .limit(p.take),
)

/** Those in use after an id, in the order of ids. */
export const listPastelCustomers = (db: TenantDb, page: Page) => customers.all(db, page)

const items = statement((q, p: Params<Page>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory) as SQL<string>,
      category: categories.name,
      unit: inventory.baseunit,
      rate: inventory.rate,
      vatexempt: categories.vatexempt,
      accountcode: accountcodes.code,
    })
    .from(inventory)
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(and(gt(inventory.id, p.after), eq(inventory.archived, false)))
    .orderBy(asc(inventory.id))
    .limit(p.take),
)

/** As of customers, with what the category says. */
export const listPastelItems = (db: TenantDb, page: Page) => items.all(db, page)
