import { shortDate } from '#views/format.ts'
import { QuantityText } from '#views/ui/figures.tsx'
import { ListCount, type ListPageProps } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { MATERIALS_REGION } from './materials.tsx'
import type { JobMaterial } from './types.ts'

const heads = { required: 'Required', used: 'Used', open: 'Still needed', short: 'Short' }

const columns: Column<JobMaterial>[] = [
  { key: 'job', head: 'Job', sortable: true, tight: true, cell: ({ job }) => job.reference },
  {
    ...{ key: 'description', head: 'Description', short: true },
    cell: ({ job }) => (
      <>
        {job.description} {!job.approved && <Chip>not approved</Chip>}
      </>
    ),
  },
  {
    ...{ key: 'name', head: 'Item', sortable: true },
    cell: ({ item, exploded }) => (
      <>
        <a href={`/admin/inventory/${item.id}/overview`}>
          {item.name} [{item.code}]
        </a>{' '}
        {exploded && <Chip>by what its product is made of</Chip>}
      </>
    ),
  },
  ...(['required', 'used', 'open', 'short'] as const).map(
    (key): Column<JobMaterial> => ({
      ...{ key, head: heads[key], sortable: true, numeric: true, tight: true },
      cell: (row) => (
        <span className={key === 'short' && row.short > 0 ? 'short' : undefined}>
          <QuantityText millionths={row[key]} unit={key === 'short' ? row.item.unit : undefined} />
        </span>
      ),
    }),
  ),
  {
    ...{ key: 'needed', head: 'Needed by', sortable: true, tight: true },
    cell: ({ needed, open }) => (needed ? shortDate(needed) : open > 0 ? 'no date' : ''),
  },
]

type JobMaterialsTableProps = Omit<ListPageProps<JobMaterial, object>, 'title'>

/** What is there serves jobs in the order of their days. */
export const JobMaterialsTable = ({ rows, total, query, url, canexport }: JobMaterialsTableProps) => (
  <ListTable
    caption="Materials by job"
    columns={columns}
    rows={rows}
    total={total}
    query={query}
    url={url}
    region={MATERIALS_REGION}
    refresh="jobs materials inventory purchaseorders"
    href={({ job, item }) => job.href ?? `/admin/inventory/${item.id}/overview`}
    opens="page"
    empty={<EmptyState icon="package" text="No job needs materials, or none matches." />}
  >
    <ListCount total={total} noun="line" exports={canexport ? url : undefined} />
  </ListTable>
)
