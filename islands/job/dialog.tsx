import { useEffect, useRef, useState } from 'react'
import { type Asked, AskWarnings } from '#islands/board/ask-warnings.tsx'
import type { BoardProps } from '#islands/board/props.ts'
import { Modal } from '#islands/lib/modal.tsx'
import { say, sayError } from '#islands/lib/snack.ts'
import type { JobCard, JobDetail } from '#server/domains/jobs/types.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { trimmed } from '#views/ui/pagetitle.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { changeJob, type Outcome, removeJob, restoreJob } from './change.ts'
import { Details, formId, type Problem } from './details.tsx'
import { changed, fieldsOf, read, theirs } from './details-form.ts'
import { Exports } from './exports.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TabList, TabPanels, useTabs } from './tabs.tsx'
import { tabsOf } from './tabs-of.tsx'
import { useJob } from './use-job.ts'

type JobDialogProps = {
  id: string
  reference: string
  board: BoardProps
  /** Every reading of the job, for the board behind. */
  onCard: (card: JobCard) => void
  onClose: () => void
}

// Specification 2, "Job detail dialog".
const titlelength = 30
const ARCHIVED = 6
const REMOVED = 98

/** The job over the board: a native dialog with all there is to one job. */
export default function JobDialog({ id, reference, board, onCard, onClose }: JobDialogProps) {
  const { job, problem, take, reload } = useJob(id, onCard)
  return (
    <Modal size="large" className="job" labelledby="job-title" onClosed={onClose}>
      {job ? (
        <Job job={job} board={board} take={take} reload={reload} />
      ) : (
        <div className="sheet">
          <Head title={reference} />
          <div className="body">
            {problem ? <EmptyState icon="error" text={problem} /> : <Skeleton lines={8} />}
          </div>
        </div>
      )}
    </Modal>
  )
}

function Head({ title, children }: { title: string; children?: React.ReactNode }) {
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

type JobProps = { job: JobDetail; board: BoardProps; take: (job: JobDetail) => void; reload: () => void }

function Job({ job, board, take, reload }: JobProps) {
  const [opened, setOpened] = useState(job)
  const [version, setVersion] = useState(job.version)
  const [problem, setProblem] = useState<Problem>()
  const [saving, setSaving] = useState(false)
  const [restored, setRestored] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const form = useRef<HTMLFormElement>(null)
  const editable = board.can.write && job.permission !== 'see' && job.status < ARCHIVED

  const mine = () => (form.current ? changed(fieldsOf(opened), read(form.current, fieldsOf(opened))) : {})

  // A newer reading goes into the form only while nobody has begun to type in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer reading asks
  useEffect(() => {
    if (Object.keys(mine()).length > 0 || form.current?.contains(document.activeElement)) return
    setOpened(job)
    setVersion(job.version)
    setProblem(undefined)
  }, [job])

  async function save(): Promise<void> {
    const change = mine()
    const close = () => form.current?.closest('dialog')?.close()
    if (saving) return
    if (Object.keys(change).length === 0) return close()
    setSaving(true)
    const outcome = await changeJob(job.id, version, change)
    setSaving(false)
    if (outcome.kind === 'done') {
      take(outcome.job)
      say({ level: 'success', message: `${job.reference} saved` })
      return close()
    }
    complain(outcome, change)
  }

  function complain(outcome: Outcome, change: ReturnType<typeof mine>): void {
    if (outcome.kind === 'refused') setProblem(outcome)
    if (outcome.kind !== 'conflict') return
    setVersion(outcome.current.version)
    setProblem({
      message: `${outcome.message} What you typed is kept: save again to put it in the place of theirs.`,
      fields: theirs(opened, outcome.current, change),
    })
  }

  async function move(status: number, confirmed = false): Promise<void> {
    const outcome = await changeJob(job.id, job.version, { status, confirmed: confirmed || undefined })
    const lane = board.lanes.find((one) => one.status === status)?.label ?? 'Archived'
    if (outcome.kind === 'done') {
      take(outcome.job)
      say({ level: 'success', message: `${job.reference} moved to ${lane}` })
    } else if (outcome.kind === 'warnings') {
      const answer = (yes: boolean) => void (yes && move(status, true))
      setAsked({ reference: job.reference, lane, warnings: outcome.warnings, answer })
    } else {
      say({ level: 'error', message: outcome.message })
      reload()
    }
  }

  async function remove(): Promise<void> {
    const question = `Remove ${job.reference}? Only a system administrator can bring it back.`
    if (!(await window.joblane.confirm(question))) return
    try {
      await removeJob(job.id)
      say({ level: 'success', message: `${job.reference} removed` })
      form.current?.closest('dialog')?.close()
    } catch (error) {
      sayError(error)
    }
  }

  async function restore(): Promise<void> {
    const outcome = await restoreJob(job.id)
    if (outcome.kind !== 'done')
      return 'message' in outcome ? void say({ level: 'error', message: outcome.message }) : undefined
    take(outcome.job)
    setRestored(true)
    say({ level: 'success', message: 'Restored' })
  }

  const tabs = useTabs(
    tabsOf({
      job,
      board,
      editable,
      reload,
      details: (
        <Details
          key={opened.seq}
          job={opened}
          board={board}
          problem={problem}
          form={form}
          onSave={() => void save()}
        />
      ),
    }),
  )
  const { jobssegment } = board
  return (
    <div className="sheet">
      <Head title={`${job.reference} ${trimmed(job.description, titlelength)}`}>
        <StatusMenu
          job={job}
          board={board}
          editable={editable}
          restored={restored}
          onMove={(status) => void move(status)}
          onRemove={() => void remove()}
        />
      </Head>
      <TabList {...tabs} />
      <div className="body">
        <TabPanels {...tabs} />
      </div>
      <div className="foot">
        <div className="start">
          <Exports job={job} money={board.can.money} />
          <LinkButton href={`/${jobssegment}/${job.board.slug}/progress`} {...goTo(job, board)}>
            Go to board
          </LinkButton>
        </div>
        {(job.status === ARCHIVED || job.status === REMOVED) && board.can.delete && (
          <Button icon="archive-restore" onClick={() => void restore()}>
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
      {asked && <AskWarnings asked={asked} onDone={() => setAsked(undefined)} />}
    </div>
  )
}

/** The board behind is only a step away: nothing needs to be loaded. */
const goTo = (job: JobDetail, board: BoardProps) =>
  job.boardid === board.board.id
    ? { 'data-close': '', onClick: (event: React.MouseEvent) => event.preventDefault() }
    : {}
