import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { AskWarnings } from '#islands/board/ask-warnings.tsx'
import type { BoardProps } from '#islands/board/props.ts'
import { IslandTabList, IslandTabPanels, useTabs } from '#islands/lib/tabs.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { trimmed } from '#views/ui/pagetitle.tsx'
import { formId, JobDetailsForm } from './details.tsx'
import { Exports } from './exports.tsx'
import { jobTabs } from './job-tabs.tsx'
import { StatusMenu } from './status-menu.tsx'
import { useJobActions } from './use-job-actions.ts'

// Specification 2, "Job detail dialog".
const titlelength = 30
const ARCHIVED = 6
const REMOVED = 98

type SheetProps = {
  job: JobDetail
  board: BoardProps
  take: (job: JobDetail) => void
  reload: () => void
}

/** What stands in the dialog once its job has come. */
export function JobSheet({ job, board, take, reload }: SheetProps) {
  const { form, opened, fields, problem, saving, restored, asked, answered, ...act } = useJobActions({
    ...{ job, take, reload },
    lanes: board.lanes,
  })
  const isGone = job.status === ARCHIVED || job.status === REMOVED
  const editable = board.can.write && job.permission !== 'see' && !isGone
  const details = (
    <JobDetailsForm
      key={opened.seq}
      job={opened}
      board={board}
      problem={problem}
      form={form}
      fields={fields}
      onSave={() => void act.save()}
    />
  )
  const saveClient = act.saveClient
  const tabs = useTabs(jobTabs({ job, board, editable, reload, details, fields, problem, saveClient }))
  // What was refused stands on Details, wherever Save was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal leads there
  useEffect(() => {
    if (!problem) return
    tabs.select('details')
    const wrong = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    requestAnimationFrame(wrong)
  }, [problem])
  return (
    <div className="sheet">
      <JobSheetHead title={`${job.reference} ${trimmed(job.description, titlelength)}`}>
        <StatusMenu
          job={job}
          board={board}
          editable={editable}
          restored={restored}
          onMove={(status) => void act.move(status)}
          onRemove={() => void act.remove()}
        />
      </JobSheetHead>
      <IslandTabList {...tabs} label="Sections of the job" />
      <div className="body">
        <IslandTabPanels {...tabs} />
      </div>
      <div className="foot">
        <div className="start">
          <Exports job={job} can={board.can} offered={board.documents} />
          <LinkButton href={`/${board.jobssegment}/${job.board.slug}/progress`} {...stepBack(job, board)}>
            Go to board
          </LinkButton>
        </div>
        {isGone && board.can.delete && (
          <Button icon="archive-restore" onClick={() => void act.restore()}>
            Restore
          </Button>
        )}
        <Button data-close="">{editable ? 'Cancel' : 'Close'}</Button>
        {editable && (
          <Button type="submit" form={formId} look="primary" aria-busy={saving}>
            Save
          </Button>
        )}
      </div>
      {asked && <AskWarnings asked={asked} onDone={answered} />}
    </div>
  )
}

/** The top of the dialog; `children` stand beside its title. */
export function JobSheetHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="head">
      <div>
        <h2 id="job-title">{title}</h2>
        {children}
      </div>
      <IconButton icon="x" label="Close" data-close="" />
    </div>
  )
}

/** The board behind is only a step away: nothing needs to be loaded. */
const stepBack = (job: JobDetail, board: BoardProps) =>
  job.boardid === board.board.id
    ? { 'data-close': '', onClick: (event: MouseEvent) => event.preventDefault() }
    : {}
