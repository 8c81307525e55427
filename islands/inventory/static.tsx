import { inventoryColumns } from './columns.tsx'
import { Empty } from './empty.tsx'
import type { InventoryProps } from './props.ts'
import { InventoryItemRow, InventorySectionRow, InventoryTableHead, sectionKey } from './rows.tsx'
import { Filters, Title } from './toolbar.tsx'

export function StaticInventory(props: InventoryProps) {
  const { list, query, path, can, folded } = props
  const columns = inventoryColumns(props)
  const rows = new Map(list.stretches.map((stretch) => [stretch.section, stretch.rows]))
  let at = 0
  return (
    <div className="inventory">
      <Title props={props} />
      <Filters props={props} query={query} total={list.total} folding={{ all: false, onAll: () => {} }} />
      {list.total === 0 ? (
        <Empty props={props} query={query} />
      ) : (
        <div className="table">
          <table className="items">
            <caption className="unseen">{props.label}</caption>
            <InventoryTableHead columns={columns} query={query} path={path} editable={can.write} />
            <tbody>
              {list.sections.flatMap((section) => {
                const open = !folded.includes(sectionKey(section.id))
                const lines = open ? (rows.get(section.id) ?? []) : []
                const head = at++
                return [
                  <InventorySectionRow
                    key={section.id}
                    section={section}
                    open={open}
                    columns={columns.length}
                    at={head}
                  />,
                  ...lines.map((line) => (
                    <InventoryItemRow
                      key={line.id}
                      line={line}
                      columns={columns}
                      path={path}
                      editable={can.write}
                      at={at++}
                    />
                  )),
                ]
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
