import { useCallback, useEffect, useRef, useState } from 'react'
import { setQuery as setAddress } from '#islands/lib/address.ts'
import { fetchData } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type {
  InventoryLine,
  InventoryList,
  InventorySection,
  InventoryStretch,
} from '#server/domains/catalogue/inventory/types.ts'
import { withQuery } from '#views/ui/links.ts'
import type { InventoryProps, InventoryQuery } from './props.ts'

/** Rows are fetched by this many, so that a stretch asked for twice has the same address. */
const PAGE = 50
// As many stretches as one call takes.
const RANGES = 20
// Specification 2, section 9.
const refreshms = 500

/** Where a row stands in its section. */
export type RowPosition = { section: string; place: number }

/** The rows of each section as far as they have come, by their place. */
export type Loaded = ReadonlyMap<string, readonly (InventoryLine | undefined)[]>

type State = { query: InventoryQuery; sections: readonly InventorySection[]; total: number; rows: Loaded }

/** What changes an item, or what a row says of it. */
const tables = new Set(['inventory', 'categories', 'stock', 'accountcodes'])

/**
 * The items of the page: sections and a first screen from the server, more rows as they come into sight, all of it
 * anew when somebody changes an item. `folded` is read when it is asked, not listened to.
 */
export function useInventoryList(props: InventoryProps, folded: () => readonly string[]) {
  const [state, setState] = useState<State>(() => taken(props.query, props.list))
  const [busy, setBusy] = useState(false)
  /** Pages that came, or are on their way, since the sections were asked for. */
  const known = useRef(knownOf(props.list))
  const asked = useRef(0)
  /** What was asked for last, which the rows shown may not be yet. */
  const wanted = useRef(props.query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(state)
  latest.current = state
  const address = useCallback(
    (call: string, query: InventoryQuery, more: Record<string, string>) =>
      withQuery(`/api/inventory/list/${call}`, { ...query, ...more, products: props.products }),
    [props.products],
  )

  async function ask(query: InventoryQuery): Promise<void> {
    const mine = ++asked.current
    setBusy(true)
    try {
      const list = await fetchData<InventoryList>(address('sections', query, { folded: folded().join('.') }))
      if (mine !== asked.current) return
      known.current = knownOf(list)
      // What stood there stays until its newer self has come.
      const before = sameQuery(query, latest.current.query) ? latest.current.rows : undefined
      setState(taken(query, list, before))
    } catch (error) {
      if (mine === asked.current) showError(error)
    } finally {
      if (mine === asked.current) setBusy(false)
    }
  }

  function change(values: InventoryQuery): void {
    wanted.current = { ...wanted.current, ...values }
    const { search = '', archived = false, sort = '' } = wanted.current
    setAddress({ search, archived, sort })
    void ask(wanted.current)
  }

  /** Fetches what is not here yet of some places, a thousand at most. False when it could not. */
  async function need(wanted: readonly RowPosition[]): Promise<boolean> {
    const pages = new Map<string, string>()
    for (const { section, place } of wanted) {
      const page = Math.floor(place / PAGE)
      const key = `${section}:${page}`
      if (!known.current.has(key) && pages.size < RANGES)
        pages.set(key, `${section || 'none'}.${page * PAGE}.${PAGE}`)
    }
    if (pages.size === 0) return true
    const mine = asked.current
    const asking = known.current
    for (const key of pages.keys()) asking.add(key)
    const forget = () => {
      for (const key of pages.keys()) asking.delete(key)
    }
    return fetchData<InventoryStretch[]>(
      address('rows', latest.current.query, { ranges: [...pages.values()].join(',') }),
    ).then(
      (stretches) => {
        // Of a list that is being asked for anew. Should that fail, these rows are wanted again.
        if (mine !== asked.current) forget()
        else setState((held) => ({ ...held, rows: joined(held.rows, stretches) }))
        return true
      },
      (error) => {
        forget()
        showError(error)
        return false
      },
    )
  }

  function refresh(wait = 0): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(wanted.current), wait)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useHub((event, args) => {
    if (event === 'Reload' || args.some(isOurs)) refresh(refreshms)
  })

  return { ...state, busy, change, need, refresh }
}

const isOurs = (arg: unknown) => {
  const { table, tables: several } = (arg ?? {}) as { table?: string; tables?: string[] }
  return [table, ...(several ?? [])].some((one) => one !== undefined && tables.has(one))
}

const sameQuery = (a: InventoryQuery, b: InventoryQuery) =>
  (a.search ?? '') === (b.search ?? '') && Boolean(a.archived) === Boolean(b.archived) && a.sort === b.sort

const taken = (query: InventoryQuery, list: InventoryList, before: Loaded = new Map()): State => ({
  query,
  sections: list.sections,
  total: list.total,
  rows: joined(before, list.stretches),
})

function joined(rows: Loaded, stretches: readonly InventoryStretch[]): Loaded {
  const next = new Map(rows)
  for (const { section, skip, rows: found } of stretches) {
    const held = [...(next.get(section) ?? [])]
    found.forEach((line, at) => {
      held[skip + at] = line
    })
    next.set(section, held)
  }
  return next
}

/** The whole pages among the rows of a first screen. */
function knownOf({ sections, stretches }: InventoryList): Set<string> {
  const counts = new Map(sections.map(({ id, count }) => [id, count]))
  return new Set(
    stretches.flatMap(({ section, rows }) => {
      const whole = rows.length === counts.get(section)
      const pages = whole ? Math.ceil(rows.length / PAGE) : Math.floor(rows.length / PAGE)
      return Array.from({ length: pages }, (_, page) => `${section}:${page}`)
    }),
  )
}
