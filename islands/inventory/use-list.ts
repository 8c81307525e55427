import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useHub } from '#islands/lib/hub.ts'
import { InventoryListStore } from './list-store.ts'
import type { InventoryProps } from './props.ts'

// Specification 2, section 9.
const refreshms = 500

const tables = new Set(['inventory', 'categories', 'stock', 'accountcodes'])

export function useInventoryList(props: InventoryProps, folded: ReadonlySet<string>) {
  const latest = useRef(folded)
  latest.current = folded
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's props are what the list begins with, once
  const store = useMemo(() => new InventoryListStore(props, () => latest.current), [])
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => store.stop, [store])
  useHub((event, args) => {
    if (event === 'Reload' || args.some(namesItems)) store.refresh(refreshms)
  })
  const { change, need, refresh } = store
  return { ...state, change, need, refresh }
}

const namesItems = (arg: unknown) => {
  const { table, tables: several } = (arg ?? {}) as { table?: string; tables?: string[] }
  return [table, ...(several ?? [])].some((one) => one !== undefined && tables.has(one))
}
