import { fileSize } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { listSwap } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Place = {
  address: string
  encrypted: boolean
  hostkey: string
  ranutc: string | null
  failure: string
  failedutc: string | null
  askedutc: string | null
  drilldueutc: string | null
  told: string
}
type Subject = {
  id: string
  name: string
  copiedutc: string | null
  changedutc: string | null
  bytes: number
  files: number
  failure: string
  failedutc: string | null
}
type Event = { id: number; utc: string; kind: string; ok: boolean; detail: string }

type CopiesProps = {
  title: string
  now: string
  /** Null: turned off. */
  address: string | null
  copies: {
    place: Place
    subjects: readonly Subject[]
    events: readonly Event[]
    drill: Event | null
  } | null
}

const URL = '/backoffice/copies'

/** How far off-site copies are behind, what failed, and whether they come back. */
export const Copies = ({ title, now, address, copies }: CopiesProps) => (
  <>
    <PageTitle
      title={title}
      subtitle="Every account within five minutes of a change, and the platform within one, at another place."
      actions={
        address && (
          <>
            <Button icon="refresh-cw" hx-post={`${URL}/drill`} hx-swap="none">
              Try a restore
            </Button>
            <Button look="primary" icon="upload" hx-post={`${URL}/now`} hx-swap="none">
              Copy now
            </Button>
          </>
        )
      }
    />
    <ListRegion id="copies" refresh="copies" url={URL} ispart>
      {copies && isAsked(copies.place, now) && <AskAgain />}
      {address ? (
        <Standing address={address} now={now} copies={copies} />
      ) : (
        <TurnedOff before={copies?.place.address ?? ''} />
      )}
    </ListRegion>
  </>
)

/** Something that a button asked for, and the thread has not begun or ended. */
const isAsked = ({ askedutc, drilldueutc }: Place, now: string) =>
  askedutc !== null || (drilldueutc !== null && drilldueutc <= now)

const AskAgain = () => <div {...listSwap(URL, 'copies')} hx-push-url="false" hx-trigger="every 3s" />

const TurnedOff = ({ before }: { before: string }) => (
  <>
    <Banner level="warning">
      Off-site copies are turned off{before && `; the last ones went to ${before}`}. If this machine is lost,
      so is everything since the last backup that lies elsewhere.
    </Banner>
    <Panel title="Turn them on">
      <div className="stack">
        <p>
          Make a key with <code>joblane replicate --new-key FILE</code>, keep it elsewhere too, and start the
          program with these settings:
        </p>
        <p>
          <code>JOBLANE_REPLICATE_TO</code>: <code>s3://bucket/prefix</code>,{' '}
          <code>sftp://user@host/folder</code> or a folder on another disk.
          <br />
          <code>JOBLANE_REPLICATE_KEY</code>: the file of the key.
        </p>
      </div>
    </Panel>
  </>
)

function Standing({ address, now, copies }: Pick<CopiesProps, 'now' | 'copies'> & { address: string }) {
  if (!copies)
    return (
      <EmptyState
        icon="upload"
        text={`The first copies go to ${address}.`}
        hint="They begin within seconds of the start of the program."
      />
    )
  const { place, subjects, events, drill } = copies
  return (
    <>
      <Troubles place={place} subjects={subjects} drill={drill} />
      <Panel>
        <DescriptionList facts={facts(address, now, copies)} />
      </Panel>
      <Panel title="What is copied" flush>
        <Table
          caption="What is copied"
          columns={subjectColumns}
          rows={subjects.toSorted(byName)}
          rowid={({ id }) => id}
          url={URL}
          region="copies"
          empty={<EmptyState icon="upload" text="Nothing is copied yet." />}
        />
      </Panel>
      <Panel title="What happened" flush>
        <Table
          caption="What happened"
          columns={eventColumns}
          rows={events}
          rowid={({ id }) => String(id)}
          url={URL}
          region="copies"
          empty={<EmptyState icon="history" text="Nothing went wrong, and no drill was held yet." />}
        />
      </Panel>
    </>
  )
}

const byName = (a: Subject, b: Subject) => a.name.localeCompare(b.name, 'en-ZA')

