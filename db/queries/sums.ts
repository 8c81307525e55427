import { count, type SQL, sql } from 'drizzle-orm'

export type CountedSum = { count: number; cents: number }

export const countAndSum = (cents: SQL) => ({
  count: count(),
  cents: sql<number>`coalesce(sum(${cents}), 0)`,
})
