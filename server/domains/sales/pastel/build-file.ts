import { eq } from 'drizzle-orm'
import {
  listExportedIds,
  listPastelDocuments,
  listPastelLines,
  type PastelDocument,
  type PastelLine,
} from '#db/queries/sales/pastel.ts'
import { accountcodes, pastel_exports } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { readSnapshot, type Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import {
  isCustomerCode,
  type PastelSettings,
  pastelTax,
  readPastelSettings,
} from '#server/domains/settings/accountcodes/pastel-settings.ts'
import { INCOME, readMiscCode } from '#server/domains/settings/accountcodes/set-misc.ts'
import { notFound } from '#server/errors.ts'
import {
  cutText,
  cutTexts,
  fiscalPeriod,
  pastelDay,
  pastelQuantity,
  pastelText,
} from '#server/export/pastel-rows.ts'
import { asPercent, asQuantity, asRate, toDecimalText } from '#server/money/decimal.ts'
import { priceWithVat } from '#server/money/price.ts'
import { getRecord } from '#server/records.ts'

const ITEM = '4'
const LEDGER = '6'

type Context = { settings: PastelSettings; misccode: string }

function readPastelContext(db: TenantDb): Context {
  const misc = readMiscCode(db, INCOME)
  return { settings: readPastelSettings(db), misccode: misc ? getRecord(db, accountcodes, misc).code : '' }
}

/** The same documents each time, by their snapshots. @throws 404 */
export function buildPastelFile(db: TenantDb, exportid: string) {
  const found = db.select().from(pastel_exports).where(eq(pastel_exports.id, exportid)).get()
  if (!found) throw notFound('export')
  const ids = listExportedIds(db, exportid)
  const lines = Map.groupBy(listPastelLines(db, ids), ({ invoiceid }) => invoiceid)
  const context = readPastelContext(db)
  const rows = listPastelDocuments(db, ids).flatMap((one) =>
    documentRows(one, lines.get(one.id) ?? [], context),
  )
  return { ...found, text: pastelText(rows) }
}

/** A Header row of 29 columns, a Detail row of 14 for each line (Sage Pastel Partner). */
function documentRows(document: PastelDocument, lines: readonly PastelLine[], context: Context): string[][] {
  const snapshot = readSnapshot(document.snapshot)
  return [headerRow(document, snapshot, context), ...lines.map((line) => detailRow(line, snapshot, context))]
}

function headerRow({ number, clientcode, finyearend }: PastelDocument, of: Snapshot, { settings }: Context) {
  const { date, duedate, client, site, original, order, subject } = of
  const place = site ?? client
  const messages = [original ? `Credits ${original.number}` : '', order ?? '', subject ?? ''].filter(Boolean)
  return [
    ...['Header', '', '', 'N', clientcode || settings.cashcustomer],
    ...[fiscalPeriod(date, finyearend), pastelDay(date), cutText(number, 25), 'N', '0'],
    ...[...cutTexts(messages, 3, 30), ...cutTexts(place.addresslines ?? [], 5, 30), '', '0'],
    ...[pastelDay(duedate ?? date), cutText(place.contactnumber, 16), '', cutText(place.contactname, 16)],
    ...['1', '', '', 'N', ''],
  ]
}

function detailRow(line: PastelLine, { lines }: Snapshot, { settings, misccode }: Context): string[] {
  const printed = lines[line.position]
  const rate = asRate(printed?.rate ?? 0)
  const inclusive = printed?.inclusiverate ?? priceWithVat(rate, asPercent(line.vatrate ?? 0))
  const discount = printed?.discount ?? 0
  return [
    ...[
      'Detail',
      toDecimalText(line.costrate ?? 0, 'rate'),
      pastelQuantity(asQuantity(printed?.quantity ?? 0)),
    ],
    ...[toDecimalText(rate, 'rate'), toDecimalText(inclusive, 'rate'), cutText(printed?.unit, 4)],
    ...[pastelTax(settings, line), discount ? '3' : '0', String(Math.round(discount / 100))],
    ...[line.code ?? misccode, cutText(printed?.description, 40), line.code ? ITEM : LEDGER, '', ''],
  ]
}

/** What Pastel would refuse or take for something else, in sentences. */
export function findPastelFaults(db: TenantDb, ids: readonly string[]): string[] {
  const { settings, misccode } = readPastelContext(db)
  const documents = listPastelDocuments(db, ids)
  const lines = listPastelLines(db, ids)
  const clients = documents.filter(
    ({ client, clientcode }) => client !== null && !isCustomerCode(clientcode ?? ''),
  )
  const cash = documents.some(({ client }) => client === null) && !settings.cashcustomer
  const items = lines.flatMap(({ code }) => (code && code.length > 15 ? [code] : []))
  return [
    ...(clients.length > 0
      ? [
          `Pastel knows a customer by a code of 1 to 6 characters: give one to ${named(clients.map(({ client }) => client ?? ''))}.`,
        ]
      : []),
    ...(cash ? ['There are cash sales: name the customer that they are charged to in the settings.'] : []),
    ...(items.length > 0
      ? [`Pastel takes item codes of at most 15 characters: shorten ${named(items)}.`]
      : []),
    ...(lines.some(({ code }) => code === null) && !misccode
      ? ['Some lines have no item: choose the account code of miscellaneous income under Manage, Accounting.']
      : []),
    ...(misccode.length > 15 ? ['Pastel takes account codes of at most 15 characters.'] : []),
  ]
}

const SHOWN = 5
function named(names: readonly string[]): string {
  const each = [...new Set(names)]
  const rest = each.length - SHOWN
  return each.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
