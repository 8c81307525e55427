import { type FormEvent, useId } from 'react'
import { Button } from '#views/ui/button.tsx'
import { MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { MOST_WORKED } from '#views/ui/parse-minutes.ts'
import type { WorkRequest } from './send-step.ts'

/** Why a step is skipped, or how long one took that nobody started. */
export type StepQuestion = { ask: 'note' | 'minutes'; error?: string }

type AskStepProps = {
  question: StepQuestion
  onAnswer: (change: WorkRequest) => Promise<void>
  onClose: () => void
}

export function AskStep({ question, onAnswer, onClose }: AskStepProps) {
  const id = useId()

  function answer(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const answer = { form, [question.ask]: String(new FormData(form).get(question.ask)).trim() }
    void onAnswer({ ...answer, action: question.ask === 'note' ? 'skip' : 'finish' })
  }

  return (
    <form className="askstep" data-guard="" onSubmit={answer}>
      {question.ask === 'note' ? (
        <TextInput
          id={id}
          name="note"
          label="Why is it skipped?"
          error={question.error}
          required
          maxlength={500}
          autoFocus
        />
      ) : (
        <MinutesInput
          id={id}
          name="minutes"
          most={MOST_WORKED}
          label="How long did it take?"
          hint="Nobody started it. Such as 0:45, 1 h 30, or 20 for minutes; 0 is no time."
          error={question.error}
          required
          width="narrow"
          autoFocus
        />
      )}
      <div className="buttons">
        <Button small onClick={onClose}>
          Cancel
        </Button>
        <Button small type="submit" look="primary">
          {question.ask === 'note' ? 'Skip step' : 'Finish step'}
        </Button>
      </div>
    </form>
  )
}
