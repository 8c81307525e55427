import { randomUUIDv7 } from 'bun'
import { eq, is } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Platform } from '#db/platform.ts'
import * as platformSchema from '#db/schema/platform/index.ts'
import * as tenantSchema from '#db/schema/tenant/index.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import type { PlatformTx, TenantDb } from '#db/types.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import type { TestServer } from './server.ts'

export const SENTINEL = 'SENTINEL'

const tablesOf = (schema: Record<string, unknown>) =>
  Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable))
export const tenantTables = tablesOf(tenantSchema)

/** After any test, and no later than anything is put off. */
const LATER = addMs(new Date(), DAY_MS)

/** Columns whose text has a form of its own. */
const special: Record<string, unknown> = {
  'users.roles': '[]',
  'seats.roles': '[]',
  'sessions.endedutc': null,
  'sessions.expiresutc': '2999-01-01T00:00:00.000Z',
  'apikeys.revokedutc': null,
  'apikeys.claims': null,
  'apikeys.expiresutc': null,
  'joinrequests.state': 'waiting',
  // Work beside requests would take these up.
  'digests.dueutc': LATER,
  'digests.nextutc': LATER,
  'webhooks.kinds': '["job.moved"]',
  'webhooks.claims': '["jobs.read"]',
  'webhooks.url': 'https://203.0.114.1/',
  'webhooks.state': 'off',
  'webhooks.answeredutc': null,
  'webhooks.oldsecretuntil': null,
  'webhook_events.nextutc': null,
  'webhook_events.createdutc': '2026-11-02T08:00:00.000Z',
  'webhook_attempts.dateutc': '2026-11-02T08:00:00.000Z',
  'notifications.sinceutc': '2026-11-02T08:00:00.000Z',
  'notifications.doneutc': null,
  'identities.provider': 'google',
  'paymentorders.fees': '[]',
  'accountnotes.added': '2026-11-02T08:00:00.000Z',
  'payments.renewedfrom': '2026-11-02T08:00:00.000Z',
  'payments.renewed': '2026-12-02T08:00:00.000Z',
  'payments.monthfrom': '2026-11-02T08:00:00.000Z',
  'payments.timefrom': '2026-11-02T08:00:00.000Z',
  'payments.timeuntil': '2026-12-02T08:00:00.000Z',
  'payments.parties': '',
  'payments.reversedutc': null,
  'payments.creditnumber': null,
  'cardsubscriptions.status': 'active',
  'cardsubscriptions.tell': '',
  'paymentnotifications.state': 'recorded',
  'settings.value': `"${SENTINEL}"`,
  'units.ratiotobase': '1',
  'materials.unitratio': '1',
  'categories.frequency': 'standalone',
  'categories.colour': '#123456',
  'organisations.colour': '#123456',
  'invoices.kind': 'invoice',
  'invoices.state': 'draft',
  'invoices.number': null,
  'invoices.series': null,
  'invoices.reason': null,
  'deliveries.state': 'draft',
  'deliveries.number': null,
  'deliveries.series': null,
  'deliveries.signature': null,
  'job_signoffs.strokes': '{"w":400,"h":160,"strokes":[[[10,80],[120,40],[240,110]]]}',
  'job_links.shown': '{"data":{"lines":[],"totals":{"total":1}}}',
  'organisations.vatchanges': '',
  'accountcodes.vatchanges': '',
  'deliveries.date': '2026-11-02',
  'delivery_events.kind': 'returned',
  'pastel_exports.kind': 'invoice',
  // Not while a test is slow: a backup writes what nobody asked for.
  'backup_schedule.dueutc': LATER,
  'reportschedules.report': 'debtors',
  'reportschedules.period': 'lastmonth',
  'reportschedules.format': 'pdf',
  'reportschedules.every': 'day',
  'reportschedules.hour': 7,
  'reportschedules.lastutc': LATER,
  'purchaseorders.number': null,
  'purchaseorders.series': null,
  'purchaseorders.date': '2026-11-02',
  'purchaseorders.required': '2026-11-30',
  'purchaseorders.expected': '2026-11-28',
  'purchaseorders.sentutc': null,
  'purchaseorders.cancelledutc': null,
  'purchaseorder_lines.unitratio': '1',
  'supplier_items.unitratio': '1',
  'purchase_receipts.undoneutc': null,
  'supplierinvoices.kind': 'invoice',
  'supplierinvoices.date': '2026-11-02',
  'supplierinvoices.duedate': '2026-11-30',
  'supplierinvoices.vatdate': '2026-11-02',
  'supplierinvoices.spread': 'value',
  'supplierinvoices.approvedutc': null,
  'supplierinvoices.cancelledutc': null,
  'supplierinvoice_lines.returnid': null,
  'supplierinvoice_lines.inputtax': 'other',
  'supplier_payments.date': '2026-11-02',
  'supplier_payments.method': 'transfer',
  'supplier_payments.reversedutc': null,
  'stock_sheets.state': 'counting',
  'stock_sheets.blind': false,
  'jobs.status': 3,
  'jobs.template': false,
  'jobs.start': '2026-11-02',
  'jobs.validuntil': '2999-12-31',
  'jobs.finish': '2026-11-30',
  'jobs.scheduledend': '2026-11-28',
  'jobs.completed': null,
  'jobs.created': '2026-11-01T08:00:00.000Z',
  'materials.role': 2,
  'job_links.purpose': 'approve',
  'job_links.ended': 'answered',
  'invoice_links.ended': 'withdrawn',
  'statement_links.ended': 'withdrawn',
  'job_sets.answer': 'approve',
  'boards.slug': 'sentinel-board',
  'lanes.jobids': '[]',
  'documents.entity': 'locations',
  'documents.filetype': '.png',
  'documents.media': 'image/png',
  'board_permissions.permission': 'manage',
  // Of no place: no foreign key says that it is one of those that there are.
  'stock_onhand.storageid': '',
  'stock_ledger.kind': 'inbound',
  'stock_ledger.effectivedate': '2026-11-02',
  'invoices.date': '2026-11-02',
  'invoices.part': null,
  'invoices.duedate': '2026-12-02',
  'invoice_payments.date': '2026-11-02',
  'client_payments.date': '2026-11-02',
  'client_payments.reverseddate': null,
  'notes.date': '2026-11-02T08:00:00.000Z',
  'locations.parent': null,
  'categories.defaultproduct': null,
}

