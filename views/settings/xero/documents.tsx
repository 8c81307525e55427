import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterSelect } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import {
  MendXeroEntry,
  type ShownXeroEntry,
  XeroStateChip,
  xeroKindWords,
  xeroStateWords,
} from './states.tsx'

type Row = Omit<ShownXeroEntry, 'sentcents'> & {
  invoiceid: string | null
  billid: string | null
  number: string | null
  who: string | null
  cents: number
  /** Of a payment, or a credit put to a document: it was taken off again here. */
  takenback: boolean
}

export type XeroDocumentsProps = {
  rows: readonly Row[]
  total: number
  counts: Partial<Record<ShownXeroEntry['state'], number>>
  query: { state?: string; skip?: number; take?: number }
  url: string
}

const columns: Column<Row>[] = [
  {
    key: 'number',
    head: 'Document',
    cell: ({ kind, number, invoiceid, billid }) => (
      <>
        <a {...dialogLink(invoiceid ? `/invoices/${invoiceid}` : `/supplierinvoices/${billid}`)}>
          {number ?? '(unknown)'}
        </a>
        <small className="muted"> {xeroKindWords[kind] ?? kind}</small>
      </>
    ),
  },
  { key: 'who', head: 'Whose', short: true, cell: ({ who }) => who ?? 'Cash sale' },
  {
    key: 'total',
    head: 'Amount',
    numeric: true,
    cell: ({ cents, takenback, state }) => (
      <>
        {formatRand(cents)}
        {takenback && state !== 'withdrawn' && <small className="muted"> taken back</small>}
      </>
    ),
  },
  {
    key: 'state',
    head: 'In Xero',
    cell: ({ state, xeronumber, reason }) => (
      <>
        <XeroStateChip state={state} />
        {state === 'sent' && xeronumber && <span> as {xeronumber}</span>}
        {reason && <span className="hint"> {reason}</span>}
      </>
    ),
  },
  { key: 'changed', head: 'When', tight: true, cell: ({ changedutc }) => <DateTime iso={changedutc} /> },
]

const states = Object.entries(xeroStateWords) as [ShownXeroEntry['state'], string][]

export function XeroDocuments({ rows, total, counts, query, url }: XeroDocumentsProps) {
  return (
    <section className="xerodocuments" aria-label="Documents that go out">
      <FilterBar url={url} region="xero">
        <FilterSelect
          name="state"
          label="In Xero"
          value={query.state ?? ''}
          options={states.map(([value, label]) => ({ value, label: `${label} (${counts[value] ?? 0})` }))}
        />
      </FilterBar>
      <ListTable
        caption="Documents that go to Xero"
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="xero"
        refresh="xero"
        actions={(row) => <MendXeroEntry {...row} />}
        empty={
          <EmptyState
            icon="file-text"
            text={query.state ? 'None stand like this.' : 'Nothing has gone to Xero yet.'}
            hint="What is issued or approved from now on goes out by itself. Earlier documents go when you ask below."
          />
        }
      />
    </section>
  )
}

export const EarlierDocuments = ({ today }: { today: string }) => (
  <Panel title="Documents from before">
    <Form url="/xero/earlier">
      <p className="hint xerohint">
        What was issued before the account was connected goes only when you ask, with its credit notes and
        payments; a credit note goes only together with its invoice, or where that went. Leave out what your
        books in Xero hold already: a number that is there is refused.
      </p>
      <FieldRow>
        <DateInput label="Issued from" name="start" value={`${today.slice(0, 8)}01`} required />
      </FieldRow>
      <div className="formfoot">
        <Button type="submit">Send them</Button>
      </div>
    </Form>
  </Panel>
)

export const WhatStays = () => (
  <Panel title="What does not go">
    <ul>
      <li>
        Deposits, until an invoice takes them off or keeps them: the money goes then, as a payment of that
        invoice.
      </li>
      <li>Money received that pays no invoice yet, and what was rounded off an amount in cash.</li>
      <li>Drafts, estimates, purchase orders and stock.</li>
      <li>Items: lines go with their words and accounts, so that stock is counted in one place.</li>
    </ul>
  </Panel>
)
