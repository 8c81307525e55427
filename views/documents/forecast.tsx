import { formatQuantity, shortDate } from '#views/format.ts'
import { ContinuedBand, FootBand, TitleBand } from './frame.tsx'
import { TableHead, TableRow } from './lines.tsx'
import {
  DocumentBand,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  grey,
  landscape,
} from './parts.tsx'
import { documentHeader } from './text-rows.ts'
import type { Organisation } from './types.ts'

type ForecastRow = {
  code: string
  name: string
  unit: string
  onhand: number
  start: string
  end: string
} & Record<'jobs' | 'repeats' | 'average' | 'demand' | 'ordered' | 'making' | 'balance', number> & {
    lowest: { day: string; quantity: number }
  }

/** A row for each item and period; an item's name stands once. */
export type ForecastData = {
  organisation: Organisation
  title: string
  filter: string
  printed: string
  rows: ForecastRow[]
}

const width = 745
const figure = (name: string, label: string) => ({ name, label, width: 58, align: 'right' as const })
const cells = [
  { name: 'item', label: 'Item', width: 165 },
  { name: 'period', label: 'Period', width: 116 },
  ...[figure('onhand', 'On hand'), figure('jobs', 'Jobs'), figure('repeats', 'Repeats')],
  ...[figure('average', 'Average'), figure('demand', 'Needed'), figure('received', 'Comes')],
  ...[figure('balance', 'Left'), figure('lowest', 'Lowest')],
]

export const forecast: DocumentView<ForecastData> = {
  paper: landscape,
  layout: (
    <DocumentPage paper={landscape}>
      <TitleBand width={width} />
      <DocumentBand name="filter">
        <DocumentRow style={{ justifyContent: 'space-between' }}>
          <DocumentField name="filter" width={480} colour={grey} />
          <DocumentField name="summary" width={250} colour={grey} align="right" />
        </DocumentRow>
      </DocumentBand>
      <TableHead name="forecast" cells={cells} />
      <TableRow name="forecast" cells={cells} />
      <ContinuedBand width={width} />
      <FootBand width={width} />
    </DocumentPage>
  ),
  content: ({ organisation, title, filter, printed, rows }) => {
    const base = documentHeader(organisation, title, '', printed)
    const items = new Set(rows.map(({ code }) => code)).size
    return {
      ...base,
      texts: {
        ...base.texts,
        filter,
        summary: `${items === 1 ? '1 item' : `${items} items`}, printed ${printed}`,
      },
      rows: { forecast: rows.map(rowTexts) },
    }
  },
}

function rowTexts(row: ForecastRow, at: number, rows: readonly ForecastRow[]) {
  const first = rows[at - 1]?.code !== row.code
  const item = row.name === row.code ? row.code : `${row.name} [${row.code}]`
  const shown = (quantity: number) => (quantity === 0 ? '' : formatQuantity(quantity))
  return {
    item: first ? item : '',
    period: `${shortDate(row.start).replace(/ \d{4}$/, '')} to ${shortDate(row.end)}`,
    onhand: first ? formatQuantity(row.onhand, row.unit) : '',
    jobs: shown(row.jobs),
    repeats: shown(row.repeats),
    average: shown(row.average),
    demand: shown(row.demand),
    received: shown(row.ordered + row.making),
    balance: formatQuantity(row.balance),
    lowest: formatQuantity(row.lowest.quantity),
  }
}
