import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { bindAsExpressions } from '#db/bound-parameters.ts'
import { centsColumn } from '#db/columns.ts'
import { recentAt, recentNotesQuery } from '#db/queries/work/notes-recent.ts'
import { closeFile, openFile, prepared, queryPlan, type SqlFile } from '#db/sqlite.ts'
import {
  filtered,
  type GivenParams,
  inList,
  isTrue,
  listItem,
  listItems,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'

const owners = sqliteTable('owners', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  archived: integer('archived', { mode: 'boolean' }).notNull().default(false),
})
const things = sqliteTable('things', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  owner: text('owner').references(() => owners.id),
  archived: integer('archived', { mode: 'boolean' }).notNull().default(false),
  price: centsColumn('price').notNull(),
  picture: blob('picture', { mode: 'buffer' }),
})
const DATA = `
  CREATE TABLE owners (id TEXT PRIMARY KEY, name TEXT NOT NULL, archived INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE things (id TEXT PRIMARY KEY, name TEXT NOT NULL, owner TEXT, archived INTEGER NOT NULL DEFAULT 0,
    price INTEGER NOT NULL, picture BLOB);
  CREATE INDEX things_used ON things (owner) WHERE archived = 0;
  INSERT INTO owners (id, name, archived) VALUES ('o1', 'Anna', 0), ('o2', 'Ben', 1);
  INSERT INTO things (id, name, owner, archived, price, picture) VALUES
    ('t1', 'Drill', 'o1', 0, 100, NULL), ('t2', 'Saw', NULL, 1, 250, x'0102'), ('t3', 'Vice', 'o2', 0, 50, NULL)`

let file: SqlFile
beforeAll(() => {
  file = filled()
})
afterAll(() => closeFile(file))

function filled(): SqlFile {
  const made = openFile(':memory:', { create: true })
  made.raw.run(DATA)
  return made
}

let built = 0
const byIds = statement((q, p: Params<{ ids: readonly string[] }>) => {
  built++
  return q
    .select({
      id: things.id,
      name: things.name,
      ownername: owners.name,
      archived: things.archived,
      ownerarchived: owners.archived,
      price: things.price,
      picture: things.picture,
      priced: isTrue(sql`${things.price} > ${99}`),
    })
    .from(listItems(p.ids))
    .crossJoin(things)
    .leftJoin(owners, eq(owners.id, things.owner))
    .where(eq(things.id, listItem))
})
type Thing = RowOf<typeof byIds>

test('rows bear the names and the types of the selection, in the order asked for', () => {
  const saw: Thing = {
    id: 't2',
    name: 'Saw',
    ownername: null,
    archived: true,
    ownerarchived: null,
    price: 250 as Thing['price'],
    picture: Buffer.from([1, 2]),
    priced: true,
  }
  const rows = byIds.all(file.db, { ids: ['t3', 't2'] })
  expect(rows).toEqual([expect.objectContaining({ id: 't3', ownername: 'Ben', priced: false }), saw])
  expect(rows[0]).toMatchObject({ archived: false, ownerarchived: true, picture: null })
  expect(rows[1]?.picture).toBeInstanceOf(Buffer)
})

test('a record that a left join does not find is null, as its type says', () => {
  const withOwner = statement((q) =>
    q
      .select({ name: things.name, thing: things, owner: { id: owners.id, name: owners.name } })
      .from(things)
      .leftJoin(owners, eq(owners.id, things.owner))
      .orderBy(asc(things.id)),
  )
  expect(withOwner.all(file.db).map(({ owner }) => owner)).toEqual([
    { id: 'o1', name: 'Anna' },
    null,
    { id: 'o2', name: 'Ben' },
  ])
  expect(withOwner.get(file.db)?.thing).toMatchObject({ id: 't1', picture: null })
})

test('what is bound never makes SQLite plan a statement anew', () => {
  const join = 'SELECT t.id FROM things t JOIN owners o ON o.id = t.owner WHERE t.id = '
  const made = filled()
  const spy = spyOn(Database.prototype, 'prepare')
  for (const { text } of [byIds, recentNotesQuery, recentAt]) {
    expect(bindAsExpressions(text())).toMatch(/\+\?/)
    expect(bindAsExpressions(text())).not.toMatch(/[^+]\?/)
  }
  byIds.all(made.db, { ids: ['t1'] })
  made.db.select().from(things).where(eq(things.id, 't1')).all()
  expect(prepared(made.db, `${join}?`).all(['t1'])).toEqual([{ id: 't1' }])
  expect(prepared(made.db, `${join}?1`).all(['t1'])).toEqual([{ id: 't1' }])
  expect(prepared(made.db, `${join}$id`).all({ id: 't1' })).toEqual([{ id: 't1' }])
  const texts = spy.mock.calls.map(([text]) => text)
  spy.mockRestore()
  closeFile(made)
  expect(texts).toHaveLength(5)
  for (const text of texts) expect(text).toMatch(/\+[?$]/)
  for (const text of texts) expect(text).not.toMatch(/[^+][?$]/)
})

