import { personName } from '#views/format.ts'
import { Avatar } from '#views/ui/avatar.tsx'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { ListStops } from '#views/ui/list-stops.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Chip, EmptyState } from '#views/ui/small.tsx'

type Seat = {
  id: string
  user: { firstname: string; lastname: string; email: string; confirmed: boolean }
  licensed: boolean
  seenutc: string | null
}

const swap = { 'hx-target': '#accountseats', 'hx-swap': 'outerMorph' }

type SeatsProps = { accountid: string; seats: readonly Seat[]; most: number }

export function AccountSeats({ accountid, seats, most }: SeatsProps) {
  return (
    <div id="accountseats" data-noguard="">
      {seats.length === 0 && (
        <EmptyState
          icon="users"
          text="Nobody is seated in this account."
          hint="Seat its administrator below."
        />
      )}
      <ul className="people">
        {seats.map((seat) => (
          <SeatLine key={seat.id} {...seat} />
        ))}
      </ul>
      <ListStops rows={seats} at={most} rest="All of them are on the account’s own page of users." />
      <div className="adding">
        <TextInput label="E-mail of a person" name="email" type="email" maxlength={250} form={NO_FORM} />
        <Checkbox
          label="As administrator"
          name="systemadmin"
          form={NO_FORM}
          checked={seats.length === 0}
          hint="Else their own administrator gives them a role."
        />
        <Button
          icon="user-plus"
          hx-post={`/backoffice/accounts/${accountid}/seats`}
          hx-include="closest .adding"
          {...swap}
          hx-swap="outerHTML"
        >
          Add
        </Button>
      </div>
      <p className="hint">
        The account’s administrators are told of every seat that is given or taken here, and its history keeps
        it.
      </p>
    </div>
  )
}

function SeatLine({ id, user, licensed, seenutc }: Seat) {
  const name = personName(user)
  return (
    <li>
      <Avatar name={name} />
      <span>
        {name} {!user.confirmed && <Chip>Invited</Chip>} {!licensed && <Chip level="warning">No seat</Chip>}
        <small className="below">
          {user.email}, {seenutc ? <DateTime iso={seenutc} relative /> : 'never seen'}
        </small>
      </span>
      <Button
        small
        look="quiet"
        hx-delete={`/backoffice/seats/${id}`}
        {...confirmFirst({
          question: `Remove ${name} from this account? They are signed out of it at once.`,
          yes: 'Remove',
          danger: true,
        })}
        {...swap}
      >
        Remove
      </Button>
    </li>
  )
}
