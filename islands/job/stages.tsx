import { useEffect, useRef, useState } from 'react'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { AcceptedBy } from '#islands/job/details/accepted-by.tsx'
import { AskClient } from '#islands/job/details/ask-client.tsx'
import { ChangedSince, EstimateFacts } from '#islands/job/details/estimate-facts.tsx'
import type { LinesStore } from '#islands/job/lines/lines-store.ts'
import type { OwnStep } from '#islands/job/steps/use-own-step.ts'
import type { TimeDecision } from '#islands/job/time/time-plan.ts'
import type { StageStep } from '#server/domains/work/jobs/stages.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { stageNames, stepName } from '#views/ui/job-stages.ts'
import { withQuery } from '#views/ui/links.ts'
import { InvoiceFacts } from './job-invoices.tsx'
import {
  openDeposit,
  openDraft,
  openEstimateMail,
  openUnpaid,
  openUnsent,
  sayEstimateSent,
} from './next-step.ts'
import type { JobInvoice } from './use-job-invoices.ts'

const INVOICE_AT_ONCE = { wide: 'Done: invoice it', narrow: 'Invoice it' }
/** In its place while an invoice would be for nothing. */
const PRICES = { wide: 'Enter prices', narrow: 'Enter prices' }

/** What becomes of the next step once the job stands there; a job just made goes on with whose it is. */
export type StageAction = 'focus' | 'take' | 'client'

type StagesProps = {
  job: JobDetail
  today: string
  zone: string
  step: StageStep | null
  /** What a worker does in place of the job's next step. */
  own: OwnStep | null | undefined
  invoices: readonly JobInvoice[] | undefined
  /** For whoever may send the estimate. */
  maySend: boolean
  /** And may remove what the client signed for the work. */
  removesSignOffs: boolean
  begin?: StageAction
  lines: LinesStore
  onAddLines: () => void
  onStart: () => Promise<void>
  /** Whose paper is sent; empty: as the job says. */
  organisation: string
  /** Gives the job as it stands; nothing when something that is typed is not saved. */
  saveAll: () => Promise<JobDetail | undefined>
  take: (job: JobDetail) => void
  /** Gives whether it stands there now. */
  onMove: (status: number, more?: { acceptedby?: string; confirmed?: boolean }) => Promise<boolean>
  /** Says and asks all that lies between; nothing where the person would rather not. */
  askAtOnce: () => Promise<TimeDecision | undefined>
  /** What was done without an estimate needs none of the steps between. */
  mayInvoice: boolean
  seesClients: boolean
  reload: () => void
  /** Where a deposit is asked for, by whoever may. */
  depositurl: string | undefined
  /** Plain where something else is what most people want. */
  mainLook: 'primary' | 'plain'
  /** Whether who accepted the estimate is asked where it is approved. */
  asksAcceptance: boolean
}

