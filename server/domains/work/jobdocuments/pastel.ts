import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { daysAfter } from '#server/dates.ts'
import { addressLines } from '#server/documents/parties.ts'
import {
  type FittedLine,
  fitDocument,
  type IssuedLine,
  statePieces,
} from '#server/domains/sales/pastel/fit-line.ts'
import { type PastelSettings, pastelTax } from '#server/domains/settings/accountcodes/pastel-settings.ts'
import type { PricedLine } from '#server/domains/work/jobs/price-lines.ts'
import { cutText, cutTexts, fiscalPeriod, pastelDay, pastelText } from '#server/export/pastel-rows.ts'
import { toDecimalText } from '#server/money/decimal.ts'
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
export function pastelDocument(job: PastelJob): string {
  const charged = job.lines.filter(({ line }) => !line.nonbillable)
  const fitted = fitDocument(charged.map((line) => chargedLine(line, job)))
  return pastelText([
    headerRow(job, fitted.withvat),
    ...charged.flatMap((line, at) => detailRows(line, fitted.lines[at], job)),
  ])
}

function chargedLine(priced: PricedLine, { figures }: PastelJob): IssuedLine {
  const { linerate: rate, inclusiverate, discount } = priced.line
  const { net, vat, total } = figures.amounts(priced)
  return {
    quantity: figures.quantity(priced),
    inclusiverate: inclusiverate ?? undefined,
    ...{ rate, discount, vatrate: priced.vatrate, net, vat, total },
  }
}

function headerRow({ print, organisation, today }: PastelJob, withvat: boolean): string[] {
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
    ...[
      cutText(job.reference, 25),
      withvat ? 'Y' : 'N',
      '0',
      ...cutTexts([job.customerreference, job.description], 3, 30),
    ],
    ...[...cutTexts(delivery, 5, 30), '', '0', pastelDay(due), cutText(site?.contactnumber, 16), ''],
    ...[cutText(site?.contactname, 16), '1', '', '', 'N', ''],
  ]
}

function detailRows(priced: PricedLine, fitted: FittedLine | undefined, job: PastelJob): string[][] {
  const { misccode, settings, organisation } = job
  const { line, code, itemname, vatrate, exempt } = priced
  const type = code ? INVENTORY : misccode ? LEDGER : REMARK
  const tax = pastelTax(settings, { vatrate: organisation.vatnumber.trim() ? vatrate : null, exempt })
  return statePieces(fitted, chargedLine(priced, job)).map(({ quantity, excl, incl, off }) => [
    ...['Detail', ...[line.costrate, quantity, excl, incl].map((figure) => toDecimalText(figure, 'rate'))],
    ...[cutText(line.unit, 4), tax, off ? '3' : '0', String(off)],
    ...[cutText(code || misccode, 15), cutText(line.description || itemname, 40), type, '', ''],
  ])
}
