import { LinkButton } from '#views/ui/button.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

export type StoredItem = { id: string; name: string; note: string; amount: string; href?: string }

export function StorageContents({
  items,
  lines,
}: {
  items: readonly StoredItem[]
  lines: readonly StoredItem[]
}) {
  if (items.length + lines.length === 0)
    return (
      <EmptyState
        icon="warehouse"
        text="Nothing lies here."
        hint="Stock is put here by a movement, and lines of jobs by their storage."
      />
    )
  return (
    <>
      {items.length > 0 && <h3>Stock</h3>}
      <StoredList items={items} />
      {lines.length > 0 && <h3>For open jobs</h3>}
      <StoredList items={lines} />
    </>
  )
}

function StoredList({ items }: { items: readonly StoredItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className="stored">
      {items.map(({ id, name, note, amount, href }) => (
        <li key={id}>
          <span>
            {href ? <a href={href}>{name}</a> : name} <small>{note}</small>
          </span>
          <span className="number">{amount}</span>
        </li>
      ))}
    </ul>
  )
}

type StorageOfBoardProps = {
  boards: readonly { id: string; name: string }[]
  board: { id: string; name: string } | undefined
  labels: Readonly<Record<string, string>>
  places: readonly { id: string; name: string; barcode: string; lines: readonly StoredItem[] }[]
}

export function StorageOfBoard({ boards, board, places, labels }: StorageOfBoardProps) {
  return (
    <>
      <PageTitle
        title="Storage by board"
        subtitle="Where the open jobs of a board keep their things."
        actions={<LinkButton href="/admin/storage">Back to storage</LinkButton>}
      />
      {boards.length > 1 && (
        <TabNav
          label="Boards"
          links={boards.map(({ id, name }) => ({
            href: `/storage/board/${id}`,
            label: name,
            current: id === board?.id,
          }))}
        />
      )}
      <ListRegion id="storageofboard">
        {places.length === 0 ? (
          <EmptyState
            icon="warehouse"
            text={
              board ? `No open job of ${board.name} keeps anything in storage.` : 'There is no board yet.'
            }
            hint={
              board
                ? `The storage of a line is chosen on its job, under ${labels['jobs.tab.input']} or ${labels['jobs.tab.output']}.`
                : undefined
            }
          />
        ) : (
          places.map(({ id, name, barcode, lines }) => (
            <Panel
              key={id}
              title={
                <>
                  {name} <small className="code">{barcode}</small>
                </>
              }
              flush
            >
              <StoredList items={lines} />
            </Panel>
          ))
        )}
      </ListRegion>
    </>
  )
}
