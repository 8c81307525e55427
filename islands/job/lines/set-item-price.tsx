import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { MenuItem } from '#views/ui/menu.tsx'

/** Of an item whose price or cost came with setup, over the job. */
export function SetItemPrice({ jobid, inventoryid, sampleprice, samplecost }: MaterialLine) {
  if (!sampleprice && !samplecost) return null
  return (
    <MenuItem
      icon="package"
      onClick={() => void window.joblane.dialog(withQuery(`/inventory/${inventoryid}/price`, { jobid }))}
    >
      {samplecost ? 'Set or confirm price and cost' : 'Set or confirm the price'}
    </MenuItem>
  )
}
