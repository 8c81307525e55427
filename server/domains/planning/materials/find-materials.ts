import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { compareNaturally } from '#server/natural-sort.ts'
import { wordMatch } from '#server/word-match.ts'
import type { JobMaterial, NeededMaterial } from '#views/planning/types.ts'
import { readJobMaterials } from './read-job-materials.ts'
import { readMaterials } from './read-materials.ts'

type MaterialsAsked = {
  search?: string
  sort?: string
  by?: 'item' | 'job' | ''
  whose?: 'open' | 'approved' | ''
  /** `none`: items without one. */
  supplier?: string
  item?: string
  short?: boolean
  boards?: 'this' | 'all' | ''
}

type FoundMaterials = {
  /** In the order asked for; else short ones first, then by the day of need. */
  rows: NeededMaterial[]
  /** Of all that is needed, by name. */
  suppliers: { value: string; label: string }[]
}

export function findMaterials(db: TenantDb, boardid: string, asked: MaterialsAsked): FoundMaterials {
  const matches = wordMatch(asked.search)
  const all = readMaterials(db, boardid, asked.whose || 'open')
  const found = all
    .filter(({ here }) => here || asked.boards === 'all')
    .filter(({ short }) => !asked.short || short > 0)
    .filter(({ id }) => !asked.item || id === asked.item)
    .filter(({ supplier }) => !asked.supplier || (supplier ? supplier.id : 'none') === asked.supplier)
    .filter(({ code, name }) => matches(`${code} ${name}`))
  const names = new Map(
    all.flatMap(({ supplier }) => (supplier ? [[supplier.id, supplier.name] as const] : [])),
  )
  return {
    rows: sortRows(found, asked.sort, itemValue),
    suppliers: [...names]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => compareNaturally(a.label, b.label)),
  }
}

export function findJobMaterials(
  db: TenantDb,
  viewer: Viewer,
  boardid: string,
  asked: MaterialsAsked,
): JobMaterial[] {
  const matches = wordMatch(asked.search)
  const board = asked.boards === 'all' ? undefined : boardid
  const rows = readJobMaterials(db, viewer, asked.whose || 'open', { boardid: board, item: asked.item })
  const found = rows
    .filter(({ short }) => !asked.short || short > 0)
    .filter(({ job, item }) => matches(`${job.reference} ${job.description} ${item.code} ${item.name}`))
  return sortRows(found, asked.sort, jobValue)
}

/** After every date there is. */
const NEVER = '9999'

type Common = { short: number; needed: string | null }
type ValueOf<Row> = (row: Row, key: string) => string | number | undefined

const itemValue: ValueOf<NeededMaterial> = (row, key) => {
  if (key === 'supplier') return row.supplier ? row.supplier.name : ''
  if (key === 'needed') return row.needed ?? NEVER
  const value = row[key as keyof NeededMaterial]
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}

const jobValue: ValueOf<JobMaterial> = (row, key) => {
  if (key === 'job') return row.job.reference
  if (key === 'code' || key === 'name') return row.item[key]
  if (key === 'needed') return row.needed ?? NEVER
  const value = row[key as keyof JobMaterial]
  return typeof value === 'number' ? value : undefined
}

function sortRows<Row extends Common>(
  rows: readonly Row[],
  sort: string | undefined,
  sortValue: ValueOf<Row>,
): Row[] {
  const key = sort?.replace(/^-/, '') ?? ''
  const way = sort?.startsWith('-') ? -1 : 1
  const urgent = (a: Row, b: Row) =>
    Number(b.short > 0) - Number(a.short > 0) ||
    compare(a.needed ?? NEVER, b.needed ?? NEVER) ||
    compare(sortValue(a, 'code') ?? '', sortValue(b, 'code') ?? '')
  return rows.toSorted((a, b) => {
    const [one, other] = [sortValue(a, key), sortValue(b, key)]
    return (one === undefined || other === undefined ? 0 : way * compare(one, other)) || urgent(a, b)
  })
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNaturally(String(a), String(b))
