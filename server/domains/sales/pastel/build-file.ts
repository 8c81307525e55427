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
import { cutText, cutTexts, fiscalPeriod, pastelDay, pastelText } from '#server/export/pastel-rows.ts'
import { asPercent, toDecimalText } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { type FittedLine, fitDocument, type IssuedLine, statePieces } from './fit-line.ts'

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

/** A Header row of 29 columns, Detail rows of 14 for each line (Sage Pastel Partner). */
function documentRows(document: PastelDocument, lines: readonly PastelLine[], context: Context): string[][] {
  const snapshot = readSnapshot(document.snapshot)
  const fitted = fitDocument(lines.map((line) => issuedLine(line, snapshot)))
  return [
    headerRow(document, snapshot, { ...context, withvat: fitted.withvat }),
    ...lines.flatMap((line, at) => detailRows(line, snapshot, { ...context, fitted: fitted.lines[at] })),
  ]
}

function issuedLine({ position, vatrate, exempt }: PastelLine, { lines }: Snapshot): IssuedLine {
  const {
    quantity = 0,
    rate = 0,
    inclusiverate,
    discount = 0,
    net = 0,
    vat = 0,
    total = 0,
  } = lines[position] ?? {}
  const tax = asPercent(exempt ? 0 : (vatrate ?? 0))
  return { quantity, rate, inclusiverate, discount, vatrate: tax, net, vat, total }
}

function headerRow(
  { number, clientcode, finyearend }: PastelDocument,
  of: Snapshot,
  { settings, withvat }: Context & { withvat: boolean },
) {
  const { date, duedate, client, site, original, order, subject } = of
  const place = site ?? client
  const messages = [original ? `Credits ${original.number}` : '', order ?? '', subject ?? ''].filter(Boolean)
  return [
    ...['Header', '', '', 'N', clientcode || settings.cashcustomer],
    ...[fiscalPeriod(date, finyearend), pastelDay(date), cutText(number, 25), withvat ? 'Y' : 'N', '0'],
    ...[...cutTexts(messages, 3, 30), ...cutTexts(place.addresslines ?? [], 5, 30), '', '0'],
    ...[pastelDay(duedate ?? date), cutText(place.contactnumber, 16), '', cutText(place.contactname, 16)],
    ...['1', '', '', 'N', ''],
  ]
}

function detailRows(
  line: PastelLine,
  snapshot: Snapshot,
  { settings, misccode, fitted }: Context & { fitted: FittedLine | undefined },
): string[][] {
  const printed = snapshot.lines[line.position]
  return statePieces(fitted, issuedLine(line, snapshot)).map(({ quantity, excl, incl, off }) => [
    ...['Detail', toDecimalText(line.costrate ?? 0, 'rate'), toDecimalText(quantity, 'rate')],
    ...[toDecimalText(excl, 'rate'), toDecimalText(incl, 'rate'), cutText(printed?.unit, 4)],
    ...[pastelTax(settings, line), off ? '3' : '0', String(off)],
    ...[line.code ?? misccode, cutText(printed?.description, 40), line.code ? ITEM : LEDGER, '', ''],
  ])
}

/** In words, for the log: which documents were stated otherwise so that Pastel comes to the same cents. */
export function describeFit(db: TenantDb, ids: readonly string[]): string {
  const lines = Map.groupBy(listPastelLines(db, ids), ({ invoiceid }) => invoiceid)
  const fitted = listPastelDocuments(db, ids).map(({ id, number, snapshot }) => {
    const read = readSnapshot(snapshot)
    const { withvat, lines: fits } = fitDocument((lines.get(id) ?? []).map((line) => issuedLine(line, read)))
    const has = (test: (fit: FittedLine) => boolean) => fits.some(test)
    return {
      number: number ?? '',
      withvat,
      split: has(({ pieces }) => (pieces?.length ?? 0) > 1),
      priced: has(({ pieces, adjusted }) => adjusted && pieces?.length === 1),
      unfit: has(({ pieces }) => !pieces),
    }
  })
  const say = (what: 'withvat' | 'split' | 'priced' | 'unfit', words: string) => {
    const found = fitted.filter((one) => one[what]).map(({ number }) => number)
    return found.length > 0 ? [`${words}: ${named(found)}.`] : []
  }
  return [
    ...say('withvat', 'Prices with VAT'),
    ...say('priced', 'Unit prices changed by less than a cent’s worth, or net of their discount'),
    ...say('split', 'Lines split in two or three'),
    ...say('unfit', 'May be a cent off in Pastel'),
  ].join(' ')
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
      ? [
          'Some lines have no item: choose the account code of miscellaneous income under General settings, Accounting.',
        ]
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
