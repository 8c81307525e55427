import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { APPROVE, ARCHIVED, isLane, REMOVED } from '#db/job-status.ts'
import { AskWarnings } from '#islands/board/ask-warnings.tsx'
import { type BoardProps, NEW_JOB_EVENT } from '#islands/board/props.ts'
import type { OldPart } from '#islands/lib/ages.ts'
import { OldParts } from '#islands/lib/stored-ages.tsx'
import { IslandTabList, IslandTabPanels, useTabs } from '#islands/lib/tabs.tsx'
import { IslandWaitsHere } from '#islands/lib/waits-here.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { findAllowedStep } from '#views/ui/job-stages.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { AskDeposits } from './ask-deposits.tsx'
import { AskRemoval } from './ask-removal.tsx'
import { AskTime } from './ask-time.tsx'
import { formId, JobDetailsForm, type SaveProblem } from './details.tsx'
import { Exports } from './exports.tsx'
import { JobMenu } from './job-menu.tsx'
import { jobTabs } from './job-tabs.tsx'
import { usePrefetchedTabs } from './prefetch-tabs.ts'
import { SampleNotice } from './sample.tsx'
import { JobShort } from './short.tsx'
import { JobStages, type StageAction } from './stages.tsx'
import { startWork } from './start-work.ts'
import { StatusMenu } from './status-menu.tsx'
import { closeDialog, useJobForm } from './use-job-form.ts'
import { type JobInvoice, useJobInvoices } from './use-job-invoices.ts'
import { useJobStatus } from './use-job-status.ts'
import { useLinesStore } from './use-lines.ts'
import { useOwnStep } from './use-own-step.ts'
import { useTimeQuestion } from './use-time-question.ts'

// The room cuts it sooner; whoever cannot see it does not hear a page of it.
const titlelength = 100

type SheetProps = {
  job: JobDetail
  board: BoardProps
  begin?: StageAction
  old: readonly OldPart[]
  take: (job: JobDetail) => void
  reload: () => void
}

export function JobSheet({ job, board, begin, old, take, reload }: SheetProps) {
  const jobForm = useJobForm(job, take)
  const { form, opened, fields, problem, saveTyped } = jobForm
  const onRemoved = () => closeDialog(form)
  const status = useJobStatus({ job, lanes: board.lanes, take, reload, onRemoved, beforeMove: saveTyped })
  const editable = board.can.write && job.permission !== 'see' && !isGone(job)
  const maySave = board.can.write && job.permission !== 'see' && job.status !== REMOVED
  const step = findAllowedStep(job, board.can, editable)
  const time = useTimeQuestion(job, board.can)
  const lines = useLinesStore(job.id, {
    beforeSave: saveTyped,
    settleTime: time.settleTime,
    onSaved: reload,
  })
  usePrefetchedTabs(job.id, board.can)
  const invoices = useJobInvoices(job, board.can.invoices && job.status >= APPROVE && !job.template)
  const [organisation, setOrganisation] = useState(job.organisation?.id ?? '')
  const details = (
    <JobDetailsForm
      key={opened.seq}
      job={opened}
      board={board}
      problem={problem}
      form={form}
      fields={fields}
      needs={job.invoiceneeds}
      onSave={() => void jobForm.save()}
    />
  )
  const [adding, setAdding] = useState(0)
  const shared = { job, board, editable, store: lines, adding, reload, take }
  const tabs = useTabs(jobTabs({ ...shared, details, fields, problem, saveTyped }))
  useProblemFocus(jobForm, tabs)
  const own = useOwnStep(job, board.can, {
    onSteps: () => tabs.select('steps'),
    onTime: () => tabs.select('timesheet'),
  })
  function beginOwn(): void {
    closeDialog(form)
    document.dispatchEvent(new CustomEvent(NEW_JOB_EVENT))
  }
  function addLines(): void {
    tabs.select('output')
    setAdding((asked) => asked + 1)
  }
  return (
    <div className="sheet">
      <JobSheetHead
        title={`${job.reference} ${truncate(job.description, titlelength)}`}
        menu={<JobMenu id={job.id} beforeRepeat={maySave && !job.template ? saveTyped : undefined} />}
      >
        <StatusMenu
          job={job}
          board={board}
          editable={editable}
          restored={status.restored}
          onMove={(lane) => void status.move(lane)}
          onRemove={() => void status.remove()}
        />
      </JobSheetHead>
      <JobStages
        job={job}
        today={board.today}
        zone={board.zone}
        step={step}
        own={step && own}
        invoices={invoices}
        maySend={editable && board.can.money}
        begin={begin}
        lines={lines}
        organisation={organisation}
        saveTyped={saveTyped}
        take={take}
        reload={reload}
        onAddLines={addLines}
        mayInvoice={editable && mayInvoiceAtOnce(job, board.can)}
        onStart={() => startWork(job, { take, onSteps: () => tabs.select('steps') })}
        onMove={(lane, acceptedby) => status.move(lane, { acceptedby })}
        asksAcceptance={board.form.acceptedby !== 'hidden'}
      />
      <IslandTabList {...tabs} label="Sections of the job" />
      <div className="body">
        <IslandWaitsHere group={job.id} />
        <OldParts old={old} />
        {job.sample && (
          <SampleNotice
            reference={job.reference}
            canremove={board.can.delete}
            onRemoved={onRemoved}
            onOwn={board.can.write && isLane(job.status) ? beginOwn : undefined}
          />
        )}
        <JobShort job={job} board={board} reload={reload} />
        <IslandTabPanels {...tabs} />
      </div>
      <JobSheetFoot
        {...{ job, board, editable, invoices, organisation }}
        saving={jobForm.saving}
        saveLook={step && own !== null ? undefined : 'primary'}
        onOrganisation={setOrganisation}
        onRestore={status.restore}
      />
      {time.question && <AskTime {...time.question} onDone={time.closeQuestion} />}
      {status.question && <AskWarnings question={status.question} onDone={status.closeQuestion} />}
      {status.removal && <AskRemoval {...status.removal} onDone={status.closeQuestion} />}
      {status.deposits && <AskDeposits {...status.deposits} onDone={status.closeQuestion} />}
    </div>
  )
}

