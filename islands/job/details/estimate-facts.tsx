import { decimalText, randText } from '#islands/lib/figures.ts'
import type { JobDetail, JobLinkFacts } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { isExpired } from '#views/ui/job-stages.ts'

type FactsProps = {
  job: JobDetail
  today: string
  zone: string
  /** For whoever may ask for a deposit. */
  onAskDeposit?: () => void
  /** For whoever may remove what the client signed. */
  onRemoveSignOff?: (id: string) => void
}

/** What became of the estimate that was sent. */
export function EstimateFacts({ job, today, zone, onAskDeposit, onRemoveSignOff }: FactsProps) {
  const { estimatesentutc, validuntil, acceptedby, acceptedon, clientlinks, approvedby, signoffs } = job
  const accepted = acceptedby || acceptedon
  const isToldByLink = clientlinks.some(
    ({ purpose, answer }) =>
      purpose === 'approve' && answer?.answer === 'approve' && answer.name === acceptedby,
  )
  // What is invoiced needs its estimate no more.
  const waits = job.estimatewaits && job.stage !== 'invoiced' && job.stage !== 'paid'
  const told = clientlinks.length + signoffs.length > 0
  if (!estimatesentutc && !waits && !accepted && !approvedby && !told) return null
  return (
    <p className="estimatefacts">
      {estimatesentutc && (
        <span>
          Estimate sent <DateTime iso={estimatesentutc} zone={zone} />
        </span>
      )}
      {waits && (
        <span className="expired">
          {estimatesentutc ? 'an e-mail still waits' : 'The e-mail with the estimate waits'} to be sent
        </span>
      )}
      {waits && !estimatesentutc && <span>Did the client get it in another way?</span>}
      {!accepted && validuntil && estimatesentutc && (
        <span className={isExpired(job, today) ? 'expired' : undefined}>
          {isExpired(job, today) ? 'expired' : 'valid until'} {shortDate(validuntil)}
        </span>
      )}
      {accepted && !isToldByLink && (
        <span>
          accepted{acceptedby && ` by ${acceptedby}`}
          {acceptedon && ` on ${shortDate(acceptedon)}`}
        </span>
      )}
      {!accepted && approvedby && (
        <span>
          {job.approvedutc === job.created ? 'made as approved' : 'approved'} by {approvedby.name}
        </span>
      )}
      {job.depositpercent !== null && <Deposit job={job} onAsk={onAskDeposit} />}
      {clientlinks.map((link) => (
        <LinkFacts key={link.purpose} {...link} zone={zone} />
      ))}
      {signoffs.map(({ id, name, signedutc, byname, image }) => (
        <span key={id}>
          signed for by {name} <DateTime iso={signedutc} zone={zone} />, with {byname}
          <img src={image} alt={`Signature of ${name}`} />
          {onRemoveSignOff && (
            <Button
              small
              look="quiet"
              aria-label={`Remove the signature of ${name}`}
              onClick={() => onRemoveSignOff(id)}
            >
              Remove
            </Button>
          )}
        </span>
      ))}
    </p>
  )
}

const beforeInvoice: ReadonlySet<string> = new Set(['asked', 'quoted', 'approved', 'working'])

/** It is asked for by a paper of its own, once the estimate is accepted. */
function Deposit({ job, onAsk }: { job: JobDetail; onAsk?: () => void }) {
  const share = `${decimalText(job.depositpercent ?? 0)} %`
  const isRest = job.deposit !== null
  const isDue = job.stage === 'approved' || job.stage === 'working'
  // Later it was asked for and settled, or the invoice asks for the whole.
  if (!beforeInvoice.has(job.stage ?? '') || (isRest && !(isDue && job.depositdue))) return null
  if (isDue && onAsk && job.nextstep !== 'askdeposit')
    return (
      <Button small look="quiet" icon="banknote" onClick={onAsk}>
        Ask for the {isRest && 'rest of the '}deposit of {share}
      </Button>
    )
  return isRest ? (
    <span>the rest of the deposit of {share} is not asked for yet</span>
  ) : (
    <span>deposit of {share} on acceptance</span>
  )
}

type ChangedProps = { job: JobDetail; onSend: (() => void) | undefined }

/** Since the client approved: never folded away, and nothing to do once they were sent it. */
export function ChangedSince({ job: { changed, estimatesentutc }, onSend }: ChangedProps) {
  if (!changed) return null
  const { name, approved, now, vendor, sent } = changed
  const sums =
    approved === now
      ? 'other lines, at the same total'
      : `${randText(approved)} → ${randText(now)}${vendor ? ' with VAT' : ''}`
  if (sent)
    return (
      <p className="estimatefacts">
        <span>
          Sent, waiting for an answer to what changed since {name} approved: {sums}
        </span>
      </p>
    )
  return (
    <p className="estimatefacts">
      <strong className="expired">
        Changed since {name} approved: {sums}
      </strong>
      {onSend && (
        <Button small look="quiet" icon="mail" onClick={onSend}>
          {estimatesentutc ? 'Send it again' : 'Send the estimate'}
        </Button>
      )}
    </p>
  )
}

/** What the client did by the link: opened it, answered, or neither yet. */
function LinkFacts({ purpose, openedutc, ended, answer, zone }: JobLinkFacts & { zone: string }) {
  if (answer)
    return (
      <span className={answer.answer === 'approve' ? undefined : 'expired'}>
        {answer.words} by {answer.name} <DateTime iso={answer.dateutc} zone={zone} />
        {answer.comment && `: “${answer.comment}”`}
        {answer.signature && (
          <img
            src={`/api/jobs/sets/${answer.set}/signature/${answer.signature}`}
            alt={`Signature of ${answer.name}`}
          />
        )}
      </span>
    )
  if (ended) return null
  return (
    <span>
      link to {purpose}{' '}
      {openedutc ? (
        <>
          opened <DateTime iso={openedutc} zone={zone} />
        </>
      ) : (
        'not opened yet'
      )}
    </span>
  )
}
