import { Children, type FormEvent, Fragment, type ReactNode, type RefObject, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { Warnings } from '#islands/job/warnings.tsx'
import type { OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { FieldRow, FormErrors } from '#views/ui/form.tsx'
import { TextArea } from '#views/ui/inputs.tsx'
import { CategoryFields } from './category-fields.tsx'
import { InvoiceNeeds } from './invoice-needs.tsx'
import { useJobFields } from './job-fields.tsx'
import type { CategoryFieldsOfJob } from './use-category-fields.ts'

export type SaveProblem = { message: string; fields: Record<string, string> }

type DetailsProps = {
  job: JobDetail
  board: BoardProps
  problem: SaveProblem | undefined
  form: RefObject<HTMLFormElement | null>
  fields: CategoryFieldsOfJob
  /** As they stand now, whatever the form was opened with. */
  needs: JobDetail['invoiceneeds']
  onSave: () => void
}

export const formId = 'job-form'

/** Everything about a job but its lines. The page guards it, as every form, against losing what was typed. */
export function JobDetailsForm({ job, board, problem, form, fields, needs, onSave }: DetailsProps) {
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
      data-undone=""
      noValidate
      onSubmit={submit}
      onChange={change}
    >
      {problem && <FormErrors message={problem.message} />}
      <Warnings job={job} />
      <div className="main">
        <TextArea
          label="Description"
          name="description"
          value={job.description}
          maxlength={2000}
          rows={2}
          error={error('description')}
        />
        {rowsOf('main').map((names) => (
          <Fragment key={names[0]}>
            <NeighbourFields fields={names.map(field)} />
            {names.includes('client') && <InvoiceNeeds needs={needs} job={job} board={board} />}
            {names.includes('categories') && (
              <CategoryFields fields={fields.shown} problem={fields.problem} error={error} />
            )}
          </Fragment>
        ))}
      </div>
      <div className="side">
        {rowsOf('side').map((names) => (
          <NeighbourFields key={names[0]} fields={names.map(field)} />
        ))}
        <Folded
          rows={rowsOf('folded').map((names) => ({ key: names.join(), fields: names.map(field) }))}
          iswrong={rowsOf('folded').flat().some(error)}
        />
      </div>
    </form>
  )
}

function NeighbourFields({ fields }: { fields: ReactNode[] }) {
  const shown = Children.toArray(fields)
  return shown.length > 1 ? <FieldRow>{shown}</FieldRow> : shown
}

type FoldedProps = { rows: { key: string; fields: ReactNode[] }[]; iswrong: boolean }

/** On a phone what is seldom filled in waits behind one line. */
function Folded({ rows, iswrong }: FoldedProps) {
  const [isopen, setOpen] = useState(() => matchMedia('(width >= 600px)').matches)
  const shown = rows.filter(({ fields }) => Children.toArray(fields).length > 0)
  if (shown.length === 0) return null
  return (
    <details
      className="seldom"
      open={isopen || iswrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More: who invoices, what was accepted, fixed price</summary>
      {shown.map(({ key, fields }) => (
        <NeighbourFields key={key} fields={fields} />
      ))}
    </details>
  )
}

type Column = 'main' | 'side' | 'folded'

/** From top to bottom; the compiler misses a field that has no place. */
const columns: Record<OptionalJobField, Column> = {
  client: 'main',
  location: 'main',
  categories: 'main',
  customerreference: 'main',
  statenote: 'main',
  assignee: 'side',
  start: 'side',
  visittime: 'side',
  scheduledend: 'side',
  finish: 'side',
  scheduledminutes: 'side',
  critical: 'side',
  division: 'folded',
  organisation: 'folded',
  validuntil: 'folded',
  acceptedby: 'folded',
  acceptedon: 'folded',
  fixedprice: 'folded',
}
const besideTheLast = new Set<OptionalJobField>(['location', 'visittime', 'finish', 'acceptedon'])

function rowsOf(column: Column): OptionalJobField[][] {
  const rows: OptionalJobField[][] = []
  for (const name of Object.keys(columns) as OptionalJobField[])
    if (columns[name] !== column) continue
    else if (besideTheLast.has(name)) rows.at(-1)?.push(name)
    else rows.push([name])
  return rows
}
