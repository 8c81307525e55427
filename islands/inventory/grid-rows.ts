import {
  createExpandedRowModel,
  type Row,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import { sectionKey } from './rows.tsx'

/** A section, or one of its items. The item is looked up when it is drawn: it may still be on its way. */
type GridNode =
  | { id: string; section: InventorySection; items: GridNode[] }
  | { id: string; section: InventorySection; index: number; items?: undefined }

const features = tableFeatures({ rowExpandingFeature, expandedRowModel: createExpandedRowModel() })
export type GridRow = Row<typeof features, GridNode>

// What a row shows is drawn by `rows.tsx`, also by the server, which knows no table.
const columnless: never[] = []

export function useGridRows(
  sections: readonly InventorySection[],
  folded: ReadonlySet<string>,
): readonly GridRow[] {
  const data = useMemo(() => sections.map(sectionNode), [sections])
  const expanded = useMemo(
    () => Object.fromEntries(sections.map(({ id }) => [`s${id}`, !folded.has(sectionKey(id))])),
    [sections, folded],
  )
  const table = useTable({
    features,
    columns: columnless,
    data,
    getRowId: ({ id }) => id,
    getSubRows: ({ items }) => items,
    state: { expanded },
  })
  return table.getRowModel().rows
}

const sectionNode = (section: InventorySection): GridNode => ({
  id: `s${section.id}`,
  section,
  items: Array.from(
    { length: section.count },
    (_, index): GridNode => ({ id: `${section.id}.${index}`, section, index }),
  ),
})
