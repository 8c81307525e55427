import '#islands/shared.ts'
import { Fragment } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import type { OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import { emptyJobFields } from './details-form.ts'
import { useJobFields } from './job-fields.tsx'

type MoreFieldsProps = {
  board: BoardProps
  names: readonly OptionalJobField[]
  errors: Record<string, string>
}

/** What a new job must be told beside its description. */
export default function MoreFields({ board, names, errors }: MoreFieldsProps) {
  const field = useJobFields({
    job: emptyJobFields,
    board,
    only: names,
    error: (name) => errors[name],
  })
  return (
    <div className="more">
      {names.map((name) => (
        <Fragment key={name}>{field(name)}</Fragment>
      ))}
    </div>
  )
}
