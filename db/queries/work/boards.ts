import { and, asc, desc, eq, sql } from 'drizzle-orm'
import {
  board_permissions,
  boards,
  location_stakeholders,
  organisations,
  roleclaims,
  roles,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const inMenu = statement((q) =>
  q
    .select({ id: boards.id, name: boards.name, slug: boards.slug })
    .from(boards)
    .where(eq(boards.archived, false))
    .orderBy(asc(boards.rank), asc(boards.name)),
)

export const menuBoards = (db: TenantDb) => inMenu.all(db)

const days = statement((q, p: Params<{ boardid: string }>) =>
  q.select({ completedays: boards.completedays }).from(boards).where(eq(boards.id, p.boardid)),
)

/** Null: what is complete stays on its lane. */
export const completeDays = (db: TenantDb, boardid: string): number | null =>
  days.get(db, { boardid })?.completedays ?? null

export type BoardRow = typeof boards.$inferSelect & { organisationname: string | null }

export const allBoards = (db: TenantDb, archived: boolean): BoardRow[] =>
  db
    .select()
    .from(boards)
    .leftJoin(organisations, eq(organisations.id, boards.organisation))
    .where(archived ? undefined : eq(boards.archived, false))
    .orderBy(asc(boards.archived), asc(boards.rank), asc(boards.name))
    .all()
    .map((row) => ({ ...row.boards, organisationname: row.organisations?.name ?? null }))

export const findBoardBySlug = (db: TenantDb, slug: string) =>
  db.select().from(boards).where(eq(boards.slug, slug)).get()

export const rankBoards = (db: TenantDb, ids: readonly string[]) =>
  prepared(
    db,
    'UPDATE boards SET rank = places.key FROM json_each(?) AS places WHERE boards.id = places.value',
  ).run([JSON.stringify(ids)])

const ids = statement((q) => q.select({ id: boards.id }).from(boards))

export const boardIds = (db: TenantDb): string[] => ids.all(db).map(({ id }) => id)

const permissions = statement((q, p: Params<{ roleids: readonly string[] }>) =>
  q.select().from(board_permissions).where(inList(board_permissions.roleid, p.roleids)),
)
export type RolePermission = RowOf<typeof permissions>

export const listBoardPermissions = (db: TenantDb, roleids: readonly string[]) =>
  permissions.all(db, { roleids })

export const permissionsOnBoard = (db: TenantDb, boardid: string): RolePermission[] =>
  db.select().from(board_permissions).where(eq(board_permissions.boardid, boardid)).all()

const heldClaims = statement((q) =>
  q
    .select({ id: roles.id, name: roles.name, system: roles.system, claim: roleclaims.claim })
    .from(roles)
    .leftJoin(roleclaims, eq(roleclaims.roleid, roles.id))
    .where(eq(roles.archived, false))
    .orderBy(asc(roles.name)),
)

export const rolesWithClaims = (
  db: TenantDb,
): { id: string; name: string; system: boolean; claims: string[] }[] =>
  [...Map.groupBy(heldClaims.all(db), ({ id }) => id).values()].map((group) => ({
    id: group[0]!.id,
    name: group[0]!.name,
    system: group[0]!.system,
    claims: group.flatMap(({ claim }) => (claim ? [claim] : [])),
  }))

export function setPermission(db: TenantDb, boardid: string, roleid: string, permission: string | null) {
  const pair = and(eq(board_permissions.boardid, boardid), eq(board_permissions.roleid, roleid))
  db.delete(board_permissions).where(pair).run()
  if (permission) db.insert(board_permissions).values({ boardid, roleid, permission }).run()
}

const followed = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ locationid: location_stakeholders.locationid })
    .from(location_stakeholders)
    .where(eq(location_stakeholders.userid, p.userid)),
)

export const listStakeholderLocationIds = (db: TenantDb, userid: string): string[] =>
  followed.all(db, { userid }).map(({ locationid }) => locationid)

const byOrganisation = statement((q, p: Params<{ organisationids: readonly string[] }>) =>
  q
    .select({ organisation: boards.organisation, id: boards.id, name: boards.name })
    .from(boards)
    .where(
      and(
        eq(boards.archived, false),
        inList(boards.organisation, p.organisationids),
        sql`NOT EXISTS (SELECT 1 FROM ${board_permissions}
          WHERE ${board_permissions.boardid} = ${boards.id} AND ${board_permissions.permission} = 'none')`,
      ),
    )
    .orderBy(desc(boards.rank), desc(boards.name)),
)

/** Who reads organisations is not asked which boards they see, so one hidden from any role is passed over. */
export const listBoardsByOrganisation = (db: TenantDb, organisationids: readonly string[]) =>
  // Later ones take the place of earlier ones: the first in order stays.
  new Map(
    byOrganisation
      .all(db, { organisationids })
      .map(({ organisation, id, name }) => [organisation as string, { id, name }]),
  )
