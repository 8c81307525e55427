import {
  amount,
  eachWithVat,
  formatPercent,
  formatRand,
  formatVat,
  lineQuantity,
  netUnitPrice,
} from '#views/format.ts'
import { splitEarlier } from './earlier-price.ts'
import { TEXT_WIDTH } from './frame.tsx'
import {
  DocumentBand,
  DocumentColumn,
  DocumentField,
  DocumentLabel,
  DocumentRow,
  grey,
  ink,
  Rule,
  type Texts,
} from './parts.tsx'
import type { DocumentLine } from './types.ts'

type Cell = { name: string; label: string; width: number; align?: 'right' }
export type DocumentTable = { name: string; cells: Cell[] }

const number = (name: string, label: string, width: number): Cell => ({ name, label, width, align: 'right' })

const tables: DocumentTable[] = [
  {
    name: 'vatline',
    cells: [
      { name: 'description', label: 'Description', width: 185 },
      number('quantity', 'Quantity', 62),
      number('rate', 'Unit price', 50),
      number('net', 'Without VAT', 58),
      number('vatrate', 'VAT', 32),
      number('vat', 'VAT amount', 50),
      number('total', 'Total (R)', 62),
    ],
  },
  {
    name: 'plainline',
    cells: [
      { name: 'description', label: 'Description', width: 275 },
      number('quantity', 'Quantity', 72),
      number('rate', 'Unit price', 72),
      number('total', 'Amount (R)', 80),
    ],
  },
  {
    name: 'summaryline',
    cells: [{ name: 'description', label: 'Description', width: 389 }, number('net', 'Amount (R)', 110)],
  },
]

export function LineBands() {
  return tables.map((table) => [
    <TableHead key={`${table.name}head`} {...table} />,
    <TableRow key={table.name} {...table} />,
  ])
}

/** Between a figure, which ends on the right, and a text that begins beside it. */
const GAP = 8

const withGaps = (cells: readonly Cell[]) =>
  cells.map((cell, at) => ({ ...cell, gap: !cell.align && cells[at - 1]?.align ? GAP : 0 }))

export function TableHead({ name, cells, space = 16 }: DocumentTable & { space?: number }) {
  return (
    <DocumentBand name={`${name}head`} when={name} leads style={{ paddingTop: space }}>
      <DocumentRow style={{ paddingBottom: 3 }}>
        {withGaps(cells).map((cell) => (
          <DocumentLabel
            key={cell.name}
            style={{
              fontSize: 8,
              width: cell.width - cell.gap,
              marginLeft: cell.gap,
              textAlign: cell.align ?? 'left',
            }}
          >
            {cell.label}
          </DocumentLabel>
        ))}
      </DocumentRow>
      <Rule style={{ height: 0.75, backgroundColor: ink }} />
    </DocumentBand>
  )
}

export function TableRow({ name, cells }: DocumentTable) {
  const [first, ...rest] = withGaps(cells)
  return (
    <DocumentBand name={name} rows head={`${name}head`}>
      <DocumentRow style={{ paddingTop: 4, paddingBottom: 4 }}>
        <DocumentColumn style={{ width: first?.width }}>
          <DocumentField name={first?.name ?? ''} width={(first?.width ?? 0) - 8} size={8.5} leading={12} />
          <DocumentField
            name="detail"
            width={(first?.width ?? 0) - 8}
            size={7.5}
            leading={11}
            colour={grey}
            collapse
          />
        </DocumentColumn>
        {rest.map(({ name, width, align, gap }) => (
          <DocumentRow
            key={name}
            style={{ width, paddingLeft: gap, justifyContent: align ? 'flex-end' : 'flex-start' }}
          >
            <DocumentField
              name={name}
              width={width - 6 - gap}
              size={8.5}
              leading={12}
              align={align}
              tight={align === 'right'}
            />
          </DocumentRow>
        ))}
      </DocumentRow>
      <Rule />
    </DocumentBand>
  )
}

export function TotalBands() {
  const label = TEXT_WIDTH - 119 - 240
  return [
    <DocumentBand key="total" name="total" rows keep="totals" clings>
      <DocumentRow style={{ paddingTop: 5, paddingLeft: label }}>
        <DocumentField name="label" width={240} colour={grey} align="right" tight />
        <DocumentRow style={{ width: 119, justifyContent: 'flex-end' }}>
          <DocumentField name="value" width={100} align="right" tight />
        </DocumentRow>
      </DocumentRow>
    </DocumentBand>,
    <DocumentBand key="grand" name="grand" rows keep="totals" clings>
      <DocumentRow style={{ paddingTop: 8, paddingBottom: 2, paddingLeft: label }}>
        <DocumentField name="label" width={240} size={10.5} leading={15} bold align="right" tight />
        <DocumentRow style={{ width: 119, justifyContent: 'flex-end' }}>
          <DocumentField name="value" width={110} size={10.5} leading={15} bold align="right" tight />
        </DocumentRow>
      </DocumentRow>
    </DocumentBand>,
  ]
}

export function lineRows(lines: DocumentLine[], vendor: boolean, summary = false): Record<string, Texts[]> {
  return {
    [summary ? 'summaryline' : vendor ? 'vatline' : 'plainline']: lines.flatMap(splitEarlier).map(lineTexts),
  }
}

/** Letters of a quantity that its column holds without shrinking them below the size of a detail. */
const QUANTITY_LETTERS = 14

/** A share too long for its column goes on under the description. */
function quantityTexts(line: DocumentLine): [quantity: string, rest?: string] {
  const said = lineQuantity(line)
  const at = said.indexOf(' of ')
  return line.of && said.length > QUANTITY_LETTERS ? [said.slice(0, at), said.slice(at + 1)] : [said]
}

function lineTexts(line: DocumentLine): Texts {
  const [quantity, rest] = quantityTexts(line)
  return {
    description: line.description || '–',
    detail: [rest, eachWithVat(line), line.discount && `Discount ${formatPercent(line.discount)}`]
      .filter(Boolean)
      .join(', '),
    quantity,
    rate: netUnitPrice(line),
    net: amount(line.net),
    vatrate: formatVat(line),
    vat: amount(line.vat),
    total: amount(line.total),
  }
}

export function grandTotalRows(label: string, cents: number): Texts[] {
  return [{ label, value: formatRand(cents) }]
}
