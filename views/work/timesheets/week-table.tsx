import type { ReactNode } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { Icon } from '#views/ui/icon.tsx'
import { intoDialog, withQuery } from '#views/ui/links.ts'
import type { SheetCell, SheetDay, SheetRow, WeekSheet } from './types.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Days by job and step, with sums by day and of the week. */
export function WeekTable({ sheet, canwrite }: { sheet: WeekSheet; canwrite: boolean }) {
  const { rows, days, minutes, attendance, today } = sheet
  const isSideBySide = attendance !== minutes
  return (
    <div className="table weektable">
      <table>
        <caption className="unseen">
          Time of {sheet.worker.name} from {shortDate(sheet.monday)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Job and step</th>
            <DayHeads days={days.map(({ date }) => date)} today={today} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} sheet={sheet} canwrite={canwrite} />
          ))}
        </tbody>
        <tfoot>
          <Sums label="Worked" days={days} of={(day) => day.minutes} total={minutes} />
          {isSideBySide && (
            <Sums label="At work" days={days} of={(day) => day.attendance} total={attendance} />
          )}
        </tfoot>
      </table>
    </div>
  )
}

export const DayHeads = ({ days, today }: { days: readonly string[]; today: string }) => (
  <>
    {days.map((date, at) => (
      <th key={date} scope="col" className={date === today ? 'number now' : 'number'}>
        {WEEKDAYS[at]} <span>{Number(date.slice(8))}</span>
      </th>
    ))}
    <th scope="col" className="number">
      Week
    </th>
  </>
)

export const Minutes = ({ minutes }: { minutes: number }) =>
  minutes > 0 ? duration(minutes) : <span className="nothing">–</span>

type SumsProps = {
  label: string
  days: readonly SheetDay[]
  of: (day: SheetDay) => number
  total: number
}

const Sums = ({ label, days, of, total }: SumsProps) => (
  <tr>
    <th scope="row">{label}</th>
    {days.map((day, at) => (
      <td key={day.date} className="number" data-label={WEEKDAYS[at]}>
        {day.toolong && (
          <span className="mark" title="More than 24 hours on one day">
            <Icon name="warning" size="small" label="More than 24 hours on one day" />
          </span>
        )}
        <Minutes minutes={of(day)} />
      </td>
    ))}
    <td className="number" data-label="Week">
      {duration(total)}
    </td>
  </tr>
)

type RowProps = { row: SheetRow; sheet: WeekSheet; canwrite: boolean }

function Row({ row, sheet, canwrite }: RowProps) {
  const { reference, name, href, cells, minutes } = row
  return (
    <tr>
      <th scope="row">
        {href ? <a href={href}>{reference}</a> : reference} <span className="of">{name}</span>
      </th>
      {cells.map((cell, at) => (
        <td key={cell.date} className="number" data-label={WEEKDAYS[at]}>
          <Cell row={row} cell={cell} sheet={sheet} canwrite={canwrite} />
        </td>
      ))}
      <td className="number" data-label="Week">
        <Minutes minutes={minutes} />
      </td>
    </tr>
  )
}

function Cell({ row, cell, sheet, canwrite }: RowProps & { cell: SheetCell }): ReactNode {
  const { date, minutes, entries, running } = cell
  const text = minutes > 0 || !running ? duration(minutes) : ''
  const isOpen = row.jobid !== null && (entries > 0 || (sheet.changes && canwrite && date <= sheet.today))
  if (!isOpen) return entries > 0 ? text : <span className="nothing">–</span>
  const url = withQuery('/timesheets/time', {
    workerid: sheet.worker.id,
    date,
    jobid: row.jobid,
    stepid: row.stepid,
  })
  const label = `${row.reference} ${row.name}, ${shortDate(date)}`
  return (
    <a
      href={url}
      className={entries > 0 ? 'cell' : 'cell add'}
      aria-label={entries > 0 ? `${label}: ${text || 'a timer runs'}` : `Add time: ${label}`}
      {...intoDialog}
      hx-get={url}
    >
      {/* Before the digits, which stand one below the other. */}
      <CellMarks {...cell} />
      {entries > 0 ? (
        text
      ) : (
        <>
          <span className="nothing">–</span>
          <span className="plus">+</span>
        </>
      )}
    </a>
  )
}

function CellMarks({ running, unconfirmed, overlaps }: SheetCell) {
  const mark = (icon: 'play' | 'warning' | 'layers', label: string) => (
    <span className="mark" title={label}>
      <Icon name={icon} size="small" label={label} />
    </span>
  )
  return (
    <>
      {running && mark('play', 'A timer runs')}
      {unconfirmed && mark('warning', 'To be confirmed')}
      {overlaps && mark('layers', 'Beside other time')}
    </>
  )
}
