import { capitalise, duration } from '#views/format.ts'
import { Elapsed } from '#views/layout/timers.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { ANY_JOB, dialogLink } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { canWait, WaitsHere } from '#views/ui/outbox.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { ConfirmTime } from './confirm-time.tsx'
import { Due } from './due.tsx'
import { MyJobs } from './my-jobs.tsx'
import type { MyStep, MyWorkProps, When, WorkedLine } from './types.ts'
import { StepWhere } from './where.tsx'

const groups: { when: When; title: string }[] = [
  { when: 'late', title: 'Late' },
  { when: 'today', title: 'Today' },
  { when: 'week', title: 'This week' },
  { when: 'later', title: 'Later' },
]

type MyWorkPageProps = MyWorkProps & { title: string; cantime: boolean }

export function MyWork({ title, cantime, ...work }: MyWorkPageProps) {
  const { steps, more, totake, jobs, morejobs, free, morefree, toconfirm, worked } = work
  const running = steps.filter(({ runningsince }) => runningsince)
  const waiting = steps.filter(({ runningsince }) => !runningsince)
  return (
    <ListRegion id="mywork" refresh={`work ${ANY_JOB}`} url="/mywork">
      <PageTitle title={title} subtitle={sayDay(work)} />
      {toconfirm.map((entry) => (
        <ConfirmTime key={entry.id} {...entry} />
      ))}
      <Steps title="Running now" steps={running} />
      {groups.map(({ when, title }) => (
        <Steps key={when} title={title} steps={waiting.filter((step) => step.when === when)} />
      ))}
      {more && <p className="hint">There are more steps. These are the ones that are due first.</p>}
      <Steps title="Steps of your jobs that nobody has yet" steps={totake} />
      <MyJobs jobs={jobs} more={morejobs} cantime={cantime} />
      {steps.length + totake.length + jobs.length === 0 && (
        <EmptyState
          icon="square-check"
          text="Nothing is waiting for you."
          hint={
            free.length > 0
              ? 'Below are steps that nobody has yet.'
              : 'Steps and jobs stand here as soon as somebody gives them to you.'
          }
        />
      )}
      <Steps title="Nobody has these yet" steps={free} />
      {morefree && <p className="hint">There are more of them. These are the ones that are due first.</p>}
      <Worked lines={worked} />
    </ListRegion>
  )
}

function sayDay({ minutestoday, running }: MyWorkProps): string {
  const time = minutestoday > 0 ? `${duration(minutestoday)} worked today` : 'No time worked today yet'
  if (running === 0) return time
  return `${time} · ${running === 1 ? '1 timer runs' : `${running} timers run`}`
}

function Steps({ title, steps }: { title: string; steps: readonly MyStep[] }) {
  if (steps.length === 0) return null
  return (
    <Panel title={title} actions={<span className="count">{steps.length}</span>} flush>
      <ul className="mysteps" data-rows="">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </Panel>
  )
}

function Step({ step }: { step: MyStep }) {
  const { id, name, iteration, reference, description } = step
  const { of, minutes, runningsince } = step
  return (
    <li id={`step-${id}`} tabIndex={-1} className={runningsince ? 'running' : undefined}>
      <div className="what">
        <p className="name">
          <a className="rowlink" {...dialogLink(`/mywork/steps/${id}`)}>
            {name}
          </a>
          {iteration > 1 && <Chip>Once more ({iteration})</Chip>}
        </p>
        <p className="of">
          <strong>{reference}</strong> {description}
        </p>
        <StepWhere place={step} />
        <p className="facts">
          {of && <Chip icon="user">{of} has it</Chip>}
          <Due of={step} />
          {runningsince ? (
            <Elapsed since={runningsince} minutes={0} />
          ) : (
            minutes > 0 && <span>{duration(minutes)} so far</span>
          )}
        </p>
      </div>
      <StepActions step={step} />
      <WaitsHere group={step.id} />
    </li>
  )
}

type StepButtonsProps = { step: Pick<MyStep, 'id' | 'name' | 'begun' | 'runningsince'> }

export const StepActions = ({ step }: { step: StepButtonsProps['step'] & Pick<MyStep, 'hindrance'> }) =>
  step.hindrance && !step.begun ? <p className="hint">{step.hindrance}</p> : <StepButtons step={step} />

/** One tap each; what nobody clocked asks in its dialog how long it took. */
function StepButtons({ step: { id, name, begun, runningsince } }: StepButtonsProps) {
  const act = (action: string) => ({
    'hx-post': `/mywork/steps/${id}/${action}`,
    ...canWait(`${capitalise(action)} ${name}`, id),
    'hx-swap': 'none',
    'hx-disabled-elt': 'this',
  })
  return (
    <div className="do">
      {runningsince ? (
        <Button icon="pause" aria-label={`Pause ${name}`} {...act('pause')}>
          Pause
        </Button>
      ) : (
        <Button icon="play" look="primary" aria-label={`Start ${name}`} {...act('start')}>
          Start
        </Button>
      )}
      {begun ? (
        <Button
          icon="check"
          look={runningsince ? 'primary' : undefined}
          aria-label={`Finish ${name}`}
          {...act('finish')}
        >
          Finish
        </Button>
      ) : (
        <LinkButton
          icon="check"
          aria-label={`Finish ${name}`}
          {...dialogLink(`/mywork/steps/${id}?finishing=true`)}
        >
          Finish…
        </LinkButton>
      )}
    </div>
  )
}

function Worked({ lines }: { lines: readonly WorkedLine[] }) {
  if (lines.length === 0) return null
  return (
    <Panel title="Worked today" flush>
      <ul className="worked">
        {lines.map(({ id, name, reference, href, minutes, done }) => (
          <li key={id}>
            <span className="what">
              {href ? <a href={href}>{reference}</a> : reference} {name}
            </span>
            {done && <Chip level="success">Completed</Chip>}
            <span className="number">{duration(minutes)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export const NoWorker = ({ title, canlink }: { title: string; canlink: boolean }) => (
  <>
    <PageTitle title={title} />
    <EmptyState
      icon="hard-hat"
      text="You are not one of the workers yet."
      hint={
        canlink
          ? 'Open your worker, or make one, and choose yourself under Signs in as.'
          : 'Ask an administrator to link a worker to you: steps are given to workers.'
      }
    >
      {canlink && (
        <LinkButton look="primary" href="/admin/workers">
          Open workers
        </LinkButton>
      )}
    </EmptyState>
  </>
)
