import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { ListCount, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type WebhookLine = {
  id: string
  name: string
  url: string
  kinds: readonly string[]
  state: 'on' | 'off' | 'stopped'
  waiting: number
  dropped: number
  answeredutc: string | null
  /** When what was not answered is tried again. */
  retryutc: string | null
}

const PATH = '/customise/webhooks'

const columns = (zone: string): Column<WebhookLine>[] => [
  { key: 'name', head: 'Name', cell: ({ name, url }) => name || new URL(url).host },
  { key: 'url', head: 'Address', wide: true, cell: ({ url }) => url },
  { key: 'state', head: 'State', cell: (row) => <WebhookState {...row} zone={zone} /> },
  { key: 'kinds', head: 'Kinds of events', numeric: true, cell: ({ kinds }) => kinds.length },
  { key: 'waiting', head: 'Waiting', numeric: true, cell: ({ waiting }) => waiting },
  {
    key: 'answered',
    head: 'Last answer',
    cell: ({ answeredutc }) => (answeredutc ? <DateTime iso={answeredutc} zone={zone} relative /> : 'Never'),
  },
]

type StateProps = Pick<WebhookLine, 'state' | 'waiting' | 'dropped' | 'retryutc'> & { zone: string }

function WebhookState({ state, waiting, dropped, retryutc, zone }: StateProps) {
  if (state === 'off') return <Chip>Off</Chip>
  if (state === 'stopped')
    return (
      <Chip level="error" icon="error">
        Stopped
      </Chip>
    )
  if (dropped > 0)
    return (
      <Chip level="warning" icon="warning">
        {dropped} left out
      </Chip>
    )
  if (retryutc)
    return (
      <>
        <Chip level="warning" icon="warning">
          Not answered
        </Chip>{' '}
        <small className="muted">
          tried again <DateTime iso={retryutc} zone={zone} relative />
        </small>
      </>
    )
  return waiting > 0 ? (
    <Chip level="info" icon="clock">
      On, {waiting} waiting
    </Chip>
  ) : (
    <Chip level="success" icon="success">
      On
    </Chip>
  )
}

type WebhooksProps = { title: string; rows: readonly WebhookLine[]; zone: string; url: string }

export function Webhooks({ title, rows, zone, url }: WebhooksProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Other programs that are told what changes here, as it happens."
        actions={
          <>
            <LinkButton icon="help" href="/help#webhooks" target="_blank" rel="noopener">
              How to receive events
            </LinkButton>
            <Add look="primary" />
          </>
        }
      />
      <ListRegion id="webhooks" refresh="webhooks" url={PATH}>
        <ListCount total={rows.length} noun="webhook" />
        <Table
          caption={title}
          columns={columns(zone)}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="webhooks"
          href={({ id }) => `${PATH}/${id}`}
          empty={
            <EmptyState
              icon="link"
              text="No program is told of changes."
              hint="A webhook sends a signed message to an address of yours whenever a job, stock or a document changes."
            >
              <Add />
            </EmptyState>
          }
        />
      </ListRegion>
    </>
  )
}

const Add = ({ look }: { look?: 'primary' }) => (
  <LinkButton look={look} icon="plus" data-shortcut="new" {...dialogLink(`${PATH}/new`)}>
    Add webhook
  </LinkButton>
)
