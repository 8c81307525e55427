import { setImmediate } from 'node:timers/promises'
import { Problem } from '#server/errors.ts'
import type { Requester } from '#server/fair-queue.ts'
import { type ImportProblem, problem, readCsvInWorker } from '#server/import/index.ts'

type SheetRow = { line: number; cells: Record<string, string> }
export type UserSheet = { file: string; rows: SheetRow[] }

/** People are invited by mail, one transaction for all: who signs in meanwhile waits until it is over. */
const MAX_PEOPLE = 500
const LARGEST = 1024 * 1024
/** Wrong ones are named by their names, as long as these can be read. */
const MAX_COLUMNS = 50

/** All that stood in the way, by line and column. Nothing was changed. */
const refusedSheet = (problems: readonly ImportProblem[]) =>
  new Problem(
    400,
    problems.length === 1
      ? 'There is a problem in the file, so nothing was imported.'
      : `There are ${problems.length} problems in the file, so nothing was imported.`,
    { code: 'import', data: { problems } },
  )

/** By the letters of their column's name: `First name` is `firstname`. @throws 400 with every problem */
export async function readSheet(
  requester: Requester,
  upload: unknown,
  columns: readonly string[],
  required: readonly string[],
): Promise<UserSheet> {
  if (!(upload instanceof Blob) || upload.size === 0)
    throw new Problem(400, 'Please choose a file to upload', {
      fields: { file: 'Please choose a file to upload' },
    })
  const file = upload instanceof File ? upload.name : 'file'
  if (upload.size > LARGEST) throw refusedSheet([problem(file, 'The file may have at most 1 MB.')])
  const read = await readCsvInWorker(requester, {
    file,
    bytes: new Uint8Array(await upload.arrayBuffer()),
    options: { mostrows: MAX_PEOPLE, mostcolumns: MAX_COLUMNS },
  })
  if (!read.ok) throw refusedSheet(read.problems)
  const heads = read.value.columns.map((name) => name.toLowerCase().replace(/[\s_-]+/g, ''))
  const unknown = heads.filter((name) => !columns.includes(name))
  const missing = required.filter((name) => !heads.includes(name))
  const wrong = [
    ...unknown.map((name) =>
      problem(file, `This column is not known. Known are ${columns.join(', ')}.`, 1, name),
    ),
    ...missing.map((name) => problem(file, 'This column is missing.', 1, name)),
  ]
  if (wrong.length > 0) throw refusedSheet(wrong)
  const rows = read.value.rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(heads.map((name, at) => [name, (cells[at] ?? '').trim()])),
  }))
  return { file, rows }
}

/** Undoes what a dry run did, and carries out what it would have come to. */
export class DryRunRollback<T> extends Error {
  constructor(readonly counts: T) {
    super('dry run')
  }
}

/** All problems are told at once. @throws 400 when there was any, which undoes the rows that went well */
export function eachRow(sheet: UserSheet, run: (row: SheetRow) => void) {
  const problems = sheet.rows.flatMap((row) => refusedBy(run, row, sheet))
  if (problems.length > 0) throw refusedSheet(problems)
}

/** How long everybody else waits at a time. */
const STEP_MS = 10

/** The same in steps, with everybody else's turn between them. */
export async function forEachRowInSteps(sheet: UserSheet, run: (row: SheetRow) => void) {
  const problems: ImportProblem[] = []
  let start = performance.now()
  for (const row of sheet.rows) {
    problems.push(...refusedBy(run, row, sheet))
    if (performance.now() - start < STEP_MS) continue
    await setImmediate()
    start = performance.now()
  }
  if (problems.length > 0) throw refusedSheet(problems)
}

function refusedBy(run: (row: SheetRow) => void, row: SheetRow, { file }: UserSheet): ImportProblem[] {
  try {
    run(row)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.entries(error.more.fields ?? {})
    if (fields.length === 0) return [problem(file, error.message, row.line)]
    return fields.map(([column, sentence]) => problem(file, sentence, row.line, column))
  }
}
