import type { CSSProperties } from 'react'
import { inventoryColumns } from './columns.tsx'
import { Empty } from './empty.tsx'
import type { InventoryProps } from './props.ts'
import { InventoryItemRow, InventorySectionRow, InventoryTableHead, sectionKey } from './rows.tsx'
import { SampleItems } from './sample-prices.tsx'
import { Filters, Title } from './toolbar.tsx'

/** What a large window shows. The island draws only what is in sight, and takes the place of these rows. */
const DRAWN = 40

export function StaticInventory(props: InventoryProps) {
  const { list, query, path, can, folded } = props
  const columns = inventoryColumns(props)
  const rows = rowsOf(list, folded)
  const left = rows.length - DRAWN
  return (
    <div className="inventory">
      <Title props={props} />
      <Filters props={props} query={query} total={list.total} folding={{ all: false, onAll: () => {} }} />
      <SampleItems count={list.sampleprices} editable={can.write} />
      {list.total === 0 ? (
        <Empty props={props} query={query} />
      ) : (
        <div className="table">
          <table className="items">
            <caption className="unseen">{props.label}</caption>
            <InventoryTableHead columns={columns} query={query} path={path} editable={can.write} />
            <tbody>
              {rows
                .slice(0, DRAWN)
                .map((row, at) =>
                  'line' in row ? (
                    <InventoryItemRow
                      key={row.line.id}
                      {...row}
                      {...{ columns, path, at }}
                      editable={can.write}
                    />
                  ) : (
                    <InventorySectionRow key={row.section.id} {...row} columns={columns.length} at={at} />
                  ),
                )}
              {left > 0 && (
                <tr className="below" aria-hidden style={{ '--rows': left } as CSSProperties}>
                  <td colSpan={columns.length + 1} />
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function rowsOf({ sections, stretches }: InventoryProps['list'], folded: readonly string[]) {
  const loaded = new Map(stretches.map((stretch) => [stretch.section, stretch.rows]))
  return sections.flatMap((section) => {
    const open = !folded.includes(sectionKey(section.id))
    const lines = open ? (loaded.get(section.id) ?? []) : []
    return [{ section, open }, ...lines.map((line) => ({ line }))]
  })
}
