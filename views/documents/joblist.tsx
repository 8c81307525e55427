import { amount, rand, shortDate } from '#views/format.ts'
import { ContinuedBand, FootBand, TitleBand } from './frame.tsx'
import { type Table, TableHead, TableRow } from './lines.tsx'
import { Band, type DocumentView, Field, grey, landscape, Row, Sheet } from './parts.tsx'
import type { JoblistData, JoblistRow } from './types.ts'
import { frame } from './words.ts'

const width = 745
const plain: Table = {
  name: 'job',
  cells: [
    { name: 'reference', label: 'Job', width: 70 },
    { name: 'description', label: 'Description', width: 215 },
    { name: 'client', label: 'Client', width: 130 },
    { name: 'location', label: 'Location', width: 110 },
    { name: 'status', label: 'Status', width: 65 },
    { name: 'assignee', label: 'Assigned to', width: 90 },
    { name: 'duedate', label: 'Due', width: 65 },
  ],
}
const priced: Table = {
  name: 'pricedjob',
  cells: [
    ...plain.cells.map((cell) => (cell.name === 'description' ? { ...cell, width: 145 } : cell)),
    { name: 'total', label: 'Value (R)', width: 70, align: 'right' },
  ],
}

/** The jobs of a board or a filter, on its side. */
export const joblist: DocumentView<JoblistData> = {
  paper: landscape,
  layout: (
    <Sheet paper={landscape}>
      <TitleBand width={width} />
      <Band name="filter">
        <Row style={{ justifyContent: 'space-between' }}>
          <Field name="filter" width={480} colour={grey} />
          <Field name="summary" width={250} colour={grey} align="right" />
        </Row>
      </Band>
      {[plain, priced].map((table) => [
        <TableHead key={`${table.name}head`} {...table} />,
        <TableRow key={table.name} {...table} />,
      ])}
      <Band name="sum" when="sum" clings>
        <Row style={{ paddingTop: 8, justifyContent: 'flex-end' }}>
          <Field name="sum" width={200} bold align="right" />
        </Row>
      </Band>
      <ContinuedBand width={width} />
      <FootBand width={width} />
    </Sheet>
  ),
  content: (data) => {
    const base = frame(data.organisation, data.title, '', data.printed, data.foot)
    const sum = data.rows.reduce((total, row) => total + (row.total ?? 0), 0)
    const count = data.rows.length === 1 ? '1 job' : `${data.rows.length} jobs`
    const texts = {
      filter: data.filter,
      summary: `${count}, printed ${data.printed}`,
      sum: data.money ? rand(sum) : '',
    }
    return {
      ...base,
      texts: { ...base.texts, ...texts },
      rows: { [data.money ? 'pricedjob' : 'job']: data.rows.map(rowTexts) },
    }
  },
}

function rowTexts(row: JoblistRow) {
  return { ...row, duedate: shortDate(row.duedate), total: row.total === undefined ? '' : amount(row.total) }
}
