import { Children, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/jobs/types.ts'
import { FieldRow, FormErrors } from '#views/ui/form.tsx'
import { TextArea } from '#views/ui/inputs.tsx'
import { useJobFields } from './job-fields.tsx'
import { Warnings } from './warnings.tsx'

export type Problem = { message: string; fields: Record<string, string> }

type DetailsProps = {
  job: JobDetail
  board: BoardProps
  problem: Problem | undefined
  form: RefObject<HTMLFormElement | null>
  onSave: () => void
}

export const formId = 'job-form'

/** Everything about a job but its lines. The page guards it, as every form, against losing what was typed. */
export function Details({ job, board, problem, form, onSave }: DetailsProps) {
  const error = (name: string) => problem?.fields[name]
  const field = useJobFields({ job, board, error })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }

  return (
    <form ref={form} id={formId} className="details" data-guard="" noValidate onSubmit={submit}>
      {problem && <FormErrors message={problem.message} />}
      <Warnings list={job.warninglist} />
      <div className="main">
        <TextArea
          label="Description"
          name="description"
          value={job.description}
          maxlength={2000}
          rows={2}
          error={error('description')}
        />
        <Beside>
          {field('client')}
          {field('location')}
        </Beside>
        {field('categories')}
        {field('customerreference')}
        {field('statenote')}
      </div>
      <div className="side">
        {field('assignee')}
        <Beside>
          {field('start')}
          {field('finish')}
        </Beside>
        {field('scheduledminutes')}
        {field('division')}
        {field('organisation')}
        {field('critical')}
      </div>
    </form>
  )
}

/** Two fields side by side; one of them alone has the room of both. */
function Beside({ children }: { children: ReactNode }) {
  const shown = Children.toArray(children)
  return shown.length > 1 ? <FieldRow>{shown}</FieldRow> : shown
}
