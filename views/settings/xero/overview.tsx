import type { ComponentProps } from 'react'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { EarlierDocuments, WhatStays, XeroDocuments, type XeroDocumentsProps } from './documents.tsx'
import { LostNames, OpenMapping } from './lost-names.tsx'
import { type NotTakenBack, sayNotTakenBack } from './not-taken-back.ts'
import { ClearConnection, ConnectionState, NotConnected, type ShownConnection } from './tenants.tsx'

type XeroList = { name: string; plural: string; about: string; icon: IconName }

type XeroPageProps = {
  title: string
  connection: ShownConnection | null
  canconnect: boolean
  lists: readonly XeroList[]
  documents: XeroDocumentsProps
  /** Documents go out. */
  mapped: boolean
  today: string
  standing: readonly NotTakenBack[]
  found: ComponentProps<typeof LastFound> | null
  lost: ComponentProps<typeof LostNames>
}

export function XeroPage(props: XeroPageProps) {
  const { title, connection, canconnect, lists, documents, mapped, today, standing, found, lost } = props
  const isKnownHere = connection?.tenantid === connection?.queuesfor
  return (
    <>
      <PageTitle title={title} subtitle="What comes in from Xero, and what goes out to it." />
      {connection ? (
        <Connection {...connection} canconnect={canconnect} />
      ) : (
        <NotConnected canconnect={canconnect} />
      )}
      {standing.map((one) => (
        <Banner key={one.name} level="warning">
          {sayNotTakenBack(one)}
        </Banner>
      ))}
      {connection?.tenantid && isKnownHere && found && <LastFound {...found} />}
      {connection?.tenantid && isKnownHere && mapped && <LostNames {...lost} link />}
      {connection?.tenantid && isKnownHere && !mapped && <NotSending />}
      {connection && (mapped || Object.keys(documents.counts).length > 0) && <XeroDocuments {...documents} />}
      {connection?.tenantid && (
        <>
          {!connection.failure && lists.length > 0 && <ListsIn lists={lists} />}
          {mapped && isKnownHere && !connection.failure && <EarlierDocuments today={today} />}
          <WhatStays />
        </>
      )}
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
  queuesfor,
  canconnect,
}: ShownConnection & { canconnect: boolean }) => (
  <Panel
    title="Connection"
    actions={
      <div className="buttons">
        {tenantid && <LinkButton href="/xero/mapping">Mapping</LinkButton>}
        {tenantid && !failure && (
          <form method="post" action="/xero/check">
            <Button type="submit">Check Xero now</Button>
          </form>
        )}
        <LinkButton href="/xero/tenants">
          {tenantid ? 'Change organisation' : 'Choose the organisation'}
        </LinkButton>
        <ClearConnection tenantname={tenantname} />
      </div>
    }
  >
    <ConnectionState {...{ tenantid, tenantname, failure, queuesfor, canconnect }} />
    <DescriptionList
      facts={[
        { label: 'Organisation', value: tenantid ? tenantname : 'None is chosen yet' },
        ...(tenantid && tenanttype ? [{ label: 'Type', value: tenanttype.toLowerCase() }] : []),
        { label: 'Connected by', value: connectedby },
        { label: 'Connected', value: <DateTime iso={connectedutc} /> },
      ]}
    />
  </Panel>
)

type LastFoundProps = { utc: string; level: 'success' | 'warning'; words: string }

const LastFound = ({ utc, level, words }: LastFoundProps) => (
  <Banner level={level}>
    Xero was checked <DateTime iso={utc} />. {words}.
  </Banner>
)

const ListsIn = ({ lists }: { lists: readonly XeroList[] }) => (
  <Panel title="Lists that come in">
    <p className="hint xerohint">
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

const NotSending = () => (
  <Banner level="info" actions={<OpenMapping look="primary" />}>
    Nothing goes out yet. Say first which account codes, VAT rates and payments are which in Xero; what is
    issued meanwhile waits.
  </Banner>
)
