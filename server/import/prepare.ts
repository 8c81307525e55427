import { applyMapping, type ImportRows } from './apply.ts'
import { type CsvFile, readCsv } from './csv.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { mappable } from './nouns.ts'
import type { ImportProblem, Outcome } from './problem.ts'
import { type ImportRecords, readRecords } from './records.ts'

export type Prepared = { mapping: Mapping; records: ImportRecords }

/**
 * Reads a mapping and the files that it names to records, or names everything that is wrong with them, without
 * looking at any account. `arrange` may change the rows in between, as the demo moves their dates.
 */
export function prepareImport(
  mappingJson: unknown,
  files: Record<string, Uint8Array>,
  arrange: (rows: ImportRows) => ImportRows = (rows) => rows,
): Outcome<Prepared> {
  const mapping = readMapping(mappingJson, mappable)
  if (!mapping.ok) return mapping
  const parsed = readFiles(mapping.value, files)
  if (!parsed.ok) return parsed
  const rows = applyMapping(mapping.value, parsed.value)
  if (!rows.ok) return rows
  const records = readRecords(mapping.value, arrange(rows.value))
  return records.ok ? { ok: true, value: { mapping: mapping.value, records: records.value } } : records
}

function readFiles({ files: entries, empty }: Mapping, files: Record<string, Uint8Array>) {
  const parsed: Record<string, CsvFile> = {}
  const problems: ImportProblem[] = []
  for (const name of new Set(entries.map(({ file }) => file))) {
    const bytes = files[name]
    if (!bytes) continue
    const csv = readCsv(name, bytes, empty ? { empty } : {})
    if (csv.ok) parsed[name] = csv.value
    else problems.push(...csv.problems)
  }
  return problems.length ? { ok: false as const, problems } : { ok: true as const, value: parsed }
}
