import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { formatPlainValue, recordHistory, recordHistoryEntries } from '#server/history.ts'
import { readLabels } from '#server/resources.ts'
import { classNames } from '#server/stock/direction.ts'
import { exactRate, formatPercent, formatQuantity } from '#views/format.ts'
import { type LineFieldName, lineFieldNames, lineFields, lineMoneyFields } from './line-fields.ts'

/** Spec 2, "Job history". */
const LINE_MARKER = 'material.'

/** A piece by its role on a job, as a line in it says. */
export const pieceKinds: Record<number, string> = {
  1: lineFields.inputequipment.label,
  2: lineFields.jobequipment.label,
}

type LineChangeRow = { kind: string; old: string; new: string }

type Some = Partial<Pick<MaterialRow, LineFieldName>>

const money: ReadonlySet<string> = new Set(lineMoneyFields.map((name) => lineFields[name].label))
/** The tab on which a line stands, by the account's word for it. */
function roleWord(db: TenantDb, role: number): string {
  const labels = readLabels(db)
  const tabs = {
    1: labels['jobs.tab.input'],
    2: labels['jobs.tab.output'],
    3: 'Equipment in process',
    4: 'Other',
  }
  return tabs[role as keyof typeof tabs] ?? String(role)
}

export function recordLineHistory(
  tx: Tx,
  event: 'added' | 'changed' | 'removed',
  line: MaterialRow,
  before: Some,
  after: Some,
  names: ReadonlyMap<string, string>,
) {
  const rows = lineFieldNames
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      kind: lineFields[field].label,
      old: words(tx.db, field, before[field], names),
      new: words(tx.db, field, after[field], names),
    }))
    .filter((row) => row.old !== row.new)
  if (rows.length > 0) recordLineRows(tx, line.jobid, event, rows, line.description)
}

export function recordLineRows(tx: Tx, jobid: string, event: string, rows: LineChangeRow[], item = '') {
  const change = { field: `${LINE_MARKER}${event}`, oldvalue: '', newvalue: JSON.stringify(rows) }
  recordHistory(tx, 'jobs', jobid, [change], item)
}

/** One event of many lines, stored together; nothing that a device dates back. */
export const recordRowsOfLines = (
  tx: Tx,
  event: string,
  lines: readonly { jobid: string; item: string; rows: LineChangeRow[] }[],
) =>
  recordHistoryEntries(
    tx,
    lines.map(({ jobid, item, rows }) => [
      'jobs',
      jobid,
      item,
      `${LINE_MARKER}${event}`,
      '',
      JSON.stringify(rows),
    ]),
  )

/** In the history of a piece of equipment: whether it was worked on the job of that reference. */
export function recordProcessed(
  tx: Tx,
  equipmentid: string,
  reference: string,
  before: boolean,
  after: boolean,
) {
  const field = `processed on ${reference}`
  const [oldvalue, newvalue] = [formatPlainValue(field, before), formatPlainValue(field, after)]
  recordHistory(tx, 'equipment', equipmentid, [{ field, oldvalue, newvalue }])
}

type Entry = { field: string; newvalue: string }

export const readLineRows = ({ field, newvalue }: Entry): LineChangeRow[] | null =>
  field.startsWith(LINE_MARKER) ? (JSON.parse(newvalue) as LineChangeRow[]) : null

export function redactedEntry<E extends Entry>(entry: E, see: { money: boolean }): E | null {
  if (!see.money && entry.field === 'payment') return null
  const rows = readLineRows(entry)
  if (see.money || !rows) return entry
  const rest = rows.filter(({ kind }) => !money.has(kind))
  return rest.length > 0 ? { ...entry, newvalue: JSON.stringify(rest) } : null
}

function words(
  db: TenantDb,
  field: LineFieldName,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined || value === '') return ''
  const { kind } = lineFields[field]
  if (kind === 'quantity') return formatQuantity(value as number)
  if (kind === 'rate') return exactRate(value as number)
  if (kind === 'discount') return formatPercent(value as number)
  if (kind === 'role') return roleWord(db, value as number)
  if (kind === 'class') return classNames[value as number] ?? String(value)
  if (kind === 'reference') return names.get(value as string) ?? '(unknown)'
  return formatPlainValue(field, value)
}
