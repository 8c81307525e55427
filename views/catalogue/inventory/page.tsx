import type { InventoryProps } from '#islands/inventory/props.ts'
import { StaticInventory } from '#islands/inventory/static.tsx'
import { Island } from '#views/ui/island.tsx'

export function InventoryPage(props: InventoryProps) {
  return (
    <Island name="inventory" props={props}>
      <StaticInventory {...props} />
    </Island>
  )
}
