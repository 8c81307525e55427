import { asc, desc, eq, sql } from 'drizzle-orm'
import {
  bank_accounts,
  bank_lines,
  client_payments,
  clients,
  invoices,
  jobs,
} from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isAskedFor, isUnpaid, openCents } from './invoice-sums.ts'

const accounts = statement((q) =>
  q
    .select({
      id: bank_accounts.id,
      name: bank_accounts.name,
      columns: bank_accounts.columns,
      lines: sql<number>`(SELECT count(*) FROM bank_lines l WHERE l.bankid = ${bank_accounts.id})`,
    })
    .from(bank_accounts)
    .orderBy(asc(bank_accounts.name)),
)

export const listBankAccounts = (db: TenantDb) => accounts.all(db)

const shown = {
  id: bank_lines.id,
  date: bank_lines.date,
  amountcents: bank_lines.amountcents,
  description: bank_lines.description,
  reference: bank_lines.reference,
  state: bank_lines.state,
  bankname: bank_accounts.name,
  /** Null where nothing is booked, or what was is reversed. */
  paymentid: sql<string | null>`iif(${client_payments.reverseddate} IS NULL, ${bank_lines.paymentid}, NULL)`,
  client: clients.name,
}

/** What is booked stands so until its payment is reversed. */
const standing = sql<string>`iif(${bank_lines.paymentid} IS NOT NULL AND ${client_payments.reverseddate} IS NULL,
  'booked', ${bank_lines.state})`

const ofState = statement((q, p: Params<{ state: string; take: number; skip: number }>) =>
  q
    .select(shown)
    .from(bank_lines)
    .innerJoin(bank_accounts, eq(bank_accounts.id, bank_lines.bankid))
    .leftJoin(client_payments, eq(client_payments.id, bank_lines.paymentid))
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(eq(standing, p.state))
    .orderBy(desc(bank_lines.date), desc(bank_lines.id))
    .limit(p.take)
    .offset(p.skip),
)

export type BankLine = RowOf<typeof ofState>

/** The newest first. */
export const listBankLines = (db: TenantDb, state: string, { take, skip }: { take: number; skip: number }) =>
  ofState.all(db, { state, take, skip })

const counted = statement((q) =>
  q
    .select({ state: standing, lines: sql<number>`count(*)` })
    .from(bank_lines)
    .leftJoin(client_payments, eq(client_payments.id, bank_lines.paymentid))
    .groupBy(standing),
)

export const countBankLines = (db: TenantDb) => counted.all(db)

const byId = statement((q, p: Params<{ id: string }>) =>
  q
    .select(shown)
    .from(bank_lines)
    .innerJoin(bank_accounts, eq(bank_accounts.id, bank_lines.bankid))
    .leftJoin(client_payments, eq(client_payments.id, bank_lines.paymentid))
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(eq(bank_lines.id, p.id)),
)

export const bankLineById = (db: TenantDb, id: string) => byId.get(db, { id })

const asked = {
  id: invoices.id,
  kind: sql<'invoice' | 'deposit'>`${invoices.kind}`,
  number: sql<string>`${invoices.number}`,
  clientname: clients.name,
  jobreference: jobs.reference,
  open: openCents,
}

const unpaid = statement((q) =>
  q
    .select(asked)
    .from(sql`${invoices} INDEXED BY invoices_unpaid`)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(isUnpaid),
)

const unpaidDeposits = statement((q) =>
  q
    .select(asked)
    .from(sql`${invoices} INDEXED BY invoices_deposits_asked`)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(isAskedFor),
)

export type UnpaidInvoice = RowOf<typeof unpaid>

/** All that is owed, and what deposit requests ask for. */
export const listAllUnpaid = (db: TenantDb) => [...unpaid.all(db), ...unpaidDeposits.all(db)]
