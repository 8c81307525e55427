import { shortDate } from '#views/format.ts'
import { ListCount, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { standWords } from './plots.tsx'

type LeadLine = {
  id: string
  reference: string
  description: string
  clientname: string | null
  seconds: number
  left: string
  href?: string
}

type LeadTimesProps = {
  lane: string
  lanes: readonly { status: number; name: string; current: boolean }[]
  days: number
  total: number
  rows: readonly LeadLine[]
}

const columns: readonly Column<LeadLine>[] = [
  { key: 'reference', head: 'Reference', tight: true, cell: ({ reference }) => reference },
  { key: 'description', head: 'Description', cell: ({ description }) => description },
  { key: 'client', head: 'Client', cell: ({ clientname }) => clientname },
  { key: 'stood', head: 'Stood there', tight: true, cell: ({ seconds }) => standWords(seconds) },
  { key: 'left', head: 'Left on', tight: true, cell: ({ left }) => shortDate(left) },
]

export function LeadTimes({ lane, lanes, days, total, rows }: LeadTimesProps) {
  return (
    <>
      <PageTitle
        title={`Time on ${lane}`}
        subtitle={`Each time that a job left this lane in the last ${days} days, the longest first.`}
      />
      <nav className="states" aria-label="Lane">
        {lanes.map(({ status, name, current }) => (
          <a key={status} href={`/leadtimes?lane=${status}`} aria-current={current ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <ListRegion id="leadtimes">
        <ListCount total={total} noun="time" />
        {rows.length < total && <p className="hint">The {rows.length} longest are shown.</p>}
        <Table
          caption={`Time on ${lane}`}
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url="/leadtimes"
          region="leadtimes"
          href={({ href }) => href ?? ''}
          opens="page"
          empty={<EmptyState icon="clock" text="No job has left this lane in this period." />}
        />
      </ListRegion>
    </>
  )
}
