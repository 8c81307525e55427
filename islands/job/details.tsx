import { Children, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { FieldRow, FormErrors } from '#views/ui/form.tsx'
import { TextArea } from '#views/ui/inputs.tsx'
import { CategoryFields } from './category-fields.tsx'
import { useJobFields } from './job-fields.tsx'
import type { CategoryFieldsOfJob } from './use-category-fields.ts'
import { Warnings } from './warnings.tsx'

export type SaveProblem = { message: string; fields: Record<string, string> }

type DetailsProps = {
  job: JobDetail
  board: BoardProps
  problem: SaveProblem | undefined
  form: RefObject<HTMLFormElement | null>
  fields: CategoryFieldsOfJob
  onSave: () => void
}

export const formId = 'job-form'

/** Everything about a job but its lines. The page guards it, as every form, against losing what was typed. */
export function JobDetailsForm({ job, board, problem, form, fields, onSave }: DetailsProps) {
  const error = (name: string) => problem?.fields[name]
  const field = useJobFields({ job, board, error })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }

  const change = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if ((target as HTMLInputElement).name === 'categories')
      fields.tick(new FormData(currentTarget).getAll('categories').map(String))
  }

  return (
    <form
      ref={form}
      id={formId}
      className="details"
      data-guard=""
      noValidate
      onSubmit={submit}
      onChange={change}
    >
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
        <NeighbourFields>
          {field('client')}
          {field('location')}
        </NeighbourFields>
        {field('categories')}
        <CategoryFields fields={fields.shown} problem={fields.problem} error={error} />
        {field('customerreference')}
        {field('statenote')}
      </div>
      <div className="side">
        {field('assignee')}
        <NeighbourFields>
          {field('start')}
          {field('finish')}
        </NeighbourFields>
        {field('scheduledminutes')}
        {field('division')}
        {field('organisation')}
        {field('critical')}
      </div>
    </form>
  )
}

function NeighbourFields({ children }: { children: ReactNode }) {
  const shown = Children.toArray(children)
  return shown.length > 1 ? <FieldRow>{shown}</FieldRow> : shown
}
