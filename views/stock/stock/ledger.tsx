import { counted, formatQuantity, formatRand, instant, shortDate } from '#views/format.ts'
import { IconLink } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money, QuantityText } from '#views/ui/figures.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { dialogLink, listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, FilterSelect, ListRegion } from '#views/ui/list.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { movementKindOptions, movementLabel } from './movement-labels.ts'

export type LedgerLine = {
  seq: number
  kind: string
  quantity: number
  balance: number
  inventoryclass: number | null
  enteredquantity: number | null
  enteredunit: string
  place: string
  /** Null: of no job, or of one that the person does not see. */
  job: { reference: string; href?: string } | null
  document: string
  note: string
  user: string
  effectivedate: string
  createdutc: string
  reverses: number | null
  reversedby: number | null
  value: number
  valuebalance: number
  valuedby: string
}

export type LedgerProps = {
  itemid: string
  unit: string
  lines: readonly LedgerLine[]
  more: boolean
  query: { kind?: string; start?: string | null; end?: string | null; before?: number }
  url: string
  zone: string
  canadjust: boolean
  /** Whether the person sees what items cost. */
  money: boolean
  canexport: boolean
}

export function Ledger(props: LedgerProps) {
  const { itemid, lines, query, url, unit, zone } = props
  const narrowed = Boolean(query.kind || query.start || query.end)
  return (
    <>
      <Filters {...props} />
      <ListRegion id="ledger" refresh="stock" url={url}>
        {props.canexport && lines.length > 0 && (
          <div className="counted end">
            <ExportMenu id="export-ledger" url={withQuery(url, { before: null })} />
          </div>
        )}
        <Table
          caption="Movements of stock, newest first"
          columns={props.money ? [...ledgerColumns(unit, zone), worth] : ledgerColumns(unit, zone)}
          rows={lines}
          rowid={({ seq }) => String(seq)}
          url={url}
          region="ledger"
          rowclass={({ reversedby }) => (reversedby ? 'archived' : undefined)}
          actions={props.canadjust ? (line) => <UndoLink itemid={itemid} line={line} /> : undefined}
          empty={
            <EmptyState
              icon="history"
              text={narrowed ? 'No movement matches.' : 'Nothing has moved yet.'}
              hint={narrowed ? undefined : 'What jobs use, what is booked and what is counted shows here.'}
            />
          }
        />
        <Pages {...props} />
      </ListRegion>
    </>
  )
}

function Filters({ url, query }: LedgerProps) {
  return (
    <FilterBar url={url} region="ledger">
      <FilterSelect name="kind" label="Every movement" value={query.kind} options={movementKindOptions} />
      <FilterDate name="start" label="From" value={query.start} />
      <FilterDate name="end" label="To" value={query.end} />
      {/* Empty, so that another filter begins at the newest again. */}
      <input type="hidden" name="before" value="" />
    </FilterBar>
  )
}

const ledgerColumns = (unit: string, zone: string): Column<LedgerLine>[] => [
  {
    key: 'movement',
    head: 'Movement',
    cell: (line) => <Movement {...line} />,
  },
  { key: 'date', head: 'Date', tight: true, cell: (line) => <When line={line} zone={zone} /> },
  { key: 'place', head: 'Place', cell: ({ place }) => place },
  { key: 'person', head: 'Person', cell: ({ user }) => user },
  { key: 'quantity', head: 'Quantity', numeric: true, cell: (line) => <Moved line={line} unit={unit} /> },
  {
    key: 'balance',
    head: 'Balance',
    numeric: true,
    cell: ({ balance }) => <QuantityText millionths={balance} unit={unit} />,
  },
]

const worth: Column<LedgerLine> = {
  key: 'worth',
  head: 'Worth',
  numeric: true,
  cell: ({ value, valuebalance, valuedby }) => (
    <span className="movement">
      <span>{valuedby === 'unknown' ? 'Not known' : <Money cents={value} />}</span>{' '}
      <small>
        {valuedby === 'estimate' && 'estimated, '}
        {formatRand(valuebalance)} in all
      </small>
    </span>
  ),
}

function Movement(line: LedgerLine) {
  const { seq, job, document, note, reversedby } = line
  return (
    <span className="movement">
      <span>
        <small>no. {seq}</small> {movementLabel(line)}
        {job && <> on {job.href ? <a href={job.href}>{job.reference}</a> : job.reference}</>}
        {document && <> · {document}</>}{' '}
        {reversedby && <Chip icon="undo">taken back by no. {reversedby}</Chip>}
      </span>
      {note && <small>{note}</small>}
    </span>
  )
}

/** The day it counts for; the moment of booking alone where the two agree. */
function When({ line, zone }: { line: LedgerLine; zone: string }) {
  const counts = shortDate(line.effectivedate)
  const booked = <DateTime iso={line.createdutc} zone={zone} />
  if (instant(line.createdutc, zone).startsWith(counts)) return booked
  return (
    <span className="movement">
      <span>{counts}</span> <small>booked {booked}</small>
    </span>
  )
}

function Moved({ line, unit }: { line: LedgerLine; unit: string }) {
  const { quantity: moved, enteredquantity, enteredunit } = line
  const other = enteredquantity !== null && enteredunit !== '' && enteredunit !== unit
  return (
    <span className="movement">
      <span className={moved < 0 ? 'figure out' : 'figure in'}>
        {moved > 0 && '+'}
        {formatQuantity(moved, unit)}
      </span>{' '}
      {other && <small>{formatQuantity(Math.abs(enteredquantity), enteredunit)}</small>}
    </span>
  )
}

function UndoLink({ itemid, line }: { itemid: string; line: LedgerLine }) {
  const { seq, kind, reversedby } = line
  const elsewhere = ['line', 'delivery', 'sale', 'receipt', 'supplierreturn', 'price', 'reversal']
  if (elsewhere.includes(kind) || reversedby) return null
  return (
    <IconLink
      icon="undo"
      label={`Undo no. ${seq}`}
      {...dialogLink(`/inventory/${itemid}/stock/${seq}/undo`)}
    />
  )
}

function Pages({ lines, more, query, url }: LedgerProps) {
  const last = lines.at(-1)
  if (!more && !query.before) return null
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {counted(lines.length, 'movement')}
        {more ? ', older ones follow' : ', no older ones'}
      </p>
      {query.before && (
        <a className="button quiet" {...listLink(withQuery(url, { before: null }), 'ledger')}>
          <Icon name="chevron-left" />
          <span>Newest</span>
        </a>
      )}
      {more && last && (
        <a className="button quiet" rel="next" {...listLink(withQuery(url, { before: last.seq }), 'ledger')}>
          <span>Older</span>
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}
