import type { CSSProperties } from 'react'
import { counted, shortDate } from '#views/format.ts'
import { IconLink, LinkButton } from '#views/ui/button.tsx'
import { ANY_TIME_COLUMNS, countColumns, type DayHours } from '#views/ui/day-hours.ts'
import { Icon } from '#views/ui/icon.tsx'
import { Island } from '#views/ui/island.tsx'
import { dialogLink, listLink, withQuery } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { clockWords } from '#views/ui/visit-time.ts'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { daysWords } from './bar-html.tsx'
import type { DayHead, ScheduleProps } from './types.ts'

const REGION = 'schedule'

/** They stand for the people with their bars, the jobs at the side and the conflicts, whose markup is put in afterwards. */
type Marks = { rows: string; side: string; told: string }

export function SchedulerPage(props: ScheduleProps & Marks & { url: string; tabs: BoardTabRights }) {
  const { board, segment, url, tabs } = props
  return (
    <>
      <PageTitle
        title={`${board.name} scheduler`}
        subtitle="Who does which job on which day, against the hours there are."
        actions={
          <LinkButton icon="calendar" {...dialogLink('/calendar')}>
            My calendar
          </LinkButton>
        }
      />
      <BoardTabs segment={segment} slug={board.slug} current="scheduler" rights={tabs} />
      <div
        id={REGION}
        className={`schedule ${props.view}`}
        data-refresh="schedule workers settings"
        data-url={url}
        data-board={board.id}
        data-hours={props.hours && `${props.hours.from}-${props.hours.to}`}
        style={columnsOf(props)}
      >
        <Toolbar {...props} url={url} />
        <Conflicts {...props} />
        {props.canwrite && <Hint hours={props.hours !== undefined} />}
        <div className="scheduleplan">
          <Grid {...props} />
          <Unscheduled {...props} />
        </div>
      </div>
      <Island name="scheduler" props={{}} />
    </>
  )
}

const columnsOf = ({ days, hours }: ScheduleProps) =>
  ({
    '--days': hours ? countColumns(hours) : days.length,
    ...(hours && { '--anytime': ANY_TIME_COLUMNS, '--from': hours.from, '--to': hours.to }),
  }) as CSSProperties

type ScheduleView = ScheduleProps['view']

const viewNames: Record<ScheduleView, string> = { day: 'Day', week: 'Weeks', month: 'Month' }

function Toolbar({ view, weeks, from, to, before, after, today, url }: ScheduleProps & { url: string }) {
  const link = (changes: Record<string, string | number | null>) => listLink(withQuery(url, changes), REGION)
  return (
    <div className="schedulebar">
      <div className="span">
        <IconLink icon="chevron-left" label="Earlier" {...link({ date: before })} />
        <LinkButton {...link({ date: null })}>Today</LinkButton>
        <IconLink icon="chevron-right" label="Later" {...link({ date: after })} />
        <h2>{daysWords(from, to)}</h2>
      </div>
      <nav className="states" aria-label="Days shown">
        {(Object.keys(viewNames) as ScheduleView[]).map((name) => (
          <a
            key={name}
            aria-current={name === view ? 'true' : undefined}
            {...link({
              range: name === 'week' ? null : name,
              weeks: null,
              date: from <= today && today <= to ? null : from,
            })}
          >
            {viewNames[name]}
          </a>
        ))}
      </nav>
      {view === 'week' && (
        <nav className="states" aria-label="Weeks shown">
          {[1, 2, 4].map((many) => (
            <a
              key={many}
              aria-current={many === weeks ? 'true' : undefined}
              {...link({ weeks: many === 1 ? null : many })}
            >
              {many === 1 ? '1 week' : many}
              {many > 1 && <span className="unseen"> weeks</span>}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

const Hint = ({ hours }: { hours: boolean }) => (
  <p className="hint keys" id="schedule-keys">
    {hours
      ? 'Drag a bar to another hour, to any time or to another person, or hold it with a finger. By keyboard: arrows move it by half an hour,'
      : 'Drag a bar, or hold it with a finger; its right edge makes it longer. By keyboard: arrows move it, Shift and arrows stretch it,'}{' '}
    up and down give it to somebody else; Enter saves, Escape takes back.
  </p>
)

function Conflicts({ conflicts, told }: Pick<ScheduleProps, 'conflicts'> & Marks) {
  const warnings = conflicts.filter(({ level }) => level === 'warning').length
  const notes = conflicts.length - warnings
  if (conflicts.length === 0)
    return <p className="conflicts none">Nothing overlaps, and nobody has too much.</p>
  const said = [
    warnings > 0 && counted(warnings, 'conflict'),
    notes > 0 && `${counted(notes, 'day is', 'days are')} shared`,
  ].filter(Boolean)
  return (
    <details className={warnings > 0 ? 'conflicts warns' : 'conflicts'}>
      <summary>
        <Icon name={warnings > 0 ? 'warning' : 'info'} />
        {said.join(', ')}
      </summary>
      <ul>{told}</ul>
    </details>
  )
}

function Grid({ people, days, hours, view, now, rows }: ScheduleProps & Marks) {
  if (people.length === 0)
    return (
      <EmptyState
        icon="hard-hat"
        text="There is nobody to plan for yet."
        hint="Workers of this board stand here, each with their days."
      />
    )
  return (
    <div className="grid">
      <ol className="heads" aria-label="Days">
        {days.map((day) => (
          <Head key={day.date} day={day} view={view} />
        ))}
        {hours && <Hours {...hours} />}
      </ol>
      <div className="rows">{rows}</div>
      {now && (
        <i
          className="nowline"
          style={{ '--minute': now.minute } as CSSProperties}
          data-offset={now.offset}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

const Hours = ({ from, to }: DayHours) => (
  <>
    <li className="head anytime">Any time</li>
    {[...Array(to).keys()].slice(from).map((hour) => (
      <li key={hour} className="head clock">
        {clockWords(hour * 60)}
      </li>
    ))}
  </>
)

const weekday = (date: string) =>
  'Sun Mon Tue Wed Thu Fri Sat'.split(' ')[new Date(`${date}T00:00Z`).getUTCDay()]

const headClass = ({ off, holiday, today }: DayHead) =>
  ['head', off && 'off', holiday && 'holiday', today && 'today'].filter(Boolean).join(' ')

function Head({ day, view }: { day: DayHead; view: ScheduleView }) {
  const { date, off, holiday, today } = day
  return (
    <li
      className={headClass(day)}
      data-day={date}
      aria-current={today ? 'date' : undefined}
      title={holiday ? `${shortDate(date)}, ${off}` : shortDate(date)}
    >
      <span>{view === 'month' ? weekday(date)?.slice(0, 1) : weekday(date)}</span>
      <b>{Number(date.slice(8))}</b>
      {holiday && <small>{off}</small>}
    </li>
  )
}

function Unscheduled({ unscheduled, board, side }: ScheduleProps & Marks) {
  return (
    <aside className="unscheduled" aria-label="Not scheduled">
      <h2>
        Not scheduled <span className="count">{unscheduled.length}</span>
      </h2>
      {unscheduled.length === 0 ? (
        <p className="hint">Every open job of {board.name} has a day.</p>
      ) : (
        <ul className="bars">{side}</ul>
      )}
    </aside>
  )
}
