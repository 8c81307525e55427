import { type ImportProblem, problem } from '#server/import/read/problem.ts'
import type { ImportRow, MappedFile } from './import-row.ts'
import type { FileMapping } from './mapping.ts'

type Keys = Map<string, Map<string, ImportRow>>

export function indexKeys(files: MappedFile[], problems: ImportProblem[]): Keys {
  const keys: Keys = new Map()
  for (const { entry, rows } of files) {
    if (!entry.key) continue
    const known = keys.get(entry.recordType) ?? new Map<string, ImportRow>()
    keys.set(entry.recordType, known)
    for (const row of rows) {
      const wrong = keyProblem(row, known)
      if (wrong) problems.push(problem(entry.file, wrong, row.line, entry.key))
      else known.set(row.key!, row)
    }
  }
  return keys
}

function keyProblem({ key }: ImportRow, known: Map<string, ImportRow>): string | null {
  if (!key) return 'The key is empty.'
  const first = known.get(key)
  return first ? `The key “${key}” is taken by ${first.file}, line ${first.line}.` : null
}

export function resolveReferences(
  { file, fields }: FileMapping,
  rows: ImportRow[],
  keys: Keys,
  problems: ImportProblem[],
): void {
  for (const [field, { reference, columns }] of Object.entries(fields)) {
    if (!reference) continue
    for (const row of rows) {
      const key = row.values[field]?.trim()
      const found = key ? keys.get(reference)?.get(key) : undefined
      if (found) row.references[field] = found
      else if (key)
        problems.push(
          problem(
            file,
            `There is no “${key}” among the ${reference}.`,
            row.line,
            columns.join(' + ') || field,
          ),
        )
    }
  }
}
