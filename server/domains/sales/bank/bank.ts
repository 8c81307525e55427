import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import {
  type BankLine,
  bankLineById,
  countBankLines,
  listAllUnpaid,
  listBankAccounts,
  listBankLines,
} from '#db/queries/sales/bank-lines.ts'
import { clientPaymentById } from '#db/queries/sales/client-payments.ts'
import { bank_accounts, bank_lines } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { receiveForClient, requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { payInvoice } from '#server/domains/sales/invoices/pay-invoice.ts'
import type { Received } from '#server/domains/sales/invoices/store-payment.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { longDate } from '#views/format.ts'
import type { BankLineView, BankState } from '#views/sales/bank/types.ts'
import type { BankColumns } from './find-columns.ts'
import { findUnpaidByNumber, matchInvoices, prepareMatches } from './match-invoices.ts'
import { readCsvStatement } from './read-csv-statement.ts'
import { readOfx } from './read-ofx.ts'
import { keyLines, type ReadStatement } from './statement-line.ts'

const MOST_BYTES = 2 * 1024 * 1024

type Upload = {
  name: string
  bytes: Uint8Array
  account: string
  columns?: BankColumns
  unproven?: boolean
}

/** @throws 400 by field */
export function readStatement(db: TenantDb, { account, ...upload }: Upload) {
  const statement = readFile(upload, rememberedColumns(findAccount(db, account)?.columns))
  const today = readToday(db)
  const early = statement.lines.find(({ date }) => date > today)
  if (early)
    throw invalid({
      file: `Line ${early.row} is of ${longDate(early.date)}, a day that has not come. Nothing was taken in.`,
    })
  return { ...statement, columns: upload.columns }
}

function readFile(
  { name, bytes, columns, unproven = false }: Omit<Upload, 'account'>,
  remembered: readonly BankColumns[],
): ReadStatement {
  if (bytes.length === 0) throw invalid({ file: 'Choose the file of a statement.' })
  if (bytes.length > MOST_BYTES) throw invalid({ file: 'A statement may have at most 2 MB.' })
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4_096))
  if (/<OFX>|OFXHEADER|<\?OFX/i.test(head)) return { lines: readOfx(bytes), proof: 'none', warnings: [] }
  return readCsvStatement(name, bytes, { columns, remembered, unproven })
}

const findAccount = (db: TenantDb, account: string) =>
  listBankAccounts(db).find(({ name }) => name === account)

/** Before there were several, one stood alone. */
const rememberedColumns = (columns: string | undefined): BankColumns[] =>
  columns ? [JSON.parse(columns)].flat() : []

/** Adds what came in and is not there yet. @returns how many lines are new, known, and money that went out */
export function addStatement(
  tx: Tx,
  viewer: Viewer,
  account: string,
  { lines, columns, proof, warnings }: ReturnType<typeof readStatement>,
) {
  requireWholeView(viewer)
  const bankid = findOrAddAccount(tx, account, columns)
  const keyed = keyLines(lines)
  const received = keyed.filter(({ cents }) => cents > 0)
  const rows = received.map(({ key, date, cents, description, reference }) => ({
    ...{ id: randomUUIDv7(), bankid, key, date, description, reference },
    ...{ amountcents: asCents(cents), createdutc: tx.now },
  }))
  const added = insertRows(tx.db, bank_lines, rows, 'known')
  tx.publish('RecordChanged', [{ table: 'bank', id: bankid }])
  return {
    ...{ account: bankid, added, known: received.length - added, out: lines.length - received.length },
    ...{ balance: proof, warnings },
  }
}

/** Of an account; a bank may give several layouts. */
const REMEMBERED = 10

function findOrAddAccount(tx: Tx, name: string, columns?: BankColumns): string {
  const known = findAccount(tx.db, name)
  const before = rememberedColumns(known?.columns)
  const others = before.filter((one) => !Bun.deepEquals(one, columns))
  const kept = columns && JSON.stringify([columns, ...others].slice(0, REMEMBERED))
  if (known) {
    if (kept && kept !== known.columns)
      tx.db.update(bank_accounts).set({ columns: kept }).where(eq(bank_accounts.id, known.id)).run()
    return known.id
  }
  const id = randomUUIDv7()
  tx.db.insert(bank_accounts).values({ id, name, columns: kept, createdutc: tx.now }).run()
  return id
}

