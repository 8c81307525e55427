import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { daysAfter } from '#server/dates.ts'
import { addressLines } from '#server/documents/parties.ts'
import { type PastelSettings, pastelTax } from '#server/domains/settings/accountcodes/pastel-settings.ts'
import type { PricedLine } from '#server/domains/work/jobs/price-lines.ts'
import {
  cutText,
  cutTexts,
  fiscalPeriod,
  pastelDay,
  pastelQuantity,
  pastelText,
} from '#server/export/pastel-rows.ts'
import { toDecimalText } from '#server/money/decimal.ts'
import { priceWithVat } from '#server/money/price.ts'
import type { PrintedFigures } from './job-figures.ts'

type PastelJob = {
  print: JobForPrint
  organisation: OrganisationRow
  lines: readonly PricedLine[]
  figures: PrintedFigures
  today: string
  /** Where lines without an item are booked; empty: they are remarks. */
  misccode: string
  settings: PastelSettings
}

const INVENTORY = '4'
const LEDGER = '6'
const REMARK = '7'

/** A document as Sage Pastel Partner imports it: a Header row of 29 columns, a Detail row of 14 for each line. */
export const pastelDocument = (job: PastelJob): string =>
  pastelText([
    headerRow(job),
    ...job.lines.filter(({ line }) => !line.nonbillable).map((line) => detailRow(line, job)),
  ])

function headerRow({ print, organisation, today }: PastelJob): string[] {
  const { job, client, location } = print
  const site = location ?? client
  const delivery = site ? addressLines(site) : []
  const due = daysAfter(today, client?.paymentdays ?? 0)
  return [
    ...[
      'Header',
      '',
      '',
      'N',
      cutText(client?.code, 6),
      fiscalPeriod(today, organisation.finyearend),
      pastelDay(today),
    ],
    ...[cutText(job.reference, 25), 'N', '0', ...cutTexts([job.customerreference, job.description], 3, 30)],
    ...[...cutTexts(delivery, 5, 30), '', '0', pastelDay(due), cutText(site?.contactnumber, 16), ''],
    ...[cutText(site?.contactname, 16), '1', '', '', 'N', ''],
  ]
}

function detailRow(priced: PricedLine, { figures, misccode, settings, organisation }: PastelJob): string[] {
  const { line, code, itemname, vatrate, exempt } = priced
  const inclusive = line.inclusiverate ?? priceWithVat(line.linerate, vatrate)
  const type = code ? INVENTORY : misccode ? LEDGER : REMARK
  return [
    ...['Detail', toDecimalText(line.costrate, 'rate'), pastelQuantity(figures.quantity(priced))],
    ...[toDecimalText(line.linerate, 'rate'), toDecimalText(inclusive, 'rate'), cutText(line.unit, 4)],
    ...[
      pastelTax(settings, { vatrate: organisation.vatnumber.trim() ? vatrate : null, exempt }),
      line.discount ? '3' : '0',
      String(Math.round(line.discount / 100)),
    ],
    ...[cutText(code || misccode, 15), cutText(line.description || itemname, 40), type, '', ''],
  ]
}
