import { Avatar } from '#views/ui/avatar.tsx'
import { Button, IconButton } from '#views/ui/button.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'

export type StakeholderPerson = { id: string; firstname: string; lastname: string; email: string }

type StakeholdersProps = {
  locationid: string
  stakeholders: readonly StakeholderPerson[]
  /** People with the StakeHolder role. */
  candidates?: readonly Option[]
  canwrite: boolean
}

export function Stakeholders({ locationid, stakeholders, candidates = [], canwrite }: StakeholdersProps) {
  const url = `/admin/lc/${locationid}/stakeholders`
  const held = new Set(stakeholders.map(({ id }) => id))
  const free = candidates.filter(({ value }) => !held.has(String(value)))
  const swap = { 'hx-target': '#stakeholders', 'hx-swap': 'outerHTML' }
  return (
    <div id="stakeholders">
      {stakeholders.length === 0 && (
        <EmptyState
          icon="users"
          text="Nobody follows this location yet."
          hint="Stakeholders see its jobs and nothing else."
        />
      )}
      <ul className="people">
        {stakeholders.map(({ id, firstname, lastname, email }) => (
          <li key={id}>
            <Avatar name={`${firstname} ${lastname}`} />
            <span>
              {firstname} {lastname} <small>{email}</small>
            </span>
            {canwrite && (
              <IconButton
                icon="x"
                label={`Remove ${firstname} ${lastname}`}
                hx-delete={`${url}/${id}`}
                {...swap}
              />
            )}
          </li>
        ))}
      </ul>
      {canwrite && (
        <div className="fieldrow" data-noguard="">
          <Select
            label="Client’s contact"
            name="userid"
            // Belongs to no form: saving the location must not send it.
            form="f-userid-alone"
            options={free}
            placeholder={free.length > 0 ? 'Choose a person' : 'Nobody else to choose'}
            hint="People with the role Client’s contact: they are invited under Users."
          />
          <Button icon="user-plus" hx-post={url} hx-include="closest .fieldrow" {...swap}>
            Add
          </Button>
        </div>
      )}
    </div>
  )
}