const stateOf = ({ paymentid, state }: BankLine): BankState => (paymentid ? 'booked' : (state as BankState))

/** Lines of a state, with what each may pay. */
export function readBankLines(
  db: TenantDb,
  viewer: Viewer,
  { state, skip = 0, take = 50 }: { state: BankState; skip?: number; take?: number },
) {
  requireWholeView(viewer)
  const counts: Record<BankState, number> = { open: 0, booked: 0, ignored: 0 }
  for (const { state, lines } of countBankLines(db)) counts[state as BankState] = lines
  const matches = prepareMatches(state === 'open' ? listAllUnpaid(db) : [])
  const rows = listBankLines(db, state, { take, skip }).map((line) =>
    presentLine(line, state === 'open' ? matchInvoices(line, matches) : []),
  )
  return { rows, counts, total: counts[state] }
}

const presentLine = (line: BankLine, matches: BankLineView['matches']): BankLineView => ({
  ...line,
  state: stateOf(line),
  matches,
})

/** @throws 404 */
export function readBankLine(db: TenantDb, viewer: Viewer, id: string): BankLineView {
  requireWholeView(viewer)
  const line = bankLineById(db, id)
  if (!line) throw notFound('line')
  return presentLine(line, matchInvoices(line, prepareMatches(listAllUnpaid(db))))
}

function openLine(tx: Tx, viewer: Viewer, id: string): BankLineView {
  const line = readBankLine(tx.db, viewer, id)
  if (line.state === 'booked')
    throw new Problem(409, 'This line is booked already: its payment is reversed first.', { code: 'booked' })
  return line
}

/** What a line is booked for: an invoice by its number, or a client, whose oldest invoices it pays. */
type BookedFor = { number?: string; client?: string | null }

/** By the rule of every payment: more than is due is kept as credit. @throws 400 by field, 404, 409 */
export function bookLine(tx: Tx, viewer: Viewer, id: string, { number = '', client }: BookedFor) {
  const line = openLine(tx, viewer, id)
  const received: Received = {
    date: line.date,
    amount: asCents(line.amountcents),
    method: 'transfer',
    reference: (line.reference || line.description).slice(0, 120),
  }
  const wanted = number.trim()
  if (Boolean(client) === (wanted !== ''))
    throw invalid({
      number: client ? 'Give a number or a client, not both.' : 'Give the number of an invoice, or a client.',
    })
  const { paymentid, invoice } = client
    ? payClient(tx, viewer, client, received)
    : payNumber(tx, viewer, wanted, received)
  tx.db.update(bank_lines).set({ paymentid, state: 'open' }).where(eq(bank_lines.id, id)).run()
  tx.publish('RecordChanged', [{ table: 'bank', id }])
  const { open, clientname } = clientPaymentById(tx.db, paymentid) ?? { open: asCents(0), clientname: null }
  return { id, paymentid, invoice, client: clientname, credit: open }
}

type Booked = { paymentid: string; invoice: { id: string; number: string } | null }

const payClient = (tx: Tx, viewer: Viewer, client: string, received: Received): Booked => ({
  paymentid: receiveForClient(tx, viewer, client, { ...received, allocations: [], oldest: true }),
  invoice: null,
})

function payNumber(tx: Tx, viewer: Viewer, wanted: string, received: Received): Booked {
  const [found, other] = findUnpaidByNumber(listAllUnpaid(tx.db), wanted)
  if (found && other) throw invalid({ number: `Is it ${found.number} or ${other.number}? Write it in full.` })
  if (!found) throw invalid({ number: `No unpaid invoice or deposit request is called ${wanted}.` })
  const { paymentid } = payInvoice(tx, viewer, found.id, received)
  return { paymentid, invoice: { id: found.id, number: found.number } }
}

/** What is no payment of a client is put aside, and brought back. @throws 404, 409 */
export function setAside(tx: Tx, viewer: Viewer, id: string, aside: boolean) {
  openLine(tx, viewer, id)
  const state = aside ? 'ignored' : 'open'
  tx.db.update(bank_lines).set({ state }).where(eq(bank_lines.id, id)).run()
  tx.publish('RecordChanged', [{ table: 'bank', id }])
  return { id, state }
}
