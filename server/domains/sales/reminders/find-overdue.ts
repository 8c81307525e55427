import { listOwed } from '#db/queries/sales/owed.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { buildStatement } from '#server/domains/sales/debtors/ageing.ts'
import { requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { visibleInvoice } from '#server/domains/sales/invoices/find-invoice.ts'
import { Problem } from '#server/errors.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import type { Overdue } from './reminder-text.ts'

const nothing = (message: string) => new Problem(400, message, { code: 'nothingoverdue' })

/** Invoices of a client that are past due. @throws 400 where there are none, or credit covers all that is owed */
export function findOverdue(db: TenantDb, viewer: Viewer, client: { id: string; name: string }): Overdue[] {
  requireWholeView(viewer)
  const { lines, ages } = buildStatement(db, client.id, readToday(db))
  const overdue = lines.flatMap(({ kind, name, ...line }) =>
    kind === 'invoice' && line.late > 0 ? [{ ...line, number: name }] : [],
  )
  if (overdue.length === 0) throw nothing(`${client.name} owes nothing that is overdue.`)
  checkCredit(client.name, ages)
  return overdue
}

/** @throws 400 for what is not overdue, or where credit of the client covers all they owe */
export function findOverdueInvoice(db: TenantDb, viewer: Viewer, id: string): Overdue {
  const { invoice, clientname } = visibleInvoice(db, viewer, id)
  const today = readToday(db)
  const owed = listOwed(db, { date: today, client: invoice.client ?? undefined }).find((one) => one.id === id)
  const late = owed ? daysBetween(owed.duedate ?? owed.date, today) : 0
  if (!owed || late <= 0) throw nothing(`${invoice.number ?? 'This draft'} is not overdue.`)
  if (invoice.client) checkCredit(clientname ?? 'This client', buildStatement(db, invoice.client, today).ages)
  return { ...owed, late }
}

function checkCredit(name: string, { total, credit }: { total: number; credit: number }) {
  if (total <= 0)
    throw nothing(
      `${name} has ${formatRand(credit)} of credit, which covers what is owed: put it to the invoices instead.`,
    )
}