/** Ids of the rows made, by table. */
export type SentinelValues = Record<string, string>

/** The address of a route with the ids of what was filled in. */
export function fillAddress(path: string, ids: Record<string, string>): string {
  const noun = path.split('/').find((part) => part in ids) ?? 'jobs'
  return path
    .replace('/:jobs/:board', '/jobs/sentinel-board')
    .replace(/:(\w+)/g, (_, name: string) => ids[name === 'userid' ? 'users' : noun] ?? noun)
}

/**
 * One row in every table of an account, with a sentinel in every text column: it must never reach another account.
 * @param words what stands in the text columns, when it is to be something else that is looked for
 */
export function fillWithSentinels(
  tenants: Tenants,
  accountid: string,
  words = SENTINEL,
): Promise<SentinelValues> {
  return tenants.write(accountid, { userid: null, name: SENTINEL }, (tx) => {
    const filled: SentinelValues = {}
    for (const table of tenantTables) fill(tx, table, filled, words)
    separateInput(tx.db, filled.inventory ?? '')
    tx.invalidateCaches()
    return filled
  })
}

/** Nothing is an input of itself. */
function separateInput(db: TenantDb, id: string) {
  const { inventory, item_inputs } = tenantSchema
  const product = db.select().from(inventory).where(eq(inventory.id, id)).get()
  if (!product) return
  const part = { ...product, id: randomUUIDv7(), code: `${product.code} part` }
  db.insert(inventory).values(part).run()
  db.update(item_inputs).set({ inputid: part.id }).run()
}

