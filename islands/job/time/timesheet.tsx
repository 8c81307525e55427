import { useState } from 'react'
import { INVOICED } from '#db/job-status.ts'
import type { BoardProps, BoardRights } from '#islands/board/props.ts'
import { amountText } from '#islands/lib/figures.ts'
import { useNow } from '#islands/lib/use-now.ts'
import { IslandWaitsHere } from '#islands/lib/waits-here.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { TimeEntry } from '#server/domains/work/timesheet/present.ts'
import { duration, shortDate } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { Chip, EmptyState, Skeleton } from '#views/ui/small.tsx'
import { TimeEntryForm } from './time-entry-form.tsx'
import { useTimesheet } from './use-timesheet.ts'

type TimesheetProps = { job: JobDetail; board: BoardProps; editable: boolean }

/** What was worked, not what was planned; with its sum. */
export function Timesheet({ job, board, editable }: TimesheetProps) {
  const { sheet, problem, reload, remove } = useTimesheet(job.id, job.seq)
  /** The entry that is corrected, or a new one. */
  const [edited, setEdited] = useState<TimeEntry | 'new'>()
  if (!sheet && !problem) return <Skeleton />
  const { can } = board
  const writes = editable && can.time && job.status < INVOICED
  const isBillable =
    editable &&
    can.materials &&
    can.consume &&
    can.money &&
    job.status < INVOICED &&
    sheet?.entries.some(({ billable, billed }) => billable && !billed)
  const close = () => setEdited(undefined)
  return (
    <div className="timesheet">
      {problem && <p className="error">{problem}</p>}
      {!sheet ? null : sheet.entries.length === 0 ? (
        <EmptyState
          icon="clock"
          text="No time has been worked on this job yet."
          hint="Start a step and its time books itself, or add time by hand."
        />
      ) : (
        <TimeTable
          entries={sheet.entries}
          minutes={sheet.minutes}
          can={can}
          writes={writes}
          onEdit={setEdited}
          onRemove={(entry) => void remove(entry)}
        />
      )}
      {writes && sheet?.entries.some(({ billed }) => billed) && (
        <p className="hint">Time that is on a line of the job can be changed once that line is removed.</p>
      )}
      {edited && (
        <TimeEntryForm
          key={edited === 'new' ? 'new' : edited.id}
          job={job}
          entry={edited === 'new' ? undefined : edited}
          today={board.today}
          choosesWorker={can.othertime}
          searchesItems={can.inventory}
          onSaved={() => {
            close()
            reload()
          }}
          onClose={close}
        />
      )}
      {!edited && (
        <div className="buttons">
          {writes && (
            <Button icon="plus" onClick={() => setEdited('new')}>
              Add time
            </Button>
          )}
          {isBillable && (
            <Button icon="receipt" onClick={() => void window.joblane.dialog(`/timesheets/bill/${job.id}`)}>
              Bill the time
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type TimeTableProps = {
  entries: readonly TimeEntry[]
  minutes: number
  can: BoardRights
  writes: boolean
  onEdit: (entry: TimeEntry) => void
  onRemove: (entry: TimeEntry) => void
}

function TimeTable({ entries, minutes, can, writes, onEdit, onRemove }: TimeTableProps) {
  const total = entries.reduce((sum, entry) => sum + (entry.total ?? 0), 0)
  return (
    <div className="table">
      <table>
        <caption className="unseen">Time worked on the job</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Details</th>
            <th scope="col">Labour item</th>
            <th scope="col" className="number">
              Time
            </th>
            {can.money && (
              <th scope="col" className="number">
                Total
              </th>
            )}
            {writes && (
              <th scope="col" className="actions">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <TimeRow
              key={entry.id}
              entry={entry}
              showsmoney={can.money}
              writes={writes}
              changes={!entry.billed && (can.othertime || entry.mine)}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Together</td>
            <td className="number">{duration(minutes)}</td>
            {can.money && <td className="number">{amountText(total)}</td>}
            {writes && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type TimeRowProps = Pick<TimeTableProps, 'writes' | 'onEdit' | 'onRemove'> & {
  entry: TimeEntry
  showsmoney: boolean
  changes: boolean
}

function TimeRow({ entry, showsmoney, writes, changes, onEdit, onRemove }: TimeRowProps) {
  const { date, detail, material, worker, step, running, total = 0, billable } = entry
  const what = `${worker.name}, ${shortDate(date)}`
  return (
    <tr>
      <td className="date">{shortDate(date)}</td>
      <td>
        <p>{[step?.name, detail].filter(Boolean).join(': ') || worker.name}</p>
        <p className="facts">
          {(step || detail) && <span>{worker.name}</span>}
          <TimeMarks entry={entry} />
        </p>
        <IslandWaitsHere group={entry.id} />
      </td>
      <td data-label="Labour item">{material?.name ?? <span className="nothing">–</span>}</td>
      <td className="number" data-label="Time">
        {running ? <RunningTime entry={entry} /> : duration(entry.time)}
      </td>
      {showsmoney && (
        <td className="number" data-label="Total">
          {total === 0 ? (
            <span className="nothing">{billable ? '–' : 'Not charged'}</span>
          ) : (
            amountText(total)
          )}
        </td>
      )}
      {writes && (
        <td className="actions">
          {changes && !running && (
            <IconButton
              small
              icon="pencil"
              label={`Correct the time of ${what}`}
              onClick={() => onEdit(entry)}
            />
          )}
          {changes && (
            <IconButton
              small
              icon="trash"
              label={`Remove the time of ${what}`}
              onClick={() => onRemove(entry)}
            />
          )}
        </td>
      )}
    </tr>
  )
}

function TimeMarks({ entry }: { entry: TimeEntry }) {
  const { unconfirmed, long, overlaps, billable, billed, total } = entry
  return (
    <>
      {billed && (
        <Chip level="success" icon="check">
          On a line
        </Chip>
      )}
      {unconfirmed && (
        <Chip level="warning" icon="warning">
          To be confirmed
        </Chip>
      )}
      {long && <Chip level="warning">More than a day</Chip>}
      {overlaps && <Chip level="info">Beside another timer</Chip>}
      {!billable && total === undefined && <Chip>Not charged</Chip>}
    </>
  )
}

const MINUTE_MS = 60_000

function RunningTime({ entry: { startutc } }: { entry: TimeEntry }) {
  const now = useNow(MINUTE_MS / 2)
  const minutes = Math.max(0, Math.floor((now - Date.parse(startutc ?? '')) / MINUTE_MS))
  return (
    <Chip level="info" icon="play">
      {duration(minutes)}
    </Chip>
  )
}
