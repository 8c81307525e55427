import { formatQuantity, formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { WaitingCount, WaitsHere } from '#views/ui/outbox.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

export const sheetStateNames = {
  counting: 'Counting',
  review: 'To check',
  posted: 'Booked',
  cancelled: 'Cancelled',
  undone: 'Taken back',
}

type Line = {
  id: string
  inventoryid: string
  code: string
  name: string
  unit: string
  place: string | null
  counted: number | null
  expected: number | null
  difference: number | null
  worth: number
  torecount: boolean
  user: string
  firstcounted: number | null
  firstuser: string
}

type Sheet = {
  id: string
  version: number
  number: number
  name: string
  state: keyof typeof sheetStateNames
  blind: boolean
  user: string
  posteduser: string
  postedutc: string | null
}

type SheetPageProps = {
  sheet: Sheet
  lines: readonly Line[]
  /** Whether what the books say is told to nobody now. */
  hidden: boolean
  /** The line that the person counts next. */
  next: string | undefined
  zone: string
  canadjust: boolean
  money: boolean
}

export function SheetPage(props: SheetPageProps) {
  const { sheet, lines, hidden, zone } = props
  const path = `/admin/stock/counts/${sheet.id}`
  return (
    <>
      <PageTitle
        title={`Count ${sheet.number}${sheet.name ? `: ${sheet.name}` : ''}`}
        subtitle={sheet.blind ? 'Blind: while it is counted, nobody is shown what the books say.' : undefined}
        actions={
          <Button icon="printer" data-print="">
            Print
          </Button>
        }
      />
      <ListRegion id="sheet" refresh="stock_sheets" url={path} ispart>
        <Figures {...props} />
        {sheet.postedutc && sheet.state === 'posted' && (
          <Banner level="success">
            Booked by {sheet.posteduser}, <DateTime iso={sheet.postedutc} zone={zone} />.
          </Banner>
        )}
        <Steps {...props} />
        <Table
          caption={`Lines of count ${sheet.number}`}
          columns={columns(props)}
          rows={lines}
          rowid={({ id }) => id}
          url={path}
          region="sheet"
          href={
            props.canadjust && (sheet.state === 'counting' || sheet.state === 'review')
              ? ({ id }) => `${path}/count?line=${id}`
              : ({ inventoryid }) => `/inventory/${inventoryid}/stock`
          }
          opens="page"
        />
        {props.canadjust && sheet.state === 'counting' && <KeptLines path={path} lines={lines} />}
        {hidden && <p className="listcount">What the books say is shown once the counting is done.</p>}
      </ListRegion>
    </>
  )
}

/** Of a long sheet a browser keeps no more. */
const MOST_KEPT = 100

/** A storeroom may be without a network: the page of each line is there before anybody opens it. */
function KeptLines({ path, lines }: { path: string; lines: readonly Line[] }) {
  const kept = lines.filter(({ counted }) => counted === null).slice(0, MOST_KEPT)
  if (kept.length === 0) return null
  const which = kept.length < MOST_KEPT ? 'what is not counted yet' : `the next ${MOST_KEPT} lines`
  return (
    <p
      className="listcount"
      data-keep={JSON.stringify(kept.map(({ id }) => `${path}/count?line=${id}`))}
    >{`Without a network, ${which} can still be counted on a device that has shown this page: what is counted waits there to be sent.`}</p>
  )
}

function Figures({ sheet, lines, hidden, money }: SheetPageProps) {
  const counted = lines.filter((line) => line.counted !== null).length
  const different = lines.filter(({ difference }) => difference !== null && difference !== 0)
  return (
    <div className="stats">
      <Stat label="State" value={sheetStateNames[sheet.state]} />
      <Stat
        label="Counted"
        value={`${counted} of ${lines.length}`}
        note={<WaitingCount url={`/admin/stock/counts/${sheet.id}/count`} />}
      />
      {!hidden && <Stat label="Differences" value={different.length} />}
      {!hidden && money && (
        <Stat
          label="Worth of the differences"
          value={formatRand(different.reduce((sum, { worth }) => sum + worth, 0))}
        />
      )}
    </div>
  )
}

function Steps({ sheet, lines, next, canadjust }: SheetPageProps) {
  if (!canadjust) return null
  const path = `/admin/stock/counts/${sheet.id}`
  const waiting = lines.filter(({ torecount }) => torecount).length
  const step = (state: string, more: Record<string, unknown> = {}) => ({
    'hx-post': path,
    'hx-swap': 'none',
    'hx-vals': JSON.stringify({ state, version: sheet.version, ...more }),
  })
  const uncounted = lines.filter(({ counted }) => counted === null).length
  return (
    <>
      {sheet.state === 'review' && waiting > 0 && (
        <Banner level="warning">
          {waiting === 1 ? 'One line is' : `${waiting} lines are`} above the tolerance: somebody else than who
          counted {waiting === 1 ? 'it' : 'them'} counts again.
        </Banner>
      )}
      {sheet.state === 'review' && uncounted > 0 && (
        <Banner level="info">
          {uncounted === 1 ? 'One line was' : `${uncounted} lines were`} not counted, and{' '}
          {uncounted === 1 ? 'stays' : 'stay'} as the books have {uncounted === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      <div className="sheetsteps">
        {sheet.state === 'counting' && next && (
          <LinkButton look="primary" icon="clipboard-list" href={`${path}/count?line=${next}`}>
            Count
          </LinkButton>
        )}
        {sheet.state === 'review' && next && (
          <LinkButton look="primary" icon="clipboard-list" href={`${path}/count?line=${next}`}>
            Count again
          </LinkButton>
        )}
        {sheet.state === 'counting' && (
          <Button look={next ? undefined : 'primary'} {...step('review')}>
            Counting is done
          </Button>
        )}
        {sheet.state === 'review' && waiting === 0 && (
          <Button look="primary" {...step('posted')}>
            Book the count
          </Button>
        )}
        {sheet.state === 'review' && waiting > 0 && (
          <Button
            {...step('posted', { unconfirmed: true })}
            {...confirmFirst({
              question: 'Book differences above the tolerance that nobody counted again?',
              yes: 'Book anyway',
            })}
          >
            Book anyway
          </Button>
        )}
        {sheet.state === 'review' && <Button {...step('counting')}>Go on counting</Button>}
        {(sheet.state === 'counting' || sheet.state === 'review') && (
          <Button
            look="quiet"
            {...step('cancelled')}
            {...confirmFirst({
              question: 'Cancel this count? Nothing of it is booked.',
              yes: 'Cancel the count',
              no: 'Keep it',
              danger: true,
            })}
          >
            Cancel the count
          </Button>
        )}
        {sheet.state === 'posted' && (
          <Button
            icon="undo"
            {...step('undone')}
            {...confirmFirst({
              question: 'Take back all that this count booked?',
              yes: 'Take it back',
              danger: true,
            })}
          >
            Undo
          </Button>
        )}
      </div>
    </>
  )
}

const columns = ({ hidden, money }: SheetPageProps): Column<Line>[] => {
  const told: Column<Line>[] = [
    {
      key: 'expected',
      head: 'Expected',
      numeric: true,
      cell: ({ expected, unit }) => <QuantityText millionths={expected} unit={unit} />,
    },
    { key: 'difference', head: 'Difference', numeric: true, cell: (line) => <Difference {...line} /> },
  ]
  const worth: Column<Line> = {
    key: 'worth',
    head: 'Worth',
    numeric: true,
    cell: ({ difference, worth }) => (difference ? formatRand(worth) : '–'),
  }
  return [
    { key: 'item', head: 'Item', cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`) },
    { key: 'place', head: 'Place', cell: ({ place }) => place ?? 'No place given' },
    {
      key: 'counted',
      head: 'Counted',
      numeric: true,
      cell: (line) => (
        <>
          <Counted {...line} hidden={hidden} />
          <WaitsHere group={line.id} />
        </>
      ),
    },
    ...(hidden ? [] : told),
    ...(hidden || !money ? [] : [worth]),
    {
      key: 'user',
      head: 'By',
      cell: ({ user, firstuser }) => (firstuser ? `${firstuser}, then ${user}` : user),
    },
  ]
}

function Counted({ counted, unit, firstcounted, hidden }: Line & { hidden: boolean }) {
  if (counted === null) return <span className="nothing uncounted">not counted</span>
  return (
    <span className="movement">
      <QuantityText millionths={counted} unit={unit} />{' '}
      {!hidden && firstcounted !== null && <small>first {formatQuantity(firstcounted, unit)}</small>}
    </span>
  )
}

function Difference({ difference, unit, torecount }: Line) {
  if (difference === null) return <span className="nothing">–</span>
  return (
    <span className="movement">
      {difference === 0 ? (
        <span className="figure muted">{formatQuantity(difference, unit)}</span>
      ) : (
        <strong className={difference < 0 ? 'figure below' : 'figure'}>
          {difference > 0 && '+'}
          {formatQuantity(difference, unit)}
        </strong>
      )}{' '}
      {torecount && <Chip icon="warning">count again</Chip>}
    </span>
  )
}
