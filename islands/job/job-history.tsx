import { ShowOlder } from '#islands/lib/show-older.tsx'
import { useNewest } from '#islands/lib/use-newest.ts'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { duration } from '#views/format.ts'
import { type HistoryLine, History as HistoryTable } from '#views/ui/history.tsx'
import { Skeleton } from '#views/ui/small.tsx'

type Entry = {
  id: number
  date: string
  user: string
  item: string
  field: string
  oldvalue: string
  newvalue: string
  rows?: readonly Row[]
}
type Row = { kind: string; old: string; new: string }

// Specification 2, "Job history": such fields hold structured values.
const marker = 'material.'

/** Every change of the job by day, newest first. `seq` asks again. */
export function JobHistory({ jobid, zone, seq }: { jobid: string; zone: string; seq: number }) {
  const { rows, problem, older, showOlder } = useNewest<Entry>(`/api/jobs/${jobid}/history`, seq)
  if (problem) return <p className="error">{problem}</p>
  if (!rows) return <Skeleton />
  return (
    <>
      <HistoryTable entries={rows.map(toHistoryLine)} zone={zone} caption="History of the job" />
      <ShowOlder count={older} onShow={showOlder} />
    </>
  )
}

function toHistoryLine(entry: Entry): HistoryLine {
  const { id, date, user, item, field, oldvalue, newvalue } = entry
  const common = { id, date, user, item }
  if (!field.startsWith(marker))
    return { ...common, field: labelOf(field), ...formatValues(field, oldvalue, newvalue) }
  const rows: readonly Row[] = entry.rows ?? JSON.parse(newvalue || '[]')
  const side = (name: 'old' | 'new') =>
    rows.flatMap((row) => (row[name] ? `${row.kind}: ${row[name]}` : [])).join('\n')
  return {
    ...common,
    field: `Line ${field.slice(marker.length)}`,
    oldvalue: side('old'),
    newvalue: side('new'),
  }
}

const labels: Record<string, { label: string }> = { ...jobFields, boardid: { label: 'Board' } }
const labelOf = (field: string) => labels[field]?.label ?? field.charAt(0).toUpperCase() + field.slice(1)

function formatValues(field: string, oldvalue: string, newvalue: string) {
  const asTime = (value: string) => (value ? duration(Number(value)) : '')
  return field === 'scheduledminutes'
    ? { oldvalue: asTime(oldvalue), newvalue: asTime(newvalue) }
    : { oldvalue, newvalue }
}
