import { duration, shortDate, wholeNumber } from '#views/format.ts'
import { ownPiece } from '#views/ui/cached-pieces.ts'
import { withQuery } from '#views/ui/links.ts'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { BarPlot, type PlotRow } from './bar-plot.tsx'

type Tally = { id: string | null; name: string; colour?: string | null; count: number }

export type WorkFigures = {
  lanes: readonly { status: number; name: string; count: number }[]
  /** `start` and `end`: days of creation. */
  ages: readonly { from: number; to: number | null; count: number; start: string | null; end: string }[]
  categories: readonly Tally[]
  /** Undefined for whoever may not see who works here. */
  assignees?: readonly Tally[]
  /** The two below are undefined for a client’s contact. */
  load?: readonly LoadFigure[]
  leads?: readonly LeadFigure[]
}

type LoadFigure = {
  /** Null: all days before today. */
  date: string | null
  /** The day after it. */
  next: string
  jobs: number
  minutes: number
  /** Jobs that have neither a scheduled nor a standard time. */
  untimed: number
  /** Minutes that the people here can work. */
  capacity: number
}

/** Seconds. */
type LeadFigure = { status: number; name: string; median: number | null; most: number | null }

/** Of what is longer, the rest stands folded below. */
const SHOWN = 8

/** One job that has not moved yet, or none: its bars would say nothing. */
export const hasWorkToPlot = ({ lanes, load, leads }: WorkFigures): boolean =>
  !load ||
  !leads ||
  lanes.reduce((sum, { count }) => sum + count, 0) > 1 ||
  load.some(({ jobs }) => jobs > 0) ||
  leads.some(({ median }) => median !== null)

export const WorkPlots = ownPiece(DrawnWork)

function DrawnWork({ lanes, ages, categories, assignees, load, leads }: WorkFigures) {
  if (lanes.every(({ count }) => count === 0)) return null
  return (
    <>
      {load && <LoadPlot load={load} />}
      {leads && <LeadPlot leads={leads} />}
      <Panel title="Open jobs by lane">
        <Plot id="by-lane" title="Open jobs by lane" heads={['Lane', 'Jobs']} rows={lanes.map(laneRow)} />
        <h3>By age</h3>
        <Plot
          id="by-age"
          title="Open jobs by days since they were created"
          heads={['Age', 'Jobs']}
          rows={ages.map(ageRow)}
        />
      </Panel>
      <Panel title="Open jobs by category">
        <Plot
          id="by-category"
          title="Open jobs by category"
          heads={['Category', 'Jobs']}
          rows={categories.map((one) => tallyRow('category', one))}
        />
        {categories.length > 1 && <p className="hint">A job counts under each of its categories.</p>}
      </Panel>
      {assignees && (
        <Panel title="Open jobs by assignee">
          <Plot
            id="by-assignee"
            title="Open jobs by assignee"
            heads={['Assignee', 'Jobs']}
            rows={assignees.map((one) => tallyRow('assignee', one))}
          />
        </Panel>
      )}
    </>
  )
}

function Plot({ rows, ...plot }: Parameters<typeof BarPlot>[0]) {
  const rest = rows.slice(SHOWN)
  return (
    <>
      <BarPlot {...plot} rows={rows.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="restofplot">
          <summary>{rest.length} more</summary>
          <BarPlot {...plot} id={`${plot.id}-rest`} title={`${plot.title}, the rest`} rows={rest} />
        </details>
      )}
    </>
  )
}

const laneRow = ({ status, name, count }: WorkFigures['lanes'][number]): PlotRow => ({
  key: String(status),
  label: name,
  href: withQuery('/jobs', { status }),
  value: count,
  shown: wholeNumber(count),
})

const ageRow = ({ from, to, count, start, end }: WorkFigures['ages'][number]): PlotRow => ({
  key: String(from),
  label: to === null ? `${from} days and more` : `${from} to ${to} days`,
  href: withQuery('/jobs', { start, end }),
  value: count,
  shown: wholeNumber(count),
})