/** The same in the platform's file, for an account and a person who are there. What they are called stays. */
export function fillPlatform(
  platform: Platform,
  there: { accounts: string; users: string },
  words = SENTINEL,
): Promise<SentinelValues> {
  return platform.write((tx) => {
    const filled: SentinelValues = { ...there, settings: '' }
    for (const table of tablesOf(platformSchema)) fill(tx, table, filled, words)
    return filled
  })
}

/** Both files of a test server, with its agent as the person of the platform's rows. */
export async function fillServer({ accountid, people, services }: TestServer): Promise<SentinelValues> {
  const users = people.agent.userid
  const tenant = await fillWithSentinels(services.tenants, accountid)
  const platform = await fillPlatform(services.platform, { accounts: accountid, users })
  return { ...platform, ...tenant, users }
}

function fill(tx: Pick<Tx, 'db'> | PlatformTx, table: SQLiteTable, filled: SentinelValues, words: string) {
  const config = getTableConfig(table)
  // What is still to be indexed holds no words of anybody, and is done by itself, as the tag of each account is.
  if (config.name in filled || ['tenant', 'search_unindexed', 'linktags'].includes(config.name)) return
  filled[config.name] = Bun.randomUUIDv7()
  const parents = new Map<string, SQLiteTable>()
  for (const key of config.foreignKeys) {
    const { columns, foreignTable } = key.reference()
    for (const { name } of columns) parents.set(name, namedBy(table, name) ?? foreignTable)
    fill(tx, foreignTable, filled, words)
  }
  const values = Object.fromEntries(
    config.columns.map((column) => [
      column.name,
      sentinelValue(config.name, column, parents.get(column.name), filled, words),
    ]),
  )
  tx.db
    .insert(table)
    .values(values as never)
    .onConflictDoNothing()
    .run()
}

/** The table whose id stands in this column, also where a key of two columns refers to it by another table. */
function namedBy(table: SQLiteTable, column: string): SQLiteTable | undefined {
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = key.reference()
    const refersTo = foreignColumns[columns.findIndex(({ name }) => name === column)]
    if (refersTo) return refersTo.name === 'id' ? foreignTable : namedBy(foreignTable, refersTo.name)
  }
}

function sentinelValue(
  table: string,
  column: SQLiteColumn,
  parent: SQLiteTable | undefined,
  filled: SentinelValues,
  words: string,
): unknown {
  const path = `${table}.${column.name}`
  if (path in special) return wordsIn(special[path], words)
  if (parent) return getTableConfig(parent).name === table ? null : filled[getTableConfig(parent).name]
  if (column.name === 'id' && column.dataType === 'string') return filled[table]
  if (column.name.endsWith('utc')) return '2026-11-02T08:00:00.000Z'
  if (column.dataType === 'boolean') return false
  if (column.dataType === 'number') return column.primary ? undefined : 1
  if (column.dataType === 'buffer') return Buffer.from(SENTINEL)
  return `${words} ${path}`
}

const wordsIn = (value: unknown, words: string) => (value === `"${SENTINEL}"` ? JSON.stringify(words) : value)

/** Everything that an account's file holds, as text: to prove that nothing in it has changed. */
export function contentsOf(tenants: Tenants, accountid: string): string {
  return tenants.read(accountid, (db) =>
    JSON.stringify(tenantTables.map((table) => [getTableConfig(table).name, db.select().from(table).all()])),
  )
}

/** Everything that the platform's file holds of accounts and people, as text; `but` leaves tables out. */
export const platformContents = (platform: Platform, but: readonly string[] = []): string =>
  platform.read((db) =>
    JSON.stringify(
      tablesOf(platformSchema)
        .map((table) => [getTableConfig(table).name, db.select().from(table).all()] as const)
        .filter(([name]) => !but.includes(name)),
    ),
  )
