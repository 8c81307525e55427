import { type JobForPrint, jobForPrint, type OrganisationRow } from '#db/queries/documents.ts'
import { listUnsoldJobs } from '#db/queries/sales/consigned-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import {
  chargedBasis,
  chargedName,
  listChargedLines,
} from '#server/domains/work/jobdocuments/build-price-document.ts'
import { notFound } from '#server/errors.ts'
import { readUncharged } from './consigned.ts'
import { invoicedByLine } from './invoiced-lines.ts'
import { type BillableLine, quantityOpen } from './part.ts'

/** The lines of a job that charge something, with what was invoiced of each. */
export function billableLines(db: TenantDb, print: JobForPrint, organisation: OrganisationRow) {
  const basis = chargedBasis(print.job)
  const invoiced = invoicedByLine(db, [print.job.id])
  const unchargedOf = readUncharged(db, [print.job.id])
  return listChargedLines(db, print, organisation, basis, (id) => unchargedOf(id).kept).map(
    ({ line, quantity, amounts }) => ({
      id: line.id,
      name: chargedName(line),
      unit: line.unit,
      whole: quantity,
      amounts,
      invoiced: invoiced.get(line.id),
      held: unchargedOf(line.id).held,
      charged: line,
    }),
  ) satisfies BillableLine[]
}

/** As whichever organisation would invoice the job. */
export function jobBillableLines(db: TenantDb, jobid: string) {
  const print = jobForPrint(db, jobid)
  if (!print) throw notFound('job')
  const organisation = resolveOrganisation(db, { named: [print.job.organisation, print.boardorganisation] })
  return { print, organisation, lines: billableLines(db, print, organisation) }
}

/** What lies unsold at the client's is still to be charged, or comes back. */
export const isWhollyInvoiced = (db: TenantDb, jobid: string): boolean =>
  jobBillableLines(db, jobid).lines.every((line) => quantityOpen(line) === 0) &&
  listUnsoldJobs(db, [jobid]).length === 0