const tallyRow = (name: 'category' | 'assignee', { id, name: label, colour, count }: Tally): PlotRow => ({
  key: id ?? 'none',
  label,
  href: withQuery('/jobs', { [name]: id ?? 'none' }),
  value: count,
  shown: wholeNumber(count),
  colour,
})

function LoadPlot({ load }: { load: readonly LoadFigure[] }) {
  const timed = load.some(({ minutes }) => minutes > 0)
  const untimed = load.reduce((sum, day) => sum + day.untimed, 0)
  const title = 'Work due in the next two weeks'
  return (
    <Panel title={title}>
      {load.every(({ jobs }) => jobs === 0) ? (
        <EmptyState icon="calendar" text="No approved job is due in this period." />
      ) : (
        <>
          <BarPlot
            id="load"
            title={title}
            heads={['Day', 'Work']}
            rows={load.map((day) => (timed ? timedRow(day) : countedRow(day)))}
          />
          <p className="hint">
            {timed
              ? 'Scheduled duration of approved jobs, else their standard time, by the day on which they are due; of each the share of its steps that is open.'
              : 'Approved jobs by the day on which they are due. None has a scheduled or standard time, so jobs are counted.'}
            {timed &&
              untimed > 0 &&
              ` ${untimed === 1 ? '1 job has' : `${wholeNumber(untimed)} jobs have`} neither, and ${untimed === 1 ? 'counts' : 'count'} no hours.`}
            {timed && ' The line is what the people here can work.'}
          </p>
        </>
      )}
    </Panel>
  )
}

const loadRow = ({ date, next, jobs }: LoadFigure) => ({
  key: date ?? 'late',
  label: date ? `${weekday(date)} ${shortDate(date).replace(/ \d{4}$/, '')}` : 'Before today',
  href: withQuery('/jobs', {
    status: '1,2,3',
    approved: true,
    duefrom: date,
    duebefore: next,
    sort: 'finish',
  }),
  look: date === null && jobs > 0 ? ('late' as const) : undefined,
})

const jobsWords = (jobs: number) => (jobs === 0 ? '–' : `${jobs} job${jobs === 1 ? '' : 's'}`)

const countedRow = (day: LoadFigure): PlotRow => ({
  ...loadRow(day),
  value: day.jobs,
  shown: jobsWords(day.jobs),
})

function timedRow(day: LoadFigure): PlotRow {
  const { date, jobs, minutes, capacity } = day
  const row = loadRow(day)
  const over = date !== null && minutes > capacity
  const work = minutes > 0 ? `${duration(minutes)}, ` : ''
  return {
    ...row,
    value: minutes,
    shown: `${work}${jobsWords(jobs)}${over ? ', too much' : ''}`,
    limit: capacity || null,
    look: over ? 'late' : row.look,
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekday = (date: string) => weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]

function LeadPlot({ leads }: { leads: readonly LeadFigure[] }) {
  const title = 'Time on each lane, last 90 days'
  const rows = leads.flatMap(leadRow)
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <EmptyState icon="clock" text="No job has left a lane in this period." />
      ) : (
        <>
          <BarPlot id="leads" title={title} heads={['Lane', 'Median / 85 %']} rows={rows} />
          <p className="hint">
            Half of the jobs that left a lane had stood there no longer than the dark bar, 85 % no longer than
            the light one.
          </p>
        </>
      )}
    </Panel>
  )
}

function leadRow({ status, name, median, most }: LeadFigure): PlotRow[] {
  if (median === null || most === null) return []
  return [
    {
      key: String(status),
      label: name,
      href: withQuery('/leadtimes', { lane: status }),
      value: most,
      part: median,
      shown: `${standWords(median)} / ${standWords(most)}`,
    },
  ]
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** Seconds as people say them, to one decimal at most. */
export function standWords(seconds: number): string {
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`
  if (seconds < 2 * DAY) return `${decimal(seconds / HOUR)} h`
  return `${decimal(seconds / DAY)} days`
}

const decimal = (value: number) =>
  value < 10 ? value.toFixed(1).replace('.', ',').replace(',0', '') : String(Math.round(value))
