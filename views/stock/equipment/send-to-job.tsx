import { Button } from '#views/ui/button.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Picker } from '#views/ui/picker.tsx'
import { RoleChoice } from './roles.tsx'

type PieceJob = { id: string; reference: string; href?: string }

const alone = { form: NO_FORM, 'hx-swap': 'none' }

type SendToJobProps = {
  id: string
  name: string
  /** The job that it is out on, and that the person may work on. */
  on?: PieceJob
}

/** On which job the piece is, and the way on one or off it. Nothing in it belongs to the form of the dialog. */
export function SendToJob({ id, name, on }: SendToJobProps) {
  if (on) return <OnJob id={id} name={name} on={on} />
  return (
    <div className="addpiece tojob" data-alone="">
      <Picker
        label="Put it on a job"
        name="job"
        id="piece-job"
        url="/lookup/jobs"
        placeholder="Reference, description"
        form={NO_FORM}
      />
      <RoleChoice id="piece-role" form={NO_FORM} />
      <Button icon="plus" {...alone} hx-post={`/equipment/list/${id}/job`} hx-include="closest .tojob">
        Put on the job
      </Button>
    </div>
  )
}

function OnJob({ id, name, on }: Required<SendToJobProps>) {
  const url = `/equipment/job/${on.id}/${id}`
  return (
    <div className="onjob">
      <p>
        {name} is out on {on.href ? <a href={on.href}>{on.reference}</a> : on.reference}.
      </p>
      <Button icon="check" {...alone} hx-post={`${url}?processed=true`}>
        Mark as processed
      </Button>
      <Button icon="x" {...alone} hx-post={`${url}/remove`}>
        Take off the job
      </Button>
    </div>
  )
}
