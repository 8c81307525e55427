import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { accounts, cells, placement } from '#db/schema/platform/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

/** Of which process accounts are asked for: its name, or '' where one serves all; and that of the platform. */
export type Serving = { cell: string; platform: string }

/** With `placement` joined: what is placed nowhere the platform serves, and what is being moved nobody. */
export const isServedBy = ({ cell, platform }: Params<Serving>) =>
  or(
    sql`${cell} = ''`,
    and(sql`coalesce(${placement.cell}, ${platform}) = ${cell}`, isNull(placement.target)),
  )

const all = statement((q) => q.select().from(cells).orderBy(asc(cells.id)))
type CellRow = typeof cells.$inferSelect
export const listCells = (db: PlatformDb): CellRow[] => all.all(db)

export const findCell = (db: PlatformDb, id: string): CellRow | undefined =>
  db.select().from(cells).where(eq(cells.id, id)).get()

export const writeCell = (db: PlatformDb, cell: CellRow) =>
  db.insert(cells).values(cell).onConflictDoUpdate({ target: cells.id, set: cell }).run()

export const forgetAddress = (db: PlatformDb, id: string, incarnation: number) =>
  db
    .update(cells)
    .set({ address: '' })
    .where(and(eq(cells.id, id), eq(cells.incarnation, incarnation)))
    .run()

const one = statement((q, { accountid }: Params<{ accountid: string }>) =>
  q.select().from(placement).where(eq(placement.accountid, accountid)),
)
export type PlacementRow = typeof placement.$inferSelect

export const findPlacement = (db: PlatformDb, accountid: string): PlacementRow | null =>
  one.get(db, { accountid })

/** Of one that is placed already nothing is changed. */
export const placeAccount = (db: PlatformDb, accountid: string, cell: string) =>
  db.insert(placement).values({ accountid, cell }).onConflictDoNothing().run()

/** How many accounts each serves, the fewest first. */
export const countPlaced = (db: PlatformDb) =>
  db
    .select({ id: cells.id, accounts: sql<number>`count(${placement.accountid})` })
    .from(cells)
    .leftJoin(placement, eq(placement.cell, cells.id))
    .groupBy(cells.id)
    .orderBy(sql`count(${placement.accountid})`, asc(cells.id))
    .all()

/** Of the accounts that a cell serves, the operator's left out, which stays at the platform. */
export const listPlacedAt = (db: PlatformDb, cell: string, unplaced = false) =>
  db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .leftJoin(placement, eq(accounts.id, placement.accountid))
    .where(
      and(
        unplaced ? or(eq(placement.cell, cell), isNull(placement.cell)) : eq(placement.cell, cell),
        eq(accounts.platformowner, false),
        isNull(placement.target),
      ),
    )
    .orderBy(asc(accounts.name))
    .all()

export const listMoving = (db: PlatformDb): PlacementRow[] =>
  db.select().from(placement).where(isNotNull(placement.target)).all()

const changed = ({ length }: { length: number }) => length > 0
const still = ({ accountid, cell, epoch }: Omit<PlacementRow, 'target'>) =>
  and(eq(placement.accountid, accountid), eq(placement.cell, cell), eq(placement.epoch, epoch))

/** False when it is no longer placed as it was. */
export const beginMove = (db: PlatformDb, row: PlacementRow, target: string): boolean =>
  changed(
    db
      .update(placement)
      .set({ target })
      .where(and(still(row), isNull(placement.target), ne(placement.cell, target)))
      .returning({ cell: placement.cell })
      .all(),
  )

export const endMove = (db: PlatformDb, row: PlacementRow, target: string): boolean =>
  changed(
    db
      .update(placement)
      .set({ cell: target, epoch: row.epoch + 1, target: null })
      .where(and(still(row), eq(placement.target, target)))
      .returning({ cell: placement.cell })
      .all(),
  )

export const giveUpMove = (db: PlatformDb, row: PlacementRow) =>
  db.update(placement).set({ target: null }).where(still(row)).run()
