import { amount, percent, plainRate, quantity, rand } from '#views/format.ts'
import { measure } from './frame.tsx'
import { Band, Column, Field, grey, ink, Label, Row, Rule, type Texts } from './parts.tsx'
import type { DocumentLine } from './types.ts'

type Cell = { name: string; label: string; width: number; align?: 'right' }
export type Table = { name: string; cells: Cell[] }

const number = (name: string, label: string, width: number): Cell => ({ name, label, width, align: 'right' })

/** With VAT for a vendor, without for everyone else, and the summary that shows what is done but not how priced. */
const tables: Table[] = [
  {
    name: 'vatline',
    cells: [
      { name: 'description', label: 'Description', width: 185 },
      number('quantity', 'Quantity', 54),
      number('rate', 'Unit price', 54),
      number('net', 'Without VAT', 60),
      number('vatrate', 'VAT', 30),
      number('vat', 'VAT amount', 54),
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

/** The head of a table: leads its rows and is repeated on every page that they reach. */
export function TableHead({ name, cells, space = 16 }: Table & { space?: number }) {
  return (
    <Band name={`${name}head`} when={name} leads style={{ paddingTop: space }}>
      <Row style={{ paddingBottom: 3 }}>
        {cells.map((cell) => (
          <Label key={cell.name} style={{ fontSize: 8, width: cell.width, textAlign: cell.align ?? 'left' }}>
            {cell.label}
          </Label>
        ))}
      </Row>
      <Rule style={{ height: 0.75, backgroundColor: ink }} />
    </Band>
  )
}

/** One row; its first cell wraps and has a smaller second line for details. */
export function TableRow({ name, cells }: Table) {
  const [first, ...rest] = cells
  return (
    <Band name={name} rows head={`${name}head`}>
      <Row style={{ paddingTop: 4, paddingBottom: 4 }}>
        <Column style={{ width: first?.width }}>
          <Field name={first?.name ?? ''} width={(first?.width ?? 0) - 8} size={8.5} leading={12} />
          <Field
            name="detail"
            width={(first?.width ?? 0) - 8}
            size={7.5}
            leading={11}
            colour={grey}
            collapse
          />
        </Column>
        {rest.map(({ name, width, align }) => (
          <Row key={name} style={{ width, justifyContent: align ? 'flex-end' : 'flex-start' }}>
            <Field
              name={name}
              width={width - 6}
              size={8.5}
              leading={12}
              align={align}
              tight={align === 'right'}
            />
          </Row>
        ))}
      </Row>
      <Rule />
    </Band>
  )
}

/** The sums, at the right edge and never parted from each other or from the last line. */
export function TotalBands() {
  const label = measure - 119 - 240
  return [
    <Band key="total" name="total" rows keep="totals" clings>
      <Row style={{ paddingTop: 5, paddingLeft: label }}>
        <Field name="label" width={240} colour={grey} align="right" tight />
        <Row style={{ width: 119, justifyContent: 'flex-end' }}>
          <Field name="value" width={100} align="right" tight />
        </Row>
      </Row>
    </Band>,
    <Band key="grand" name="grand" rows keep="totals" clings>
      <Row style={{ paddingTop: 8, paddingBottom: 2, paddingLeft: label }}>
        <Field name="label" width={240} size={10.5} leading={15} bold align="right" tight />
        <Row style={{ width: 119, justifyContent: 'flex-end' }}>
          <Field name="value" width={110} size={10.5} leading={15} bold align="right" tight />
        </Row>
      </Row>
    </Band>,
  ]
}

/** The rows of the one table that this document prints. */
export function lineRows(lines: DocumentLine[], vendor: boolean, summary = false): Record<string, Texts[]> {
  return { [summary ? 'summaryline' : vendor ? 'vatline' : 'plainline']: lines.map(lineTexts) }
}

function lineTexts(line: DocumentLine): Texts {
  return {
    description: line.description || '–',
    detail: line.discount ? `Discount ${percent(line.discount)}` : '',
    quantity: quantity(line.quantity, line.unit),
    rate: plainRate(line.rate),
    net: amount(line.net),
    vatrate: percent(line.vatrate),
    vat: amount(line.vat),
    total: amount(line.total),
  }
}

/** The last sums: what was paid, and in bold what is asked for. */
export function grandRows(label: string, cents: number): Texts[] {
  return [{ label, value: rand(cents) }]
}
