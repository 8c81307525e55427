import { Fragment } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import type { FormField } from '#server/domains/work/jobs/job-form.ts'
import { type FieldsOfJob, useJobFields } from './job-fields.tsx'

type MoreFieldsProps = {
  board: BoardProps
  names: readonly FormField[]
  errors: Record<string, string>
}

const nothing: FieldsOfJob = {
  ...{ client: null, location: null, assignee: null, division: null, organisation: null, categories: [] },
  ...{
    customerreference: '',
    statenote: '',
    start: null,
    finish: null,
    scheduledminutes: null,
    critical: false,
  },
}

export default function MoreFields({ board, names, errors }: MoreFieldsProps) {
  const field = useJobFields({ job: nothing, board, only: names, error: (name) => errors[name] })
  return (
    <div className="more">
      {names.map((name) => (
        <Fragment key={name}>{field(name)}</Fragment>
      ))}
    </div>
  )
}
