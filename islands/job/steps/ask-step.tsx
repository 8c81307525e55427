import { type FormEvent, useId, useState } from 'react'
import { Button } from '#views/ui/button.tsx'
import { missing } from '#views/ui/field-rules.ts'
import { MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { findMinutesFault, MOST_WORKED } from '#views/ui/parse-minutes.ts'
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
  const [fault, setFault] = useState<string>()
  const error = fault ?? question.error

  function answer(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const typed = String(new FormData(form).get(question.ask)).trim()
    const found = findFault(question.ask, typed)
    setFault(found)
    if (found) {
      form.querySelector('input')?.focus()
      const read = form.querySelector('output[data-read]')
      if (read?.textContent === found) read.textContent = ''
      return
    }
    const answer = { form, [question.ask]: typed }
    void onAnswer({ ...answer, action: question.ask === 'note' ? 'skip' : 'finish' })
  }

  return (
    <form className="askstep" data-guard="" noValidate onSubmit={answer}>
      {question.ask === 'note' ? (
        <TextInput
          id={id}
          name="note"
          label="Why is it skipped?"
          error={error}
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
          error={error}
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

/** As the server says it, which may not be there. */
function findFault(ask: StepQuestion['ask'], typed: string): string | undefined {
  if (typed === '') return ask === 'note' ? missing.skipreason : missing.unclocked
  return ask === 'minutes' ? findMinutesFault(typed) : undefined
}
