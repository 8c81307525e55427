import type { ReactNode } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import { wholeNumber } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { ownPiece } from '#views/ui/cached-pieces.ts'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { withQuery } from '#views/ui/links.ts'
import { PageTitle, truncate } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { askSampleRemoval } from '#views/ui/sample-removal.ts'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { visitLabel } from '#views/ui/visit-time.ts'
import { DashboardMoney, hasMoney, type MoneyFigures } from './money.tsx'
import { type FirstStep, NextSteps } from './next-steps.tsx'
import { hasWorkToPlot, type WorkFigures, WorkPlots } from './plots.tsx'

export type DashboardJob = {
  id: string
  reference: string
  description: string
  status: number
  critical: boolean
  sample: boolean
  client: { name: string } | null
  assigneename: string
  start: string | null
  visittime: string
  finish: string | null
  href: string
}

type DashboardProps = {
  /** Undefined for whoever sees no jobs. */
  notes?: ReactNode
  name: string
  today: string
  money: MoneyFigures
  work: WorkFigures
  /** The job that setup began with. */
  /** `money`: for who sees what jobs come to. */
  sample: { reference: string; canremove: boolean; money: boolean } | null
  overdue: { jobs: readonly DashboardJob[]; total: number }
  /** Planned for the coming days. */
  coming: { jobs: readonly DashboardJob[]; more: boolean }
  recent: readonly DashboardJob[]
  boards: readonly { name: string; href: string }[]
  /** Where a job is added, for who may. */
  addjob?: string
  /** May make the first board. */
  cansetup: boolean
  /** What is left to set up, with what is done; empty when there is nothing to tell. */
  steps: readonly FirstStep[]
}

export function Dashboard(props: DashboardProps) {
  const { name, today, money, work, overdue, recent, boards, cansetup, steps, notes } = props
  const first = boards[0]
  return (
    <>
      <PageTitle
        title={`Good day, ${name.split(' ')[0]}`}
        subtitle={lateWords(overdue.total)}
        actions={
          first && (
            <LinkButton look="primary" icon="board" href={first.href}>
              Open {first.name}
            </LinkButton>
          )
        }
      />
      <NextSteps steps={steps} />
      {props.sample && <Sample {...props.sample} />}
      {boards.length === 0 ? (
        steps.length === 0 && (
          <EmptyState
            icon="board"
            text={cansetup ? 'There is no board yet.' : 'No board is open to you yet.'}
            hint={
              cansetup
                ? 'A board has four lanes, on which jobs move from draft to complete.'
                : 'Ask your administrator for one.'
            }
          >
            {cansetup && (
              <LinkButton look="primary" icon="plus" href="/customise/boards">
                Make a board
              </LinkButton>
            )}
          </EmptyState>
        )
      ) : recent.length === 0 && overdue.total === 0 && !hasMoney(money) ? (
        <NoJobs addjob={props.addjob} />
      ) : !hasWorkToPlot(work) ? (
        <FewJobs {...props} />
      ) : (
        <>
          <DashboardMoney {...money} />
          <div className="figurecolumns">
            <Jobs
              title="Overdue jobs"
              jobs={overdue.jobs}
              today={today}
              empty="No job is overdue."
              actions={
                overdue.total > 0 && (
                  <LinkButton look="quiet" small href={overdueLink(today)}>
                    All {wholeNumber(overdue.total)}
                  </LinkButton>
                )
              }
            />
            <Coming coming={props.coming} today={today} />
            <WorkPlots {...work} />
            <Jobs title="Newest jobs" jobs={recent} today={today} empty="No job is open." />
          </div>
          {notes}
        </>
      )}
    </>
  )
}

const Sample = ({ reference, canremove, money }: NonNullable<DashboardProps['sample']>) => (
  <Banner
    level="info"
    actions={
      canremove && (
        <Button
          small
          icon="trash"
          hx-post="/samplejob/removal"
          hx-swap="none"
          {...confirmFirst(askSampleRemoval(reference))}
        >
          Remove the sample
        </Button>
      )
    }
  >
    Job {reference} is a sample, to try things on.
    {money && ' Its money counts in these figures and in reports until it is removed.'}
  </Banner>
)

const NoJobs = ({ addjob }: Pick<DashboardProps, 'addjob'>) => (
  <EmptyState
    icon="briefcase"
    text="There is no job yet."
    hint="What is late, to quote, to invoice and paid stands here from the first one on."
  >
    {addjob && (
      <LinkButton look="primary" icon="plus" href={addjob}>
        Add the first job
      </LinkButton>
    )}
  </EmptyState>
)

/** Before any has moved. */
const FewJobs = ({ money, today, coming, recent, notes }: DashboardProps) => (
  <>
    <DashboardMoney {...money} />
    <div className="figurecolumns">
      <Coming coming={coming} today={today} />
      <Jobs title="Newest jobs" jobs={recent} today={today} empty="No job is open." />
      <Panel title="Work">
        <p>How much is due, and how long jobs take, stands here once jobs move over the board.</p>
      </Panel>
    </div>
    {notes}
  </>
)

const lateWords = (jobs: number) =>
  jobs === 0 ? 'No job is overdue.' : jobs === 1 ? '1 job is overdue.' : `${jobs} jobs are overdue.`

const overdueLink = (today: string) =>
  withQuery('/jobs', { status: '1,2,3', duebefore: today, sort: 'finish' })

type JobsProps = {
  title: string
  actions?: ReactNode
  jobs: readonly DashboardJob[]
  today: string
  empty: string
}

const Jobs = ownPiece(JobLines)

function JobLines({ title, actions, jobs, today, empty }: JobsProps) {
  return (
    <Panel title={title} actions={actions} flush>
      {jobs.length === 0 ? (
        <EmptyState icon="check" text={empty} />
      ) : (
        <ul className="joblines" data-rows="">
          {jobs.map((job) => line(job, today))}
        </ul>
      )}
    </Panel>
  )
}

type ComingProps = Pick<DashboardProps, 'coming' | 'today'>

function Coming({ coming: { jobs, more }, today }: ComingProps) {
  if (jobs.length === 0) return null
  return (
    <Jobs
      title="Coming work"
      jobs={jobs}
      today={today}
      empty=""
      actions={more && <span className="hint">The first of them</span>}
    />
  )
}

function line(job: DashboardJob, today: string) {
  const { id, href, reference, description, status, critical, sample, client, assigneename, finish } = job
  const visit = status < COMPLETE ? visitLabel(job, today) : undefined
  const late = finish !== null && finish < today && status < COMPLETE
  return (
    <li key={id}>
      <a href={href}>
        <span className="what">
          <strong>{reference}</strong> {truncate(description || '(no description)', 60)}
        </span>
        <span className="who">{[client?.name, assigneename].filter(Boolean).join(' · ')}</span>
        <span className="when">
          {sample && <Chip level="info">Sample</Chip>}
          {critical && <Chip level="error">Critical</Chip>}
          {visit && <span title={visit.title}>{visit.text}</span>}
          {finish && (
            <span className={late ? 'late' : undefined}>
              {finish < today ? 'Was due ' : 'Due '}
              <DateText date={finish} />
            </span>
          )}
        </span>
      </a>
    </li>
  )
}
