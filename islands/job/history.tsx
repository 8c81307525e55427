import { useEffect, useState } from 'react'
import { messageOf, read } from '#islands/lib/call.ts'
import { instant } from '#views/format.ts'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'

type Entry = {
  id: number
  date: string
  user: string
  item: string
  field: string
  oldvalue: string
  newvalue: string
  /** A change of a line: what changed about it, row by row. */
  rows?: readonly Row[]
}
type Row = { kind: string; old: string; new: string }
type Line = { id: string; date: string; user: string; item: string; field: string; old: string; new: string }

const heads = ['Date', 'User', 'Item', 'Field', 'Old Value', 'New Value']
// Specification 2, "Job history": such fields hold structured values.
const marker = 'material.'

/** Every change of the job by day, newest first. `seq` asks again. */
export function History({ jobid, zone, seq }: { jobid: string; zone: string; seq: number }) {
  const [entries, setEntries] = useState<readonly Entry[]>()
  const [problem, setProblem] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means there is more to show
  useEffect(() => {
    read<Entry[]>(`/api/jobs/${jobid}/history`).then(setEntries, (error) => setProblem(messageOf(error)))
  }, [jobid, seq])

  if (problem) return <p className="error">{problem}</p>
  if (!entries) return <Skeleton />
  if (entries.length === 0) return <EmptyState icon="history" text="Nothing has been changed yet." />
  const days = Map.groupBy(entries.map(lineOf), ({ date }) => instant(date, zone).split(',')[0] ?? '')
  return (
    <div className="table">
      <table className="history">
        <caption className="unseen">History of the job</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {[...days].map(([day, lines]) => (
          <tbody key={day}>
            <tr className="day">
              <th colSpan={heads.length} scope="rowgroup">
                {day}
              </th>
            </tr>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <time dateTime={line.date}>{instant(line.date, zone).split(', ')[1]}</time>
                </td>
                <td data-label="User">{line.user}</td>
                <td data-label="Item">{line.item}</td>
                <td data-label="Field">{line.field}</td>
                <td data-label="Old Value">{line.old}</td>
                <td data-label="New Value">{line.new}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** An entry of a line says what happened to it, and in the values what changed about it, one to a row. */
function lineOf(entry: Entry): Line {
  const { id, date, user, item, field, oldvalue, newvalue } = entry
  const common = { id: String(id), date, user, item }
  if (!field.startsWith(marker)) return { ...common, field: wordOf(field), old: oldvalue, new: newvalue }
  const rows: readonly Row[] = entry.rows ?? JSON.parse(newvalue || '[]')
  const side = (name: 'old' | 'new') =>
    rows.flatMap((row) => (row[name] ? `${row.kind}: ${row[name]}` : [])).join('\n')
  return { ...common, field: `Line ${field.slice(marker.length)}`, old: side('old'), new: side('new') }
}

const words: Record<string, string> = {
  finish: 'Due',
  statenote: 'State note',
  customerreference: 'Customer reference',
  scheduledminutes: 'Scheduled minutes',
  boardid: 'Board',
}
const wordOf = (field: string) => words[field] ?? field.charAt(0).toUpperCase() + field.slice(1)
