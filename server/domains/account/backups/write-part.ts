import { closeSync, openSync, writeSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnDecimalKind } from '#db/columns.ts'
import { readStoredPosition } from '#db/queries/position.ts'
import { closeFile, openReadOnly, prepared, readSteadily } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { type WorkbookCell, writeSheets } from '#server/export/xlsx-sheets.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { type PartName, partTables } from './parts.ts'

export type PartRequest = {
  path: string
  part: PartName
  format: 'json' | 'xlsx'
  account: string
  madeutc: string
  to: string
}

/** One state of the account, whatever is written meanwhile. Amounts and quantities stand in rand and units. */
export function writePart({ path, part, format, account, madeutc, to }: PartRequest) {
  const file = openReadOnly(path)
  const out = openSync(to, 'wx', 0o600)
  try {
    readSteadily(file, () => {
      const db = file.db as TenantDb
      const tables = partTables(part).map(({ name, table }) => ({ name, ...readTable(db, table) }))
      if (format === 'xlsx')
        return writeSheets(
          tables.map(({ name, heads, rows }) => ({ name, rows: withHead(heads, rows) })),
          (bytes) => writeAll(out, bytes),
        )
      const { seq } = readStoredPosition(db)
      writeJson(out, { account, part, madeutc, change: seq }, tables)
    })
  } finally {
    closeSync(out)
    closeFile(file)
  }
}

type Values = readonly WorkbookCell[]
type TableRows = { name: string; heads: readonly string[]; rows: Iterable<Values> }

function readTable(db: TenantDb, table: SQLiteTable): Omit<TableRows, 'name'> {
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[]
  const listed = columns.map(({ name }) => `"${name}"`).join(', ')
  const name = (table as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')]
  const read = columns.map(valueReader)
  return {
    heads: columns.map((column) => column.name),
    rows: {
      *[Symbol.iterator]() {
        const text = `SELECT ${listed} FROM "${name}"`
        for (const row of prepared<Record<string, unknown>>(db, text).iterate())
          yield columns.map((column, at) => read[at]!(row[column.name]))
      },
    },
  }
}

function valueReader(column: SQLiteColumn): (value: unknown) => WorkbookCell {
  const kind = columnDecimalKind(column) ?? (column.name.endsWith('cents') ? 'cents' : undefined)
  if (kind) return (value) => (typeof value === 'number' ? toDecimal(value, kind) : null)
  if (column.dataType === 'boolean') return (value) => (value === null ? null : value === 1)
  return (value) => (value instanceof Uint8Array ? value.toBase64() : (value as WorkbookCell))
}

function* withHead(heads: readonly string[], rows: Iterable<Values>): Generator<Values> {
  yield heads
  yield* rows
}

const CHUNK = 256 * 1024

/** Each table is a list of records under its name. */
function writeJson(out: number, about: object, tables: readonly TableRows[]) {
  const encoder = new TextEncoder()
  let text = `${JSON.stringify(about).slice(0, -1)},"tables":{`
  const write = (more: string, most = CHUNK) => {
    text += more
    if (text.length < most) return
    writeAll(out, encoder.encode(text))
    text = ''
  }
  tables.forEach(({ name, heads, rows }, at) => {
    write(`${at ? '],' : ''}\n${JSON.stringify(name)}:[`)
    let first = true
    for (const row of rows) {
      const record = Object.fromEntries(heads.map((head, column) => [head, row[column]]))
      write(`${first ? '' : ','}\n${JSON.stringify(record)}`)
      first = false
    }
  })
  write(']}}\n', 0)
}

function writeAll(out: number, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += writeSync(out, bytes, at)
}
