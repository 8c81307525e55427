import { NameWithState } from '#views/ui/archived.tsx'
import { IconButton, IconLink, LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, Toggle } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type BoardLine = {
  id: string
  name: string
  slug: string
  archived: boolean
  organisation: { name: string } | null
}

type BoardsProps = {
  title: string
  rows: readonly BoardLine[]
  archived: boolean
  jobs: string
  canexport: boolean
}

const PATH = '/customise/boards'

const columns: Column<BoardLine>[] = [
  {
    key: 'name',
    head: 'Name',
    cell: NameWithState,
  },
  { key: 'organisation', head: 'Organisation', cell: ({ organisation }) => organisation?.name },
]

export function Boards({ title, rows, archived, jobs, canexport }: BoardsProps) {
  const url = archived ? `${PATH}?archived=true` : PATH
  const add = dialogLink(`${PATH}/new`)
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Each has four lanes, on which jobs move from draft to complete."
        actions={
          <LinkButton look="primary" icon="plus" data-shortcut="new" {...add}>
            Add board
          </LinkButton>
        }
      />
      <FilterBar url={PATH} region="boards">
        <Toggle name="archived" label="Show archived" checked={archived} />
      </FilterBar>
      <ListRegion id="boards" refresh="boards" url={url}>
        <ListCount total={rows.length} noun="board" exports={canexport ? url : undefined} />
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url={PATH}
          region="boards"
          href={({ id }) => `${PATH}/${id}`}
          rowclass={(row) => (row.archived ? 'dimmed' : undefined)}
          actions={(row) => !row.archived && <Actions board={row} jobs={jobs} first={row === rows[0]} />}
          empty={
            <EmptyState
              icon="board"
              text="No boards have been added."
              hint="Jobs live on boards, so this comes first."
            >
              <LinkButton icon="plus" {...add}>
                Add board
              </LinkButton>
            </EmptyState>
          }
        />
      </ListRegion>
    </>
  )
}

function Actions({ board, jobs, first }: { board: BoardLine; jobs: string; first: boolean }) {
  return (
    <>
      {!first && (
        <IconButton
          icon="arrow-up"
          label={`Move ${board.name} up`}
          hx-post={`${PATH}/${board.id}/up`}
          hx-swap="none"
        />
      )}
      <IconLink icon="arrow-right" label={`Open ${board.name}`} href={`/${jobs}/${board.slug}/progress`} />
    </>
  )
}
