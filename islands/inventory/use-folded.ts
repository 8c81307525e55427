import { useState } from 'react'
import { setCookie } from '#islands/client/page.ts'
import type { InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import { sectionKey } from './rows.tsx'

// A cookie holds some four thousand characters.
const MOST = 100

/** Which sections stand folded, remembered so that the next page arrives as this one was left. */
export function useFolded(held: readonly string[]) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set(held))

  function take(next: ReadonlySet<string>): void {
    setFolded(next)
    setCookie('joblane_sections', [...next].slice(-MOST).join('.'))
  }

  function toggle(section: string): void {
    const next = new Set(folded)
    if (!next.delete(sectionKey(section))) next.add(sectionKey(section))
    take(next)
  }

  function toggleAll(sections: readonly InventorySection[]): void {
    const ends = sections.map(({ id }) => sectionKey(id))
    const next = new Set(folded)
    const all = ends.every((end) => folded.has(end))
    for (const end of ends) all ? next.delete(end) : next.add(end)
    take(next)
  }

  return { folded, toggle, toggleAll }
}
