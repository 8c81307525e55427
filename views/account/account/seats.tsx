import { Avatar } from '#views/ui/avatar.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { ListStops } from '#views/ui/list-stops.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type SeatView = {
  id: string
  name: string
  email: string
  roles: string
  licensed: boolean
  confirmed: boolean
  seenutc: string | null
}
type RequestView = { id: string; name: string; email: string; createdutc: string }
export type SeatsProps = {
  seats: readonly SeatView[]
  used: number
  /** Null where seats are not sold. */
  paid: number | null
  requests: readonly RequestView[]
  manages: boolean
  /** As many of each as the page holds. */
  most: { seats: number; requests: number }
}

const columns: Column<SeatView>[] = [
  {
    key: 'name',
    head: 'Name',
    cell: ({ name, confirmed, licensed }) => (
      <>
        {name} {!confirmed && <Chip>Invited</Chip>} {!licensed && <Chip level="warning">No seat</Chip>}
      </>
    ),
  },
  { key: 'email', head: 'E-mail', short: true, cell: ({ email }) => email },
  { key: 'roles', head: 'Roles', cell: ({ roles }) => roles || '–' },
  {
    key: 'seenutc',
    head: 'Last seen',
    cell: ({ seenutc }) => (seenutc ? <DateTime iso={seenutc} relative /> : 'Never'),
  },
]

export function SeatsPanel({ seats, used, paid, requests, manages, most }: SeatsProps) {
  return (
    <ListRegion id="seats" refresh="users joinrequests seats" url="/account?tab=active" ispart>
      {manages && requests.length > 0 && <Requests requests={requests} />}
      {manages && (
        <ListStops rows={requests} at={most.requests} rest="Who asked later follows as these are answered." />
      )}
      <Panel title="People" flush actions={manages && <LinkButton href="/admin/users">Users</LinkButton>}>
        <Used used={used} paid={paid} />
        <Table
          caption="People of this account"
          columns={columns}
          rows={seats}
          rowid={({ id }) => id}
          url="/account"
          region="seats"
          empty={<EmptyState icon="users" text="Nobody holds a seat." />}
        />
        <ListStops rows={seats} at={most.seats} rest="All of them are under Users." />
      </Panel>
    </ListRegion>
  )
}

function Used({ used, paid }: { used: number; paid: number | null }) {
  if (paid === null)
    return <p className="seatsused">{used === 1 ? '1 seat in use' : `${used} seats in use`}</p>
  return (
    <div className={used > paid ? 'seatsused over' : 'seatsused'}>
      <p>
        <strong>{used}</strong> of <strong>{paid}</strong> paid {paid === 1 ? 'seat' : 'seats'} in use
        {used > paid && ': nothing can be changed until some are taken back or paid for'}
      </p>
      <meter min={0} max={Math.max(used, paid)} high={paid} value={used} aria-label="Seats in use" />
    </div>
  )
}

const Requests = ({ requests }: { requests: readonly RequestView[] }) => (
  <Panel title="Asking to be let in">
    <ul className="people">
      {requests.map(({ id, name, email, createdutc }) => (
        <li key={id}>
          <Avatar name={name} />
          <span>
            {name}
            <small className="below">
              {email}, <DateTime iso={createdutc} relative />
            </small>
          </span>
          <LinkButton small {...dialogLink(`/account/requests/${id}`)}>
            Let in
          </LinkButton>
          <Button
            small
            look="quiet"
            hx-post={`/account/requests/${id}/refuse`}
            hx-swap="none"
            {...confirmFirst({
              question: `Refuse the request of ${name}? An invitation by e-mail stays possible.`,
              yes: 'Refuse',
              danger: true,
            })}
          >
            Refuse
          </Button>
        </li>
      ))}
    </ul>
  </Panel>
)
