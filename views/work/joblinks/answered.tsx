import { LinkButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { type AskedFor, purposeWords } from './words.ts'

export type AnsweredProps = {
  purpose: AskedFor
  answer: 'approve' | 'change' | 'refuse'
  name: string
  /** Undefined where the same form was sent before: what it showed then is not shown again. */
  organisation?: string
  paper?: string
  /** Whether a confirmation goes to the client, or waits until mail can be sent. */
  mailed: 'goes' | 'waits' | null
  pdf?: Uint8Array
}

export const AnsweredPage = ({ purpose, answer, name, organisation, paper, mailed, pdf }: AnsweredProps) => (
  <div className="clientpage outcome">
    <Icon name={answer === 'approve' ? 'success' : 'info'} size="large" />
    <h1>Thank you, {name}</h1>
    <p>
      <strong>{purposeWords[purpose].done[answer]}</strong>
    </p>
    {organisation && (
      <p>
        {organisation} has been told.
        {mailed === 'goes' && ` A confirmation with ${paper} goes to you by e-mail.`}
        {mailed === 'waits' && ` A confirmation with ${paper} comes to you by e-mail later.`}
      </p>
    )}
    {pdf && (
      <>
        <p>Please keep this: it is the paper that you answered.</p>
        {/* The link is used up, so that the paper comes with the page. */}
        <LinkButton
          look="primary"
          icon="download"
          href={`data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`}
          download={`${paper}.pdf`}
        >
          Download the PDF
        </LinkButton>
      </>
    )}
    <p className="hint">This link has done its work and opens nothing any more. You can close this page.</p>
  </div>
)
