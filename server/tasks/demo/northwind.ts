import { northwind } from '#db/demo/northwind/set.ts'
import { daysAfter } from '#server/dates.ts'
import { type ImportRow, type ImportRows, readCsv } from '#server/import/index.ts'
import { parseRate, toDecimalText } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { moveDates, readCell, toWorkday } from './dates.ts'

const PREFIX = 'NW'
const COMPLETE_FOR_DAYS = 14
const SOON_DAYS = 7
const COST_PERCENT = 70

export function fillNorthwindJobs(rows: ImportRows, today: string): ImportRows {
  moveDates(rows, northwind.today, today)
  const orders = new Map(table('orders.csv').map((order) => [order.orderID ?? '', order]))
  const shippers = table('shippers.csv').map(shipperCategory)
  rows.categories?.push(...shippers.map(({ row }) => row))
  for (const job of rows.jobs!) {
    const order = orders.get(job.key ?? '')!
    job.values.reference = PREFIX + job.key
    job.values.scheduledminutes = '30'
    job.values.customerreference = `Order ${job.key}`
    refer(job, 'category', shippers.find(({ id }) => id === order.shipVia)!.row)
    shipTo(job.references.location!, order)
    job.values.status = demoStatus(job, today)
  }
  spreadOpen(
    rows.jobs!.filter((job) => !readCell(job, 'completed')),
    today,
  )
  describe(rows)
  return rows
}

type Cells = Record<string, string | undefined>

function table(file: keyof typeof northwind.files): Cells[] {
  const read = readCsv(file, new TextEncoder().encode(northwind.files[file]), { empty: 'NULL' })
  if (!read.ok) throw new Error(read.problems[0]?.sentence)
  const { columns, rows } = read.value
  return rows.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at]?.trim()])))
}

const shades = ['#2e7d32', '#1565c0', '#f9a825']

function shipperCategory({ shipperID = '', companyName = '' }: Cells, at: number) {
  const values = { name: companyName, jobcategory: 'true', colour: shades[at] ?? '' }
  const row: ImportRow = {
    file: 'shippers.csv',
    line: at + 2,
    key: `shipper ${shipperID}`,
    values,
    references: {},
  }
  return { id: shipperID, row }
}

function refer(from: ImportRow, field: string, to: ImportRow) {
  from.values[field] = to.key ?? ''
  from.references[field] = to
}

/** A client's location is where the newest order went: orders come oldest first. */
function shipTo(location: ImportRow, order: Cells) {
  const { shipName, shipAddress, shipCity, shipRegion, shipPostalCode, shipCountry } = order
  Object.assign(location.values, {
    name: shipName ?? '',
    addressline1: shipAddress ?? '',
    city: shipCity ?? '',
    province: shipRegion ?? '',
    postalcode: shipPostalCode ?? '',
    country: shipCountry ?? '',
  })
}

function demoStatus(job: ImportRow, today: string): string {
  const completed = readCell(job, 'completed')
  if (completed && completed < daysAfter(today, -COMPLETE_FOR_DAYS)) {
    job.values.paid = 'true'
    return 'Archived'
  }
  return completed ? 'Complete' : 'Draft'
}

function spreadOpen(open: ImportRow[], today: string) {
  const byDue = open.toSorted((a, b) => (readCell(a, 'finish') < readCell(b, 'finish') ? -1 : 1))
  for (const [at, job] of byDue.entries()) {
    job.values.status = at < 6 ? 'Approve' : at < 13 ? 'Review' : 'Draft'
    job.values.start = toWorkday(daysAfter(readCell(job, 'finish'), -3))
    if (readCell(job, 'finish') < daysAfter(today, SOON_DAYS)) job.values.critical = 'true'
  }
}

function describe({ jobs = [], materials = [] }: ImportRows) {
  const lines = Map.groupBy(materials, ({ references }) => references.jobid)
  for (const job of jobs) {
    const names = (lines.get(job) ?? []).map(({ references }) =>
      readCell(references.inventoryid!, 'materialname'),
    )
    const more = names.length > 2 ? ` and ${names.length - 2} more` : ''
    job.values.description = names.slice(0, 2).join(', ') + more
  }
  for (const { values, references } of materials) {
    const price = parseRate(readCell(references.inventoryid!, 'rate'))
    values.costrate = toDecimalText(multiply(price, COST_PERCENT, 100n), 'rate')
  }
}
