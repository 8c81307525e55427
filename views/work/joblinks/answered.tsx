import { LinkButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { type AgreedDeposit, AgreedDepositPart } from './agreed-deposit.tsx'
import { type AskedFor, answeredName, purposeWords } from './words.ts'

export type AnsweredProps = {
  purpose: AskedFor
  answer: 'approve' | 'change' | 'refuse'
  name: string
  organisation?: string
  paper?: string
  deposit?: AgreedDeposit
  /** Whether a confirmation goes to the client. One that waits until mail can be sent is not promised: it may never go. */
  mailed: boolean
  pdf?: Uint8Array
}

export const AnsweredPage = ({
  purpose,
  answer,
  name,
  organisation,
  paper,
  deposit,
  mailed,
  pdf,
}: AnsweredProps) => (
  <div className="clientpage outcome">
    <Icon name={answer === 'approve' ? 'success' : 'info'} size="large" />
    <h1>Thank you, {name}</h1>
    <p>
      <strong>{purposeWords[purpose].done[answer]}</strong>
    </p>
    {organisation && (
      <p>
        {organisation} has been told.
        {mailed && ` A confirmation with ${paper} goes to you by e-mail.`}
      </p>
    )}
    {deposit && <AgreedDepositPart {...deposit} />}
    {pdf && (
      <>
        <p>Please keep this: it is the paper that you answered, with your name and the time on it.</p>
        {/* Kept without asking for it once more. */}
        <LinkButton
          look="primary"
          icon="download"
          href={`data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`}
          download={answeredName(paper ?? '')}
        >
          Download the PDF
        </LinkButton>
      </>
    )}
    <p className="hint">You can close this page. The link shows what you answered until its last day.</p>
  </div>
)
