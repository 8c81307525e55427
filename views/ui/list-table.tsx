import type { ReactNode } from 'react'
import { ListRegion } from './list.tsx'
import { Pager } from './pager.tsx'
import { Table, type TableProps } from './table.tsx'

type ListTableProps<Row> = Omit<TableProps<Row>, 'rowid'> & {
  total: number
  /** There are at least `total`. */
  more?: boolean
  /** These, the newest, are all that is sorted. */
  cut?: boolean
  query: { skip?: number; take?: number }
  /** Names of the tables whose changes ask for this list anew. */
  refresh: string
  /** What stands over the table, such as a count. */
  children?: ReactNode
}

/** A page of a list: its region, which filters, sort links and pages swap, with its table and pager. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { total, more, cut, query, refresh, children, ...table } = props
  const { url, region } = table
  return (
    <ListRegion id={region} refresh={refresh} url={url}>
      {children}
      <Table {...table} rowid={({ id }) => id} />
      <Pager
        total={total}
        more={more}
        cut={cut}
        skip={query.skip ?? 0}
        take={query.take ?? 50}
        url={url}
        region={region}
      />
    </ListRegion>
  )
}
