import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { ConnectionEnded, NotConnected } from './tenants.tsx'

type ShownConnection = {
  tenantid: string
  tenantname: string
  tenanttype: string
  failure: string
  connectedby: string
  connectedutc: string
}

type XeroList = { name: string; plural: string; about: string; icon: IconName }

type XeroPageProps = { title: string; connection: ShownConnection | null; lists: readonly XeroList[] }

export function XeroPage({ title, connection, lists }: XeroPageProps) {
  return (
    <>
      <PageTitle title={title} subtitle="What comes in from Xero, and what goes out to it." />
      {connection ? <Connection {...connection} /> : <NotConnected />}
      {connection?.tenantid && !connection.failure && lists.length > 0 && <ListsIn lists={lists} />}
    </>
  )
}

const Connection = ({
  tenantname,
  tenantid,
  tenanttype,
  failure,
  connectedby,
  connectedutc,
}: ShownConnection) => (
  <Panel
    title="Connection"
    actions={
      <div className="buttons">
        <LinkButton href="/xero/tenants">
          {tenantid ? 'Change organisation' : 'Choose the organisation'}
        </LinkButton>
        <form method="post" action="/xero/clear">
          <Button type="submit">Clear</Button>
        </form>
      </div>
    }
  >
    {failure && <ConnectionEnded failure={failure} />}
    <DescriptionList
      facts={[
        { label: 'Organisation', value: tenantname || 'None is chosen yet' },
        ...(tenanttype ? [{ label: 'Type', value: tenanttype.toLowerCase() }] : []),
        { label: 'Connected by', value: connectedby },
        { label: 'Connected', value: <DateTime iso={connectedutc} /> },
      ]}
    />
  </Panel>
)

const ListsIn = ({ lists }: { lists: readonly XeroList[] }) => (
  <Panel title="Lists that come in">
    <p className="hint">
      Each goes through the import: you see which column goes where, it is tried first, and it can be taken
      back. What was changed here is kept unless you say otherwise.
    </p>
    <div className="buttons">
      {lists.map(({ name, plural, icon }) => (
        <form key={name} method="post" action={`/xero/lists/${name}`}>
          <Button type="submit" icon={icon}>
            {`Bring in ${plural}`}
          </Button>
        </form>
      ))}
    </div>
  </Panel>
)
