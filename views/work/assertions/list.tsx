import { archivedClass } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { ListCount, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type AssertionLine = {
  id: string
  archived: boolean
  needs: string
  board: { name: string } | null
  lanename: string
  blocks: boolean
}

const PATH = '/customise/assertions'

const columns: Column<AssertionLine>[] = [
  {
    key: 'needs',
    head: 'A job needs',
    cell: ({ needs, archived }) => (
      <>
        {needs} {archived && <Chip>Off</Chip>}
      </>
    ),
  },
  { key: 'lane', head: 'Before', cell: ({ lanename }) => lanename },
  { key: 'board', head: 'Board', cell: ({ board }) => board?.name ?? 'Every board' },
  {
    key: 'blocks',
    head: 'Without it',
    cell: ({ blocks }) =>
      blocks ? (
        <Chip level="error" icon="error">
          Refused
        </Chip>
      ) : (
        <Chip level="warning" icon="warning">
          Asked once
        </Chip>
      ),
  },
]

export function Assertions(props: { title: string; rows: readonly AssertionLine[]; canexport: boolean }) {
  const { title, rows, canexport } = props
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What a job must have before it may enter a lane."
        actions={<Add look="primary" />}
      />
      <ListRegion id="assertions" refresh="assertions" url={PATH}>
        <ListCount total={rows.length} noun="rule" exports={canexport ? PATH : undefined} />
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url={PATH}
          region="assertions"
          href={({ id }) => `${PATH}/${id}`}
          rowclass={archivedClass}
          empty={
            <EmptyState
              icon="shield"
              text="No rules have been added."
              hint="A rule keeps a job out of a lane, or asks first, while something about it is missing."
            >
              <Add />
            </EmptyState>
          }
        />
      </ListRegion>
    </>
  )
}

const Add = ({ look }: { look?: 'primary' }) => (
  <LinkButton look={look} icon="plus" data-shortcut="new" {...dialogLink(`${PATH}/new`)}>
    Add rule
  </LinkButton>
)
