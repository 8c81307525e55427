import { setQuery as setAddressQuery } from '#islands/lib/address.ts'
import { fetchData } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type {
  InventoryLine,
  InventoryList,
  InventoryRange,
  InventorySection,
} from '#server/domains/catalogue/inventory/types.ts'
import { withQuery } from '#views/ui/links.ts'
import type { InventoryProps, InventoryQuery } from './props.ts'

/** Rows are fetched by this many, so that a stretch asked for twice has the same address. */
const PAGE = 50
// As many stretches as one call takes.
const RANGES = 20

export type RowPosition = { section: string; index: number }

export type LoadedRows = ReadonlyMap<string, readonly (InventoryLine | undefined)[]>

type ListState = {
  query: InventoryQuery
  sections: readonly InventorySection[]
  total: number
  sampleprices: number
  rows: LoadedRows
  busy: boolean
  /** No answer came to what was asked for last: the rows are those of before. */
  unanswered: boolean
}

/**
 * The items of the page: sections and a first screen from the server, more rows as they come into sight, all of it
 * anew when somebody changes an item.
 */
export class InventoryListStore {
  readonly #products: boolean
  readonly #folded: () => Iterable<string>
  readonly #listeners = new Set<() => void>()
  #state: ListState
  /** Pages that came, or are on their way, since the sections were asked for. */
  #pages: Set<string>
  /** Counts the lists asked for: the answer to an earlier one is dropped. */
  #asked = 0
  /** What was asked for last, which the rows shown may not be yet. */
  #query: InventoryQuery
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ products, query, list }: InventoryProps, folded: () => Iterable<string>) {
    this.#products = products
    this.#folded = folded
    this.#query = query
    this.#pages = wholePages(list)
    this.#state = createListState(query, list, new Map())
  }

  readonly get = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly change = (values: InventoryQuery): void => {
    this.#query = { ...this.#query, ...values }
    const { search = '', archived = false, sort = '' } = this.#query
    setAddressQuery({ search, archived, sort })
    void this.#load()
  }

  readonly refresh = (waitms = 0): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(), waitms)
  }

  readonly stop = () => clearTimeout(this.#timer)

  /** Fetches what is not here yet of some rows, a thousand at most. False when it could not. */
  readonly need = async (wanted: readonly RowPosition[]): Promise<boolean> => {
    const ranges = this.#missingRanges(wanted)
    if (ranges.size === 0) return true
    const [asked, pages] = [this.#asked, this.#pages]
    for (const page of ranges.keys()) pages.add(page)
    const forget = () => {
      for (const page of ranges.keys()) pages.delete(page)
    }
    try {
      const query = { ...this.#state.query, ranges: [...ranges.values()].join(',') }
      const stretches = await fetchData<InventoryRange[]>(this.#address('rows', query))
      // Of a list that is being asked for anew. Should that fail, these rows are wanted again.
      if (asked !== this.#asked) forget()
      else this.#set({ rows: withRows(this.#state.rows, stretches) })
      return true
    } catch (error) {
      forget()
      showError(error)
      return false
    }
  }

  async #load(): Promise<void> {
    const [asked, query] = [++this.#asked, this.#query]
    this.#set({ busy: true })
    try {
      const folded = [...this.#folded()].join('.')
      const list = await fetchData<InventoryList>(this.#address('sections', { ...query, folded }))
      if (asked !== this.#asked) return
      this.#pages = wholePages(list)
      // What stood there stays until its newer self has come.
      this.#set(
        createListState(query, list, isSameQuery(query, this.#state.query) ? this.#state.rows : new Map()),
      )
    } catch (error) {
      if (asked !== this.#asked) return
      this.#set({ busy: false, unanswered: true })
      showError(error)
    }
  }

  #address(call: 'sections' | 'rows', query: Record<string, string | boolean | undefined>): string {
    return withQuery(`/api/inventory/list/${call}`, { ...query, products: this.#products })
  }

  #set(values: Partial<ListState>): void {
    this.#state = { ...this.#state, ...values }
    for (const listener of this.#listeners) listener()
  }

  #missingRanges(wanted: readonly RowPosition[]): Map<string, string> {
    const ranges = new Map<string, string>()
    for (const { section, index } of wanted) {
      const page = Math.floor(index / PAGE)
      const key = `${section}:${page}`
      if (!this.#pages.has(key) && ranges.size < RANGES)
        ranges.set(key, `${section || 'none'}.${page * PAGE}.${PAGE}`)
    }
    return ranges
  }
}

const isSameQuery = (a: InventoryQuery, b: InventoryQuery) =>
  (a.search ?? '') === (b.search ?? '') && Boolean(a.archived) === Boolean(b.archived) && a.sort === b.sort

const createListState = (query: InventoryQuery, list: InventoryList, before: LoadedRows): ListState => ({
  query,
  sections: list.sections,
  total: list.total,
  sampleprices: list.sampleprices,
  rows: withRows(before, list.stretches),
  busy: false,
  unanswered: false,
})

function withRows(rows: LoadedRows, stretches: readonly InventoryRange[]): LoadedRows {
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

function wholePages({ sections, stretches }: InventoryList): Set<string> {
  const counts = new Map(sections.map(({ id, count }) => [id, count]))
  return new Set(
    stretches.flatMap(({ section, rows }) => {
      const whole = rows.length === counts.get(section)
      const pages = whole ? Math.ceil(rows.length / PAGE) : Math.floor(rows.length / PAGE)
      return Array.from({ length: pages }, (_, page) => `${section}:${page}`)
    }),
  )
}
