import { Modal } from '#islands/lib/modal.tsx'
import { Button } from '#views/ui/button.tsx'
import type { MoveWarning } from './moves.ts'

export type MoveWarningPrompt = {
  reference: string
  lane: string
  /** What moving there does to the job, as in "Complete". */
  act?: string
  warnings: readonly MoveWarning[]
  answer: (yes: boolean) => void
}

/** Decision C1. */
export function AskWarnings({ question, onDone }: { question: MoveWarningPrompt; onDone: () => void }) {
  const { reference, lane, act, warnings, answer } = question
  return (
    <Modal
      size="small"
      className="confirm"
      role="alertdialog"
      labelledby="warnings-title"
      onClosed={() => {
        answer(false)
        onDone()
      }}
    >
      <div className="sheet">
        <div className="body">
          <h2 id="warnings-title">
            {act ? `${act} ${reference}? It moves to the lane ${lane}.` : `Move ${reference} to ${lane}?`}
          </h2>
          <ul className="warninglist">
            {warnings.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button
            look="primary"
            autoFocus
            onClick={({ currentTarget }) => {
              answer(true)
              currentTarget.closest('dialog')?.close()
            }}
          >
            {act ?? `Move to ${lane}`}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
