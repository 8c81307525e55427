import { exactRate, formatQuantity, perUnit, roundedPercent, shortDate, wholeNumber } from '#views/format.ts'
import { Panel } from '#views/ui/panel.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Move = {
  code: string
  item: string
  supplier: string
  unit: string
  quantity: number
  validfrom: string
  before: number | null
  after: number
  sells: number
  marginbefore: number | null
  marginafter: number | null
}

export type PriceMovesProps = {
  moves: readonly Move[]
  dearer: number
  cheaper: number
  fresh: number
  below: number
}

const columns: Column<Move>[] = [
  {
    key: 'item',
    head: 'Item',
    cell: ({ code, item, supplier, quantity, unit, validfrom }) => (
      <>
        <strong>{code}</strong> {item}{' '}
        <small>
          {[
            supplier,
            quantity > 0 && `from ${formatQuantity(quantity, unit)}`,
            validfrom && `from ${shortDate(validfrom)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </>
    ),
  },
  {
    key: 'before',
    head: 'Asked so far',
    numeric: true,
    cell: ({ before }) => before !== null && exactRate(before),
  },
  {
    key: 'after',
    head: 'Asked then',
    numeric: true,
    cell: ({ after, unit }) => `${exactRate(after)}${perUnit(unit)}`,
  },
  {
    key: 'change',
    head: 'Change',
    numeric: true,
    cell: ({ before, after }) =>
      before !== null && before > 0 && roundedPercent(((after - before) / before) * 1_000_000),
  },
  { key: 'sells', head: 'Sold for', numeric: true, cell: ({ sells }) => sells > 0 && exactRate(sells) },
  {
    key: 'marginbefore',
    head: 'Margin so far',
    numeric: true,
    cell: ({ marginbefore }) => marginbefore !== null && roundedPercent(marginbefore),
  },
  {
    key: 'marginafter',
    head: 'Margin then',
    numeric: true,
    cell: ({ marginafter }) =>
      marginafter !== null && (
        <span className={marginafter < 0 ? 'over' : undefined}>{roundedPercent(marginafter)}</span>
      ),
  },
]

/** What a supplier’s price list does to margins, before any of it is written. */
export function PriceMoves({ moves, dearer, cheaper, fresh, below }: PriceMovesProps) {
  if (moves.length === 0) return null
  const all = dearer + cheaper + fresh
  const facts = [
    dearer > 0 && `${wholeNumber(dearer)} dearer`,
    cheaper > 0 && `${wholeNumber(cheaper)} cheaper`,
    fresh > 0 && `${wholeNumber(fresh)} not known before`,
    below > 0 && `${wholeNumber(below)} above what the item is sold for`,
  ]
  return (
    <Panel title="What it does to margins" flush>
      <p className="hint belowtable">
        {facts.filter(Boolean).join(', ')}. The selling price follows from the item’s own rate and markup,
        without VAT, and is not changed by this.
      </p>
      <Table
        caption="Prices that change, the lowest margin first"
        columns={columns}
        rows={moves}
        rowid={({ code, supplier, quantity, validfrom }) => `${supplier} ${code} ${quantity} ${validfrom}`}
        url=""
        region="pricemoves"
      />
      {all > moves.length && <p className="hint belowtable">and {wholeNumber(all - moves.length)} more.</p>}
    </Panel>
  )
}
