import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
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

type XeroPageProps = { title: string; connection: ShownConnection | null }

export function XeroPage({ title, connection }: XeroPageProps) {
  return (
    <>
      <PageTitle title={title} subtitle="What comes in from Xero, and what goes out to it." />
      {connection ? <Connection {...connection} /> : <NotConnected />}
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
