import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { APPROVE, ARCHIVED, COMPLETE, isLane, REMOVED } from '#db/job-status.ts'
import { AskWarnings } from '#islands/board/ask-warnings.tsx'
import { type BoardProps, NEW_JOB_EVENT } from '#islands/board/props.ts'
import { formId, JobDetailsForm, type SaveProblem } from '#islands/job/details/details.tsx'
import { closeDialog, useJobForm } from '#islands/job/details/use-job-form.ts'
import { Exports } from '#islands/job/exports/exports.tsx'
import { JobShort } from '#islands/job/lines/short.tsx'
import { useLinesStore } from '#islands/job/lines/use-lines.ts'
import { startWork } from '#islands/job/steps/start-work.ts'
import { useOwnStep } from '#islands/job/steps/use-own-step.ts'
import { AskTime } from '#islands/job/time/ask-time.tsx'
import { useTimeQuestion } from '#islands/job/time/use-time-question.ts'
import type { OldPart } from '#islands/lib/ages.ts'
import { OldParts } from '#islands/lib/stored-ages.tsx'
import { IslandTabList, IslandTabPanels, useTabs } from '#islands/lib/tabs.tsx'
import { IslandWaitsHere } from '#islands/lib/waits-here.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { findAllowedStep } from '#views/ui/job-stages.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'
import { AskDeposits } from './ask-deposits.tsx'
import { AskRemoval } from './ask-removal.tsx'
import { depositHref } from './job-invoices.tsx'
import { JobMenu } from './job-menu.tsx'
import { jobTabs } from './job-tabs.tsx'
import { mayInvoiceAtOnce } from './next-step.ts'
import { usePrefetchedTabs } from './prefetch-tabs.ts'
import { SampleNotice } from './sample.tsx'
import { JobStages, type StageAction } from './stages.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TemplateNotice } from './template.tsx'
import { type JobInvoice, useJobInvoices } from './use-job-invoices.ts'
import { useJobStatus } from './use-job-status.ts'

// The room cuts it sooner; whoever cannot see it does not hear a page of it.
const titlelength = 100

/** What is not approved yet is no work to sign for. */
const maySign = (job: JobDetail, board: BoardProps) =>
  board.can.steps && job.permission !== 'see' && job.approvedutc !== null && !isGone(job) && !job.template

type SheetProps = {
  job: JobDetail
  board: BoardProps
  begin?: StageAction
  tab?: string
  /** Why there is none any more, for whoever still has it open. */
  gone: string
  old: readonly OldPart[]
  take: (job: JobDetail) => void
  reload: () => void
}

