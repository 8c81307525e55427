import { fieldLabels } from '#views/field-labels.ts'
import { amount, formatRand, shortDate } from '#views/format.ts'
import { ContinuedBand, FootBand, TitleBand } from './frame.tsx'
import { type DocumentTable, TableHead, TableRow } from './lines.tsx'
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
import type { JoblistData, JoblistRow } from './types.ts'

const width = 745
const plain: DocumentTable = {
  name: 'job',
  cells: [
    { name: 'reference', label: 'Job', width: 70 },
    { name: 'description', label: 'Description', width: 215 },
    { name: 'client', label: 'Client', width: 130 },
    { name: 'location', label: 'Location', width: 110 },
    { name: 'status', label: 'Status', width: 65 },
    { name: 'assignee', label: 'Assignee', width: 90 },
    { name: 'duedate', label: fieldLabels.due, width: 65 },
  ],
}
const priced: DocumentTable = {
  name: 'pricedjob',
  cells: [
    ...plain.cells.map((cell) => (cell.name === 'description' ? { ...cell, width: 145 } : cell)),
    { name: 'total', label: 'Value (R)', width: 70, align: 'right' },
  ],
}

export const joblist: DocumentView<JoblistData> = {
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
      {[plain, priced].map((table) => [
        <TableHead key={`${table.name}head`} {...table} />,
        <TableRow key={table.name} {...table} />,
      ])}
      <DocumentBand name="sum" when="sum" clings>
        <DocumentRow style={{ paddingTop: 8, justifyContent: 'flex-end' }}>
          <DocumentField name="sum" width={200} bold align="right" />
        </DocumentRow>
      </DocumentBand>
      <ContinuedBand width={width} />
      <FootBand width={width} />
    </DocumentPage>
  ),
  content: (data) => {
    const base = documentHeader(data.organisation, data.title, '', data.printed, data.foot)
    const sum = data.rows.reduce((total, row) => total + (row.total ?? 0), 0)
    const count = data.rows.length === 1 ? '1 job' : `${data.rows.length} jobs`
    const texts = {
      filter: data.filter,
      summary: `${count}, printed ${data.printed}`,
      sum: data.money ? formatRand(sum) : '',
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
