import { type SQL, sql } from 'drizzle-orm'

/** Whether goods are still waited for, in the words of the index of open lines. `line`: the alias of its table. */
export const openLine = (line: string): SQL =>
  sql.raw(`${line}.quantity - ${line}.received + ${line}.replaced - ${line}.closedshort > 0`)
