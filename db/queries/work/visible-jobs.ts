import { and, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { REMOVED } from '#db/job-status.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { type GivenParams, inList } from '#db/statement.ts'

export type JobScope = {
  /** Null: all. */
  boards: readonly string[] | null
  locations: readonly string[] | null
  /** Also removed jobs. */
  removed: boolean
}
export type ScopeValues = { boards?: readonly string[]; locations?: readonly string[] }
export type ScopeShape = { removed: boolean }

export type LinePage = { take: number; skip: number }

export const scopeValues = ({ boards, locations }: JobScope): ScopeValues => ({
  boards: boards ?? undefined,
  locations: locations ?? undefined,
})

/** What history keeps of an import that was taken back is no job any more: nobody can restore it. */
export const isFindable = sql`(${jobs.status} <> ${sql.raw(String(REMOVED))} OR ${jobs.statusbefore} IS NOT NULL)`

export const isVisible = (p: GivenParams<ScopeValues>, { removed }: ScopeShape): SQL | undefined =>
  and(
    sql`${jobs.template} = 0`,
    removed ? isFindable : ne(jobs.status, REMOVED),
    p.boards && inList(sql`+${jobs.boardid}`, p.boards as Placeholder<string, readonly string[]>),
    p.locations && inList(sql`+${jobs.location}`, p.locations as Placeholder<string, readonly string[]>),
  )
