import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import type { IconName } from '#views/ui/icon.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { connectionEnded } from './connection-ended.ts'

type Tenant = { tenantId: string; tenantName: string; tenantType: string }

export type ShownConnection = {
  tenantid: string
  tenantname: string
  tenanttype: string
  failure: string
  connectedby: string
  connectedutc: string
  /** The organisation for which the account's own file keeps what is issued; empty: nothing is kept. */
  queuesfor: string
}

type TenantsProps = {
  title: string
  connection: ShownConnection | null
  canconnect: boolean
  tenants: readonly Tenant[]
  /** Xero did not answer. */
  down?: boolean
}

const columns = (chosen: string): Column<Tenant>[] => [
  {
    key: 'tenantName',
    head: 'Organisation',
    cell: ({ tenantId, tenantName }) => (
      <span className="xerotenant">
        <strong>{tenantName}</strong>
        {tenantId === chosen && (
          <Chip level="success" icon="success">
            Connected
          </Chip>
        )}
        <small className="muted">{tenantId}</small>
      </span>
    ),
  },
  { key: 'tenantType', head: 'Type', tight: true, cell: ({ tenantType }) => tenantType.toLowerCase() },
]

/** After the consent: whose books the account's documents go to. */
export function XeroTenantsPage({ title, connection, canconnect, tenants, down }: TenantsProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="The account is connected to one organisation at a time."
        actions={
          connection && (
            <>
              <LinkButton href="/xero">Lists and documents</LinkButton>
              <ClearConnection tenantname={connection.tenantname} icon="log-out" />
            </>
          )
        }
      />
      {connection && <ConnectionState {...connection} canconnect={canconnect} onlist />}
      {down && (
        <Banner level="warning" actions={<LinkButton href="/xero/tenants">Try again</LinkButton>}>
          Xero cannot be reached at the moment. The connection stays as it is.
        </Banner>
      )}
      {!connection ? (
        <NotConnected canconnect={canconnect} />
      ) : (
        !down &&
        !connection.failure && (
          <Table
            caption="Organisations"
            columns={columns(connection.tenantid)}
            rows={tenants}
            rowid={({ tenantId }) => tenantId}
            url="/xero/tenants"
            region="xerotenants"
            actions={({ tenantId, tenantName }) => (
              <form method="post" action={`/xero/tenants/${tenantId}`}>
                <Button
                  type="submit"
                  look={connection.tenantid ? 'plain' : 'primary'}
                  small
                  aria-label={`Connect ${tenantName}`}
                >
                  Connect
                </Button>
              </form>
            )}
            empty={
              <EmptyState
                icon="building"
                text="Xero let Joblane into no organisation."
                hint="Connect again, and choose one there."
              >
                {canconnect && <ConnectAgain look="primary" />}
              </EmptyState>
            }
          />
        )
      )}
    </>
  )
}

type ClearProps = { tenantname: string; icon?: IconName }

export const ClearConnection = ({ tenantname, icon }: ClearProps) => (
  <Button
    icon={icon}
    hx-post="/xero/clear"
    hx-swap="none"
    {...confirmFirst({
      question: `Clear the connection to ${tenantname || 'Xero'}? What was sent stays in Xero. What waits, the mapping and the links of contacts are kept for when the same organisation is connected again; what is issued until then goes only when you ask, and what is cancelled or taken back until then is taken back there.`,
      yes: 'Clear',
      danger: true,
    })}
  >
    Clear
  </Button>
)

type StateProps = Pick<ShownConnection, 'tenantid' | 'tenantname' | 'failure' | 'queuesfor'> & {
  canconnect: boolean
  /** On the page where one is chosen. */
  onlist?: boolean
}

/** What has to be done before documents go out. */
export function ConnectionState({ tenantid, tenantname, failure, queuesfor, ...on }: StateProps) {
  const { canconnect, onlist } = on
  if (failure)
    return (
      <Banner level="error" actions={canconnect && <ConnectAgain look="primary" />}>
        {connectionEnded(failure, { waits: queuesfor !== '' })}
      </Banner>
    )
  if (tenantid && queuesfor !== tenantid)
    return (
      <Banner
        level="warning"
        actions={!onlist && <LinkButton href="/xero/tenants">Choose the organisation</LinkButton>}
      >
        {queuesfor
          ? `Documents wait for another organisation than ${tenantname}, as after this account was put back to a backup. Choose again which one they go to.`
          : `Nothing waits or goes out: this account knows nothing of ${tenantname}, as after it was put back to a backup from before the connection. Choose the organisation again and save the mapping; then ask for the documents from before.`}
      </Banner>
    )
  // Somebody connected again who was not let into the organisation before, and chose none yet.
  if (tenantname && !tenantid)
    return (
      <Banner level="warning" actions={canconnect && <ConnectAgain />}>
        {`Documents wait for ${tenantname}, and go out once it is chosen again; where it is not in the list, connect again and let Joblane into it. Where another organisation is chosen, they stay waiting for ${tenantname}, and go to the other when you ask for documents from before.`}
      </Banner>
    )
  return null
}

const ConnectAgain = ({ look }: { look?: 'primary' }) => (
  <LinkButton href="/xero/connect" look={look}>
    Connect again
  </LinkButton>
)

export const NotConnected = ({ canconnect }: { canconnect: boolean }) => (
  <EmptyState
    icon="landmark"
    text="This account is not connected to Xero."
    hint={
      canconnect
        ? 'Xero asks you which organisation Joblane may read and write. You can take that back at any time, here or there.'
        : 'An account that can only be read is connected to nothing.'
    }
  >
    {canconnect && (
      <LinkButton look="primary" href="/xero/connect">
        Connect to Xero
      </LinkButton>
    )}
  </EmptyState>
)