export function JobSheet({ job, gone, board, begin, tab, old, take, reload }: SheetProps) {
  const jobForm = useJobForm(job, take)
  const { form, opened, fields, problem, saveTyped, saveLeft } = jobForm
  const onRemoved = () => closeDialog(form)
  const editable = board.can.write && job.permission !== 'see' && !isGone(job)
  const maySave = board.can.write && job.permission !== 'see' && job.status !== REMOVED
  // What was typed can still be read and copied.
  const showsForm = useRef(editable)
  if (!gone) showsForm.current = editable
  const step = findAllowedStep(job, board.can, editable)
  const time = useTimeQuestion(job, board.can, enterPrices, reload)
  const lines = useLinesStore(job.id, {
    beforeSave: saveTyped,
    settleTime: time.settleTime,
    onSaved: reload,
  })
  /** Before whatever goes on from here: what is typed anywhere in the dialog. */
  const saveAll = async () => ((await lines.unsaved.settle()) ? saveTyped() : undefined)
  const save = () => jobForm.save(() => lines.unsaved.settle())
  const beforeMove = async (to: number, confirmed = false) => {
    const asks = to === COMPLETE && job.status < COMPLETE && !confirmed && !job.fixedprice && board.can.money
    return asks && !((await saveAll()) && (await lines.settleTime([]))) ? undefined : saveAll()
  }
  const status = useJobStatus({ job, board, take, reload, onRemoved, beforeMove })
  usePrefetchedTabs(job, board)
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
      onSave={() => void save()}
    />
  )
  const depositurl = board.can.invoices ? depositHref(job, organisation) : undefined
  const [adding, setAdding] = useState(0)
  const [pricing, setPricing] = useState(0)
  const shared = { job, board, editable, store: lines, adding, pricing, reload, take }
  const tabs = useTabs(
    jobTabs({ ...shared, showsForm: showsForm.current, details, fields, problem, saveTyped }),
    (id) => id === 'details' && saveLeft(),
    tab,
  )
  useProblemFocus(jobForm, tabs)
  useClientFocus(form, begin === 'client' && !job.client)
  const own = useOwnStep(job, board.can, {
    onSteps: () => tabs.select('steps'),
    onTime: () => tabs.select('timesheet'),
  })
  const beginsOwn = job.sample && board.can.write && isLane(job.status)
  function beginOwn(): void {
    closeDialog(form)
    document.dispatchEvent(new CustomEvent(NEW_JOB_EVENT))
  }
  function addLines(): void {
    tabs.select('output')
    setAdding((asked) => asked + 1)
  }
  function enterPrices(): void {
    tabs.select('output')
    setPricing((asked) => asked + 1)
  }
  return (
    <div className="sheet">
      <JobSheetHead
        title={`${job.reference} ${truncate(job.description, titlelength)}`}
        menu={
          <JobMenu
            id={job.id}
            beforeRepeat={maySave && !job.template ? saveAll : undefined}
            deposit={depositurl}
            signoff={maySign(job, board) ? `/mywork/jobs/${job.id}/signoff` : undefined}
          />
        }
      >
        {job.sample && <Chip level="info">Sample</Chip>}
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
        saveAll={saveAll}
        take={take}
        reload={reload}
        depositurl={depositurl}
        mainLook={beginsOwn ? 'plain' : 'primary'}
        onAddLines={addLines}
        mayInvoice={editable && mayInvoiceAtOnce(job, board.can)}
        seesClients={board.can.clients}
        removesSignOffs={board.can.delete}
        onStart={() => startWork(job, { take, onSteps: () => tabs.select('steps') })}
        onMove={status.move}
        askAtOnce={time.askAtOnce}
        asksAcceptance={board.form.acceptedby !== 'hidden'}
      />
      <IslandTabList {...tabs} label="Sections of the job" />
      <div className="body">
        <IslandWaitsHere group={job.id} />
        {gone ? <Banner level="warning">{gone}</Banner> : <OldParts old={old} />}
        {job.sample && (
          <SampleNotice
            reference={job.reference}
            canremove={board.can.delete}
            onRemoved={onRemoved}
            onOwn={beginsOwn ? beginOwn : undefined}
          />
        )}
        {job.template && !isGone(job) && (
          <TemplateNotice job={job} board={board} canmake={maySave} saveAll={saveAll} reload={reload} />
        )}
        <JobShort job={job} board={board} reload={reload} beforeOrder={() => lines.unsaved.settle()} />
        <IslandTabPanels {...tabs} />
      </div>
      <JobSheetFoot
        {...{ job, board, editable, invoices, organisation }}
        saving={jobForm.saving}
        saveLook={(step && own !== null) || !isLane(job.status) ? undefined : 'primary'}
        onOrganisation={setOrganisation}
        beforeExport={() => lines.unsaved.settle()}
        onRestore={status.restore}
      />
      {time.question && <AskTime {...time.question} onDone={time.closeQuestion} />}
      {status.question && <AskWarnings question={status.question} onDone={status.closeQuestion} />}
      {status.removal && <AskRemoval {...status.removal} onDone={status.closeQuestion} />}
      {status.deposits && <AskDeposits {...status.deposits} onDone={status.closeQuestion} />}
    </div>
  )
}

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

function useClientFocus(form: ReturnType<typeof useJobForm>['form'], isAsked: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the dialog was opened for
  useLayoutEffect(() => {
    const box =
      isAsked && form.current?.querySelector<HTMLElement>('[data-picker]:has([name=client]) [role=combobox]')
    if (box) takeFocus(box)
  }, [])
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
  beforeExport: () => Promise<boolean>
  onRestore: () => Promise<void>
}

const JobSheetFoot = ({ job, board, editable, saving, saveLook, onRestore, ...exporting }: FootProps) => (
  <div className="foot">
    <div className="start">
      <Exports
        {...{ job, ...exporting }}
        can={board.can}
        offered={board.documents}
        customcards={board.customcards}
      />
      {job.boardid !== board.board.id && (
        <LinkButton href={`/${board.jobssegment}/${job.board.slug}/progress`}>Go to board</LinkButton>
      )}
    </div>
    {isGone(job) && job.permission !== 'see' && board.can.delete && (
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
function takeFocus(element: HTMLElement | null): void {
  if (!element) return
  for (const other of element.closest('dialog')?.querySelectorAll<HTMLElement>('[autofocus]') ?? [])
    other.autofocus = false
  element.autofocus = true
  element.focus()
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