function Troubles({
  place,
  subjects,
  drill,
}: {
  place: Place
  subjects: readonly Subject[]
  drill: Event | null
}) {
  const failing = subjects.filter(({ failure }) => failure)
  const [first] = failing
  return (
    <>
      {place.failure && <Banner level="error">Nothing is copied at the moment: {place.failure}</Banner>}
      {!place.failure && first && (
        <Banner level="error">
          {failing.length === 1 ? 'The last try failed of' : `${failing.length} failed, such as`} {first.name}
          : {first.failure}
        </Banner>
      )}
      {!place.failure && !first && place.told && <Banner level="error">{place.told}</Banner>}
      {drill && !drill.ok && <Banner level="error">The last drill did not succeed: {drill.detail}</Banner>}
      {!place.encrypted && place.ranutc && (
        <Banner level="warning">
          The copies are not encrypted: whoever reads the place reads everything. A key needs an empty place.
        </Banner>
      )}
    </>
  )
}

function facts(address: string, now: string, { place, subjects, drill }: NonNullable<CopiesProps['copies']>) {
  const copied = subjects.flatMap(({ copiedutc }) => copiedutc ?? [])
  const waiting = subjects.flatMap(({ changedutc }) => changedutc ?? []).sort()
  return [
    { label: 'Place', value: address },
    { label: 'Encrypted', value: place.encrypted ? 'Yes, with your key' : 'No' },
    { label: 'Behind by', value: waiting[0] ? lag(waiting[0], now) : 'Nothing waits' },
    { label: 'Last copy', value: copied.length > 0 ? <DateTime iso={copied.sort().at(-1)} /> : 'None yet' },
    { label: 'Last looked', value: place.ranutc && <DateTime iso={place.ranutc} /> },
    { label: 'Last drill', value: drill ? <DateTime iso={drill.utc} /> : 'None yet' },
    { label: 'Next drill', value: place.drilldueutc && <DateTime iso={place.drilldueutc} /> },
    ...(place.hostkey ? [{ label: 'Key of the host', value: place.hostkey }] : []),
  ]
}

function lag(since: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(since)) / 60_000)
  if (minutes < 1) return 'Less than a minute'
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

const subjectColumns: Column<Subject>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => name },
  {
    key: 'copiedutc',
    head: 'Newest copy',
    tight: true,
    cell: ({ copiedutc }) => (copiedutc ? <DateTime iso={copiedutc} /> : 'None yet'),
  },
  { key: 'state', head: 'State', cell: (subject) => <State {...subject} /> },
  { key: 'files', head: 'Files', numeric: true, wide: true, cell: ({ files }) => files || null },
  {
    key: 'bytes',
    head: 'Size',
    numeric: true,
    wide: true,
    cell: ({ bytes: size }) => (size ? fileSize(size) : null),
  },
]

function State({ failure, failedutc, changedutc }: Subject) {
  if (failure)
    return (
      <>
        <Chip level="error" icon="error">
          Failed
        </Chip>{' '}
        <span className="hint">
          <DateTime iso={failedutc} relative /> {failure}
        </span>
      </>
    )
  if (changedutc)
    return (
      <>
        <Chip level="info" icon="info">
          Waits
        </Chip>{' '}
        <span className="hint">
          since <DateTime iso={changedutc} relative />
        </span>
      </>
    )
  return (
    <Chip level="success" icon="success">
      Copied
    </Chip>
  )
}

const words: Record<string, string> = {
  drill: 'Drill',
  stopped: 'Stopped',
  resumed: 'Went on',
  kept: 'Old copies',
}

const eventColumns: Column<Event>[] = [
  { key: 'utc', head: 'When', tight: true, cell: ({ utc }) => <DateTime iso={utc} /> },
  {
    key: 'kind',
    head: 'What',
    cell: ({ kind, ok }) => (
      <Chip level={ok ? 'success' : 'error'} icon={ok ? 'success' : 'error'}>
        {words[kind] ?? kind}
      </Chip>
    ),
  },
  { key: 'detail', head: 'Detail', cell: ({ detail }) => detail },
]
