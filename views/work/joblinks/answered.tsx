import { Icon } from '#views/ui/icon.tsx'
import { type AskedFor, purposeWords } from './words.ts'

export type AnsweredProps = {
  purpose: AskedFor
  answer: 'approve' | 'change' | 'refuse'
  name: string
  /** Undefined where the same form was sent before: what it showed then is not shown again. */
  organisation?: string
  paper?: string
  /** Whether a confirmation goes to the client. */
  mailed: boolean
}

export const AnsweredPage = ({ purpose, answer, name, organisation, paper, mailed }: AnsweredProps) => (
  <div className="clientpage outcome">
    <Icon name={answer === 'approve' ? 'success' : 'info'} size="large" />
    <h1>Thank you, {name}</h1>
    <p>
      <strong>{purposeWords[purpose].done[answer]}</strong>
    </p>
    {organisation && (
      <p>
        {organisation} has been told.
        {mailed ? ` A confirmation with ${paper} goes to you by e-mail.` : ''}
      </p>
    )}
    <p className="hint">This link has done its work and opens nothing any more. You can close this page.</p>
  </div>
)
