import { northwind } from '#db/demo/northwind/set.ts'
import { workshopDemo } from '#db/demo/workshop/set.ts'
import { yardDemo } from '#db/demo/yard/set.ts'
import { describeProblem, type ImportRows, type ValidatedFiles, validateFiles } from '#server/import/index.ts'
import { moveDates, moveToWorkdays } from './dates.ts'
import { fillNorthwindJobs } from './northwind.ts'

type Set = { mapping: unknown; files: Record<string, string>; today: string }

export const demoSets = (today: string) => ({
  northwind: prepare(northwind, (rows) => fillNorthwindJobs(rows, today)),
  workshop: prepare(workshopDemo, (rows) => moveToWorkdays(rows, workshopDemo.today, today)),
  yard: prepare(yardDemo, (rows) => moveDates(rows, yardDemo.today, today)),
})

function prepare({ mapping, files }: Set, arrange: (rows: ImportRows) => ImportRows): ValidatedFiles {
  const encoder = new TextEncoder()
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]))
  const outcome = validateFiles(mapping, bytes, arrange)
  if (!outcome.ok) throw new Error(outcome.problems.slice(0, 5).map(describeProblem).join('\n'))
  return outcome.value
}
