import { applyMapping } from '#server/import/map/apply-mapping.ts'
import type { ImportRows } from '#server/import/map/import-row.ts'
import { type Mapping, readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { readCsv } from '#server/import/read/csv.ts'
import type { CsvFile } from '#server/import/read/csv-file.ts'
import type { ImportProblem, ImportResult } from '#server/import/read/problem.ts'
import { coerceRows, type ImportRecords } from './coerce-rows.ts'

export type ValidatedFiles = { mapping: Mapping; records: ImportRecords }

/** Without looking at any account. `arrange` may change the rows before they are coerced. */
export function validateFiles(
  mappingJson: unknown,
  files: Record<string, Uint8Array>,
  arrange: (rows: ImportRows) => ImportRows = (rows) => rows,
): ImportResult<ValidatedFiles> {
  const mapping = readMapping(mappingJson, mappableTypes)
  if (!mapping.ok) return mapping
  const parsed = readFiles(mapping.value, files)
  if (!parsed.ok) return parsed
  const rows = applyMapping(mapping.value, parsed.value)
  if (!rows.ok) return rows
  const { records, problems } = coerceRows(mapping.value, arrange(rows.value))
  return problems.length ? { ok: false, problems } : { ok: true, value: { mapping: mapping.value, records } }
}

function readFiles(
  { files: entries, empty }: Mapping,
  files: Record<string, Uint8Array>,
): ImportResult<Record<string, CsvFile>> {
  const parsed: Record<string, CsvFile> = {}
  const problems: ImportProblem[] = []
  for (const name of new Set(entries.map(({ file }) => file))) {
    const bytes = files[name]
    if (!bytes) continue
    const csv = readCsv(name, bytes, empty ? { empty } : {})
    if (csv.ok) parsed[name] = csv.value
    else problems.push(...csv.problems)
  }
  return problems.length ? { ok: false, problems } : { ok: true, value: parsed }
}