/** Whoever has all that lies between may leave it out. */
const mayInvoiceAtOnce = ({ stage, nextstep, client, template }: JobDetail, can: BoardProps['can']) =>
  [can.write, can.approve, can.consume, can.money, can.invoices, client || can.clients].every(Boolean) &&
  (stage === 'asked' || stage === 'approved' || stage === 'working') &&
  nextstep !== 'lines' &&
  nextstep !== 'deposit' &&
  !template

const isGone = ({ status }: JobDetail) => status === ARCHIVED || status === REMOVED

/** What was refused stands on Details, wherever Save was pressed. */
function useProblemFocus({ problem, form }: ReturnType<typeof useJobForm>, tabs: Tabs): void {
  const shown = useRef<SaveProblem>(undefined)
  // A field of a tab that is still hidden takes no focus.
  useLayoutEffect(() => {
    if (!problem || shown.current === problem) return
    if (tabs.selected !== 'details') return tabs.select('details')
    shown.current = problem
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
}

type Tabs = ReturnType<typeof useTabs>

type FootProps = {
  job: JobDetail
  board: BoardProps
  editable: boolean
  saving: boolean
  /** The next step, where there is one, is the main button. */
  saveLook?: 'primary'
  invoices: readonly JobInvoice[] | undefined
  organisation: string
  onOrganisation: (id: string) => void
  onRestore: () => Promise<void>
}

const JobSheetFoot = ({ job, board, editable, saving, saveLook, onRestore, ...organisation }: FootProps) => (
  <div className="foot">
    <div className="start">
      <Exports
        {...{ job, ...organisation }}
        can={board.can}
        offered={board.documents}
        customcards={board.customcards}
      />
      {job.boardid !== board.board.id && (
        <LinkButton href={`/${board.jobssegment}/${job.board.slug}/progress`}>Go to board</LinkButton>
      )}
    </div>
    {isGone(job) && board.can.delete && (
      <Button icon="archive-restore" onClick={() => void onRestore()}>
        Restore
      </Button>
    )}
    <Button data-close="">{editable ? 'Cancel' : 'Close'}</Button>
    {editable && (
      <Button type="submit" form={formId} look={saveLook} aria-busy={saving}>
        Save
      </Button>
    )}
  </div>
)

/** The dialog may open after this stands, and would begin with its close button, or have opened before the job came. */
function takeFocus(title: HTMLHeadingElement | null): void {
  if (!title) return
  title.autofocus = true
  title.focus()
}

type HeadProps = { title: string; menu?: ReactNode; children?: ReactNode }

export function JobSheetHead({ title, menu, children }: HeadProps) {
  return (
    <div className="head">
      <div>
        <h2 id="job-title" tabIndex={-1} ref={takeFocus}>
          {title}
        </h2>
        {children}
      </div>
      <span className="actions">
        {menu}
        <IconButton icon="x" label="Close" data-close="" />
      </span>
    </div>
  )
}
