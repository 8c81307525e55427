import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { daysAfter } from '#server/dates.ts'
import { addressLines } from '#server/documents/parties.ts'
import type { PricedLine } from '#server/domains/work/jobs/price-lines.ts'
import { hundredPercent, type Quantity, toDecimalText } from '#server/money/decimal.ts'
import { divideRounded, multiply } from '#server/money/round.ts'
import type { PrintedFigures } from './job-figures.ts'

type PastelJob = {
  print: JobForPrint
  organisation: OrganisationRow
  lines: readonly PricedLine[]
  figures: PrintedFigures
  today: string
  /** Where lines without an item are booked; empty: they are remarks. */
  misccode: string
}

// What a company calls its codes of VAT is its own affair; these are those of a new company in Pastel.
const TAX = { standard: '01', none: '00' }
const INVENTORY = '4'
const LEDGER = '6'
const REMARK = '7'

/** A document as Sage Pastel Partner imports it: a Header row of 29 columns, a Detail row of 14 for each line. */
export function pastelDocument(job: PastelJob): string {
  return [
    headerRow(job),
    ...job.lines.filter(({ line }) => !line.nonbillable).map((line) => detailRow(line, job)),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
}

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
      cut(client?.code, 6),
      fiscalPeriod(today, organisation.finyearend),
      day(today),
    ],
    ...[cut(job.reference, 25), 'N', '0', ...take([job.customerreference, job.description], 3, 30)],
    ...[...take(delivery, 5, 30), '', '0', day(due), cut(site?.contactnumber, 16), ''],
    ...[cut(site?.contactname, 16), '1', '', '', 'N', ''],
  ]
}

function detailRow(priced: PricedLine, { figures, misccode }: PastelJob): string[] {
  const { line, code, itemname, vatrate } = priced
  const inclusive = multiply(line.linerate, Number(hundredPercent) + vatrate, hundredPercent)
  const type = code ? INVENTORY : misccode ? LEDGER : REMARK
  return [
    ...['Detail', toDecimalText(line.costrate, 'rate'), fourDecimals(figures.quantity(priced))],
    ...[toDecimalText(line.linerate, 'rate'), toDecimalText(inclusive, 'rate'), cut(line.unit, 4)],
    ...[
      vatrate > 0 ? TAX.standard : TAX.none,
      line.discount ? '3' : '0',
      String(Math.round(line.discount / 100)),
    ],
    ...[cut(code || misccode, 15), cut(line.description || itemname, 40), type, '', ''],
  ]
}

const fourDecimals = (quantity: Quantity) =>
  toDecimalText(Number(divideRounded(BigInt(quantity), 100n)), 'rate')

/** The month of the financial year that ends with the month `end`, from 1. */
export const fiscalPeriod = (date: string, end: number): string =>
  String(((Number(date.slice(5, 7)) - end + 11) % 12) + 1)

const day = (date: string) => date.split('-').reverse().join('/')
const cut = (text: string | null | undefined, most: number) => [...(text ?? '')].slice(0, most).join('')
const take = (texts: readonly string[], many: number, most: number) =>
  Array.from({ length: many }, (_, at) => cut(texts[at], most))
const cell = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
