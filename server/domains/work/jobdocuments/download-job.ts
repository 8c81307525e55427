import { accountcodes } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readPastelSettings } from '#server/domains/settings/accountcodes/pastel-settings.ts'
import { INCOME, readMiscCode } from '#server/domains/settings/accountcodes/set-misc.ts'
import { jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { pricedLines } from '#server/domains/work/jobs/price-lines.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { EQUIPMENT, INPUT, OTHER, OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { presentLines } from '#server/domains/work/materials/present.ts'
import type { ExportColumn, ExportRow } from '#server/export/cells.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { readSubject } from './build-job-document.ts'
import { chargedFigures } from './job-figures.ts'
import { pastelDocument } from './pastel.ts'

type JobLineSheet = { columns: ExportColumn[]; rows: ExportRow[] }

const columns: ExportColumn[] = [
  { head: 'Job' },
  { head: 'Client' },
  { head: 'Kind' },
  { head: 'Code' },
  { head: 'Description' },
  { head: 'Unit' },
  { head: 'Estimated', kind: 'number' },
  { head: 'Used', kind: 'number' },
]
const amounts: ExportColumn[] = [
  { head: 'Rate', kind: 'money' },
  { head: 'Discount %', kind: 'number' },
  { head: 'Net', kind: 'money' },
  { head: 'VAT', kind: 'money' },
  { head: 'Total', kind: 'money' },
]

// Specification 2, section 3.
const kinds: Record<number, string> = {
  [INPUT]: 'Input material',
  [OUTPUT]: 'Output material',
  [EQUIPMENT]: 'Equipment in process',
  [OTHER]: 'Other',
}

/** The lines of a job as the rows of a sheet; amounts for whoever may see them. @throws 404 */
export function jobSheet(db: TenantDb, viewer: Viewer, id: string): JobLineSheet {
  const job = readJob(db, viewer, id)
  const lines = pricedLines(db, id)
  const figures = chargedFigures(job.fixedprice, lines)
  const money = viewer.claims.has('jobs.money')
  return {
    columns: money ? [...columns, ...amounts] : columns,
    rows: lines.map((priced) => {
      const { line, code, itemname } = priced
      const { net, vat, total } = figures.amounts(priced)
      return [
        ...[job.reference, job.client?.name, kinds[line.role], code, line.description || itemname, line.unit],
        ...[toDecimal(line.estimated, 'quantity'), toDecimal(line.consumed, 'quantity')],
        ...(money
          ? [
              ...[toDecimal(line.linerate, 'rate'), toDecimal(line.discount, 'percent')],
              ...[net, vat, total].map((cents) => toDecimal(cents, 'cents')),
            ]
          : []),
      ]
    }),
  }
}

/** Everything of a job as its calls tell it. @throws 404 */
export function jobData(db: TenantDb, viewer: Viewer, id: string) {
  const money = viewer.claims.has('jobs.money')
  return {
    ...readJob(db, viewer, id),
    materials: presentLines(db, id, { money }),
    ...(money ? { totals: jobTotals(db, id) } : {}),
  }
}

/** @throws 404 */
export function jobForPastel(db: TenantDb, viewer: Viewer, id: string): string {
  const { job: print, organisation } = readSubject(db, viewer, id)
  const lines = pricedLines(db, id)
  const misc = readMiscCode(db, INCOME)
  return pastelDocument({
    print,
    organisation,
    lines,
    figures: chargedFigures(print.job.fixedprice, lines),
    today: readToday(db),
    settings: readPastelSettings(db),
    misccode: misc ? getRecord(db, accountcodes, misc).code : '',
  })
}