test('what stands in a string, a name or a comment is no parameter', () => {
  const same = `SELECT 'a?''$b', "c?", [d?], 't:me' -- why?
    /* or :what? */ FROM e`
  expect(bindAsExpressions(same)).toBe(same)
  expect(bindAsExpressions(`${same} WHERE a='?'||?2 LIMIT :most`)).toBe(
    `${same} WHERE a='?'||+?2 LIMIT +:most`,
  )
})

test('the text is built once, whichever file it runs on', () => {
  const other = filled()
  prepared(other.db, "DELETE FROM things WHERE id = 't1'").run()
  expect(byIds.get(file.db, { ids: ['t1'] })?.name).toBe('Drill')
  expect(byIds.get(other.db, { ids: ['t1'] })).toBeNull()
  closeFile(other)
  expect(built).toBe(1)
})

test('a statement runs again after it had to make room for others', () => {
  expect(byIds.all(file.db, { ids: ['t1'] })).toHaveLength(1)
  for (let at = 0; at < 150; at++) prepared(file.db, `SELECT ${at}`).get()
  expect(byIds.all(file.db, { ids: ['t1'] })).toHaveLength(1)
})

test('a value is bound, and what is no parameter stands in the text', () => {
  const used = statement((q, p: Params<{ owner: string; archived: boolean }>) =>
    q
      .select({ id: things.id })
      .from(things)
      .where(and(eq(things.owner, p.owner), eq(things.archived, false), eq(things.archived, p.archived))),
  )
  expect(used.all(file.db, { owner: 'o1', archived: false })).toEqual([{ id: 't1' }])
  expect(used.all(file.db, { owner: "o1' OR '1", archived: false })).toEqual([])
  expect(used.all(file.db, { owner: 'o1', archived: true })).toEqual([])
  expect(queryPlan(file.db, used.text(), ['o1', 0])).toEqual([
    'SEARCH things USING INDEX things_used (owner=?)',
  ])
  const quoted = statement((q) => q.select({ n: count() }).from(things).where(eq(things.name, "it's")))
  expect(quoted.get(file.db)).toEqual({ n: 0 })
})

test('a parameter may stand more than once, and a list may be empty', () => {
  const mine = statement((q, p: Params<{ owners: readonly string[] }>) =>
    q
      .selectDistinct({ owner: things.owner })
      .from(things)
      .where(and(inList(things.owner, p.owners), inList(things.owner, p.owners)))
      .orderBy(asc(things.owner)),
  )
  expect(mine.all(file.db, { owners: ['o2', 'o1', 'o3'] })).toEqual([{ owner: 'o1' }, { owner: 'o2' }])
  expect(mine.all(file.db, { owners: [] })).toEqual([])
})

test('parameters are checked by their names and types', () => {
  const named = statement((q, p: Params<{ name: string }>) =>
    q.select({ id: things.id }).from(things).where(eq(things.name, p.name)),
  )
  // @ts-expect-error: the parameter is called `name`
  expect(named.get(file.db, { nam: 'Saw' })).toBeNull()
  // @ts-expect-error: a name is a text
  expect(named.get(file.db, { name: 1 })).toBeNull()
})

test('a filter has one text for what is given and in which order, and binds each value anew', () => {
  let texts = 0
  type Values = { name?: string; owner?: string }
  const found = filtered((q, p: GivenParams<Values>, { down }: { down: boolean }) => {
    texts++
    return q
      .select({ id: things.id })
      .from(things)
      .where(and(p.name && eq(things.name, p.name), p.owner && eq(things.owner, p.owner)))
      .orderBy(down ? desc(things.id) : asc(things.id))
  })
  const ids = (values: Values, down = false) => found.all(file.db, values, { down }).map(({ id }) => id)
  expect(ids({ name: 'Saw' })).toEqual(['t2'])
  expect(ids({ name: 'Drill', owner: undefined })).toEqual(['t1'])
  expect(ids({ owner: 'o2' })).toEqual(['t3'])
  expect(ids({ name: 'Drill', owner: 'o2' })).toEqual([])
  expect(ids({}, true)).toEqual(['t3', 't2', 't1'])
  expect(ids({})).toEqual(['t1', 't2', 't3'])
  expect(texts).toBe(5)
  expect(found.get(file.db, { name: 'Nothing' }, { down: false })).toBeNull()
})

test('a row holds the objects of the selection, with their own kinds of values', () => {
  const byId = statement((q, p: Params<{ id: string }>) =>
    q
      .select({ thing: things, owner: { called: owners.name, archived: owners.archived }, n: sql<number>`1` })
      .from(things)
      .leftJoin(owners, eq(owners.id, things.owner))
      .where(eq(things.id, p.id)),
  )
  const price = 50 as Thing['price']
  const thing = { id: 't3', name: 'Vice', owner: 'o2', archived: false, price, picture: null }
  expect(byId.get(file.db, { id: 't3' })).toEqual({ thing, owner: { called: 'Ben', archived: true }, n: 1 })
})