export function JobStages({
  job,
  today,
  zone,
  step,
  own,
  invoices,
  begin,
  lines,
  saveAll,
  ...more
}: StagesProps) {
  const { onMove, depositurl } = more
  const [busy, setBusy] = useState(false)
  const [showsPapers, setShowsPapers] = useState(false)
  const [whose, setWhose] = useState<JobDetail>()
  const button = useRef<HTMLButtonElement>(null)
  const acceptedby = useRef<HTMLInputElement>(null)
  const asks = step === 'approve' && more.asksAcceptance && !job.acceptedby

  const send = () => openEstimateMail(job.id, more.organisation)
  type Act = (job: JobDetail) => unknown
  const acts: Record<StageStep, Act> = {
    lines: more.onAddLines,
    sent: async () => {
      await sayEstimateSent(job.id, more.organisation)
      more.reload()
    },
    send,
    approve: () => onMove(APPROVE, { acceptedby: acceptedby.current?.value.trim() || undefined }),
    askdeposit: () => depositurl && window.joblane.dialog(depositurl),
    deposit: () => openDeposit(job.id),
    start: more.onStart,
    use: () => lines.consumeAllEstimated(),
    complete: () => onMove(COMPLETE),
    deliver: () => window.joblane.dialog(withQuery('/deliveries/new', { jobid: job.id })),
    prepare: () => openDraft(job.id, more.organisation),
    issue: () => openDraft(job.id, more.organisation),
    sendinvoice: () => openUnsent(job.id),
    pay: () => openUnpaid(job.id),
  }

  async function invoiceAtOnce(job: JobDetail): Promise<void> {
    if (!job.client && (job.quoted || job.actual)) return setWhose(job)
    if (!(await lines.loadUnused())) return
    const decided = await more.askAtOnce()
    if (!decided) return
    if (!job.client) return setWhose(job)
    if (!(await lines.consumeAllEstimated(decided))) return
    if (await onMove(COMPLETE, { confirmed: true })) await openDraft(job.id, more.organisation)
  }

  async function run(act: Act): Promise<void> {
    setBusy(true)
    const saved = await saveAll()
    if (saved) await act(saved)
    setBusy(false)
  }
  const take = (next: StageStep) => run(own ? own.act : acts[next])
  const main = own === undefined ? step && stepName(step, job) : own?.name

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the step that the dialog was opened for
  useEffect(() => {
    if (begin === 'take' && step && own === undefined && !asks) void take(step)
    else if (begin === 'focus') (acceptedby.current ?? button.current)?.focus()
  }, [])

  if (!job.stage) return null
  const names = Object.values(stageNames)
  const resends = job.estimateoutdated && more.maySend
  const atonce = job.quoted || job.actual ? INVOICE_AT_ONCE : PRICES

  return (
    <div className="stages">
      <ol aria-label="From asked to paid">
        {Object.entries(stageNames).map(([stage, name]) => (
          <li key={stage} aria-current={stage === job.stage ? 'step' : undefined}>
            <span>{name}</span>
          </li>
        ))}
      </ol>
      <p className="stagenow" aria-hidden="true">
        <strong>{stageNames[job.stage]}</strong>{' '}
        <span>
          {names.indexOf(stageNames[job.stage]) + 1} of {names.length}
        </span>
      </p>
      {/* On a phone the papers are folded, so that the fields begin in the upper fifth of it. */}
      <IconButton
        className="foldpapers"
        icon={showsPapers ? 'chevron-up' : 'chevron-down'}
        label="Its papers"
        aria-expanded={showsPapers}
        onClick={() => setShowsPapers(!showsPapers)}
      />
      <div className={showsPapers ? 'stagefacts open' : 'stagefacts'}>
        <EstimateFacts
          job={job}
          today={today}
          zone={zone}
          onAskDeposit={depositurl ? () => void run(() => window.joblane.dialog(depositurl)) : undefined}
          onRemoveSignOff={
            more.removesSignOffs
              ? (id) => void run(() => window.joblane.dialog(`/mywork/jobs/${job.id}/signoff/${id}/remove`))
              : undefined
          }
        />
        <InvoiceFacts invoices={invoices} />
      </div>
      <ChangedSince job={job} onSend={more.maySend ? () => void run(send) : undefined} />
      {job.estimateoutdated && (
        <p className="estimatefacts">
          <strong className="expired">
            Changed since the estimate was sent: the client cannot approve it any more.
          </strong>
          {resends && (
            <Button small look={more.mainLook} icon="mail" onClick={() => void run(send)}>
              Send again
            </Button>
          )}
        </p>
      )}
      {asks && <AcceptedBy input={acceptedby} onEnter={() => void take('approve')} />}
      {more.mayInvoice && own === undefined && (
        <Button
          look="quiet"
          small
          icon="receipt"
          aria-label={atonce.wide}
          title={atonce.wide}
          onClick={() => void run(invoiceAtOnce)}
        >
          <span className="wide">{atonce.wide}</span>
          <span className="narrow">{atonce.narrow}</span>
        </Button>
      )}
      {whose && (
        <AskClient
          job={whose}
          cansee={more.seesClients}
          onDone={() => setWhose(undefined)}
          onSaved={(saved) => {
            more.take(saved)
            void run(() => invoiceAtOnce(saved))
          }}
        />
      )}
      {step && main && (
        <Button
          ref={button}
          look={resends ? 'plain' : more.mainLook}
          icon="arrow-right"
          aria-busy={busy}
          onClick={() => void take(step)}
        >
          {resends && step === 'approve' && own === undefined ? 'Approve as it stands' : main}
        </Button>
      )}
    </div>
  )
}
