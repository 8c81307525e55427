import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Migration, migrate, NewerFile, schemaVersion } from '#db/migrate.ts'
import { platformMigrations } from '#db/migrations/platform.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import * as platform from '#db/schema/platform/index.ts'
import * as tenant from '#db/schema/tenant/index.ts'
import { closeFile, openFile, type SqlFile } from '#db/sqlite.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-migrate-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const fresh = () => openFile(join(folder, `${++count}.sqlite`), { create: true })

type Column = { name: string; type: string; notnull: number; pk: number }
/** Without the letters that triggers fold: nothing but the columns generated from them may know them. */
const columnsOf = (file: SqlFile, table: string) =>
  file.raw
    .query<Column, []>(
      `SELECT name, lower(type) AS type, "notnull", pk FROM pragma_table_info('${table}') WHERE name NOT GLOB 'folded*'`,
    )
    .all()

const indexesOf = (file: SqlFile, table: string) =>
  file.raw
    .query<{ name: string; unique: number }, []>(
      `SELECT name, "unique" FROM pragma_index_list('${table}') WHERE origin = 'c'`,
    )
    .all()
    .map(({ name, unique }) => `${name}${unique ? ' unique' : ''}`)
    .sort()

for (const [name, migrations, schema] of [
  ['tenant', tenantMigrations, tenant],
  ['platform', platformMigrations, platform],
] as const) {
  describe(`the ${name} file`, () => {
    test('every step applies by itself, and all that are left at once', () => {
      const file = fresh()
      for (let upto = 1; upto <= migrations.length; upto++) {
        expect(migrate(file, migrations.slice(0, upto))).toBe(1)
        expect(schemaVersion(file)).toBe(upto)
      }
      closeFile(file)
      const half = fresh()
      const has = migrate(half, migrations.slice(0, migrations.length / 2))
      expect(migrate(half, migrations)).toBe(migrations.length - has)
      closeFile(half)
    })

    test('ends up as the schema says, table by table', () => {
      const file = fresh()
      migrate(file, migrations)
      const tables = Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable))
      const made = file.raw
        .query<{ name: string }, []>(
          // A search index is a virtual table, with shadow tables of its own.
          "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .all()
      expect(made.map((row) => row.name).sort()).toEqual(
        tables.map((table) => getTableConfig(table).name).sort(),
      )
      for (const table of tables) {
        const config = getTableConfig(table)
        const keys = config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
        expect({
          table: config.name,
          columns: columnsOf(file, config.name).map(({ name, type, notnull, pk }) => [
            name,
            type,
            notnull === 1,
            pk > 0,
          ]),
          indexes: indexesOf(file, config.name),
        }).toEqual({
          table: config.name,
          columns: config.columns.map((column) => [
            column.name,
            column.getSQLType(),
            column.notNull,
            column.primary || keys.includes(column.name),
          ]),
          indexes: config.indexes
            .map((index) => `${index.config.name}${index.config.unique ? ' unique' : ''}`)
            .sort(),
        })
      }
      closeFile(file)
    })

    test('every step has its own name, in order', () => {
      const names = migrations.map((step) => step.name)
      expect(new Set(names).size).toBe(names.length)
      expect(names).toEqual(names.toSorted())
    })
  })
}

/** How many triggers write each table of sums, and add to what is searched. */
test('how a kept sum is added to stands in one trigger, since each open file holds all that stands in one', () => {
  const file = fresh()
  migrate(file, tenantMigrations)
  const triggers = file.raw
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .map(({ sql }) => [...sql.matchAll(/\b(?:INTO|UPDATE) `?(\w+_figures)\b|INTO `?(search_words)\b/g)])
  const written = triggers.flatMap((found) => [...new Set(found.map(([, sums, words]) => sums ?? words))])
  expect(
    Map.groupBy(written, String)
      .values()
      .map(({ length, 0: name }) => `${name} ${length}`)
      .toArray()
      .sort(),
  ).toEqual([
    'invoice_figures 1',
    'job_figures 1',
    'list_figures 1',
    // By day and person, and by category.
    'past_job_figures 2',
    'payment_figures 1',
    'search_words 1',
  ])
  closeFile(file)
})

/** Files in the field have these steps behind them: a change to one would never reach them. */
const shipped = {
  tenant: {
    '0001_start': '1f9039823107ba7380d6d7b105082d0ea9f75532f3fbcd9b6f06bef29b1d0362',
    '0002_imports': 'e76bce2f5c0e50465d9f15b58dff493613f71e84f5b6237bdf98852db4a58147',
    '0003_catalogue': '536ff69788fed4490955635b360be4a1d3df060ebd2e34a67f9fef33dbf94f8d',
    '0004_notifications': '887efc181da67a4381751208aae0b996d9c899b624ae0ff138448172aea9f4d7',
    '0005_setup': '4f201a3599288e1a0313fa0a3ef7a60d1bdc20b5517890035d051669648613d4',
    '0006_lists': 'c61eb6b8db9eba4387f67f0f366eafd261d7c0329f33b1153d45d8a628380044',
    '0007_word_order': '1033e70b56ac79aa6c618d77df7b6b34627492797c633b890db077e5cb029edf',
    '0008_due_dates': '3f135681529fb8af3178106da8deeb915af7ee791f038430bded188125da4a24',
    '0009_search': '71ea54b7275b047ff659972a2726d0afac7f55e8f984bea8987a87adf57599ff',
    '0010_estimates_sent': 'fa239123991b628ff35aa598f00a03c1a0742eef4bd25ee86f9ed42f48e21c51',
    '0011_lane_figures': '98e6a173e750e1b3400d043cea116152ca21b8cc968ce81287a24cab3c54a335',
    '0012_invoice_reviews': '96fcb3a77312bc3e6abf9a6446a5810df75acf62646e55af69fc5300663cd6b0',
    '0013_estimates': 'b4e7bcc653a86d4b6ed0c6990e9200196f98fd66a3f9cd6b2d623d0b66cba375',
    '0014_import_slices': 'b0628ff2bf7d0e97452686144d11bf2fc6e91abafe79d834e4694f91a43f38ad',
    '0015_money': '67d919a7b9982ff2b3f26ea16cff6e5237da2e18536e28473cbd1a69f95a3776',
    '0016_claims': 'dd9ba100f43d17a24358110b8751c42271a67a43be44231d52ae9feda43c5df5',
    '0017_estimate_mail': 'fc72000dfea683b946be4ee6934da0fe714c4c2a2a967974285f5e325b2f7ab3',
    '0018_stage_indexes': '149358ae3af1dc2db5183a21b3a598ef6be8e24d82624c84a7f8eac96232392e',
    '0019_invoice_figures': '26089a8ea0e1f98674cdce9a281557ef5b54e708bcb4ecd5e5067191e4eeb115',
    '0020_unbooked_lines': 'dd23eebf5353b3ae2db419f671cb2024866a31b5854c3a40eb9543e00bcc3591',
    '0021_refused_rows': '6eddb8a974939a59c6c4c67717fa5b6b2df5c05abc4228dd120aafc4deef1eb0',
    '0022_growth': 'cc36455655dcd96900af30594ab25fc3321dea83965ea560ab670fb1c385418b',
    '0023_plain_names': '25163328801a75cce4d7b13d23956014244cf9e640be0d1da9070174b28c20fb',
    '0024_work_done': '7bd162dfe14f8bb84b7634947ad001f774bf3b85ddfcd454ce2506ea0665b8ae',
    '0025_moved': '7d244a05aade6c63ebfa2646c6c5ef0e6639e016951c7ee01068f2d9083af3d9',
    '0028_list_views': 'c08e2c342e276700f38c0d44949137508b07837d1088ace81bdbfa1f7827230f',
    '0029_job_batches': 'f377e9f39e75636dca6059e74bcf6c02d0839090800d31b3bfb60c35d83347e9',
    '0032_worked_weeks': 'ab6153c199d514d756973489d2b74d65f42bdbfb0eb78894317346ccb822b510',
    '0033_inbox': '0761af0af1c91638999dd732027b5e826eb4a89d2f1e7835187acbe27b01b1d9',
    '0035_time_by_day': '695b8f77e821e946a069d8a680c725d8aa46b973379023f5572809f7aa251c79',
    '0036_lane_stays': 'e71f6b02510831ef65be5345e6487b53a50dbef4e1d4806425cfab1542ce325a',
    '0039_invoice_lines': '6e326e3369c21b8459524b6b889cd4312d6aa0c2b56ef2294727ae87101b63ef',
    '0046_client_payments': '1cf3ca2c54e94ae2b964c8976ebca753a3ef6813330d58525be5f604f3cec8e3',
  },
  platform: {
    '0001_start': 'f007ce0e76ab7bebdf8345eca026d2537e133e48e89be658a887d54ffc21ecd8',
    '0002_access': '2c7a4df76fe1bf631e77f5b9b3e7e1a47ceae0f850a8926464493097f8994e59',
    '0003_accounts': '2a24808c4df9ffbb89ef67e51522ad317e676e8f3fdc783d9852fda259a58a6a',
    '0004_payments': '38fa86a4b9f4f221dd560e71b1e83d015d8b3db46c044eb25417168ea5d1abaa',
    '0005_people': '34de1f7195abe344c48561f47756149f01527aa1baa12fca14ff4159bec27d76',
    '0006_audit': 'd4ef22e5f5d34327b14c3385b995d061db406cb59b9932a828eb09d1e4e9afe7',
    '0007_identities': '229b8a626e74367bc1dadcca41f3aeefaf1b92ce047e64bf0e84b56216abc30a',
    '0008_tidy': '94463658b1ad76e827bfbda6f70734ec0810f75d8dcc3658cc6ec5e09436a00d',
    '0009_money': '64de753d766d0784f3923cdc083fb478da84312d7bd140a8bb044519fa40b792',
    '0010_invitations': '31bed32106fe7464a418d8a3fa942aa9022a9743e271e235ecda92c973839640',
  },
}

test('a step that has shipped never changes', () => {
  for (const [steps, hashes] of [
    [tenantMigrations, shipped.tenant],
    [platformMigrations, shipped.platform],
  ] as const)
    for (const [name, hash] of Object.entries(hashes)) {
      const sql = steps.find((step) => step.name === name)?.sql ?? ''
      expect(new Bun.CryptoHasher('sha256').update(sql).digest('hex'), name).toBe(hash)
    }
})

const parentAndChild: Migration[] = [
  {
    name: '0001',
    sql: `CREATE TABLE parent (id TEXT PRIMARY KEY, name TEXT);
          CREATE TABLE child (id TEXT PRIMARY KEY, parentid TEXT NOT NULL REFERENCES parent (id) ON DELETE CASCADE);`,
  },
]
const rebuild = {
  name: '0002',
  sql: `CREATE TABLE parent_new (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '');
        INSERT INTO parent_new SELECT id, coalesce(name, '') FROM parent;
        DROP TABLE parent;
        ALTER TABLE parent_new RENAME TO parent;`,
}

describe('a migration', () => {
  const filled = () => {
    const file = fresh()
    migrate(file, parentAndChild)
    file.raw.run("INSERT INTO parent VALUES ('p', NULL)")
    file.raw.run("INSERT INTO child VALUES ('c', 'p')")
    return file
  }

  test('that rebuilds a table keeps its children, and foreign keys are on again', () => {
    const file = filled()
    migrate(file, [...parentAndChild, rebuild])
    expect(file.raw.query('SELECT * FROM child').all()).toEqual([{ id: 'c', parentid: 'p' }])
    expect(() => file.raw.run("INSERT INTO child VALUES ('d', 'nobody')")).toThrow('FOREIGN KEY')
    closeFile(file)
  })

  test('that leaves a child without its parent is undone as a whole', () => {
    const file = filled()
    const bad = { name: '0002', sql: 'DELETE FROM parent; CREATE TABLE extra (id TEXT);' }
    expect(() => migrate(file, [...parentAndChild, bad])).toThrow('0002')
    expect(schemaVersion(file)).toBe(1)
    expect(file.raw.query('SELECT id FROM parent').all()).toEqual([{ id: 'p' }])
    closeFile(file)
  })

  test('that fails leaves nothing of the steps before it', () => {
    const file = filled()
    const bad = { name: '0003', sql: 'DELETE FROM parent;' }
    expect(() => migrate(file, [...parentAndChild, rebuild, bad])).toThrow('0003')
    expect(schemaVersion(file)).toBe(1)
    expect(file.raw.query('SELECT id FROM parent').all()).toEqual([{ id: 'p' }])
    closeFile(file)
  })

  test('copies a file that holds data before it touches it', () => {
    const file = filled()
    migrate(file, [...parentAndChild, rebuild])
    const copies = readdirSync(folder).filter((name) => name.startsWith(`${count}.sqlite.before-2-`))
    expect(copies).toHaveLength(1)
    const copy = openFile(join(folder, copies[0] as string))
    expect(copy.raw.query('SELECT * FROM parent').all()).toEqual([{ id: 'p', name: null }])
    closeFile(copy)
    closeFile(file)
  })

  test('refuses a file of a newer program, and says so', () => {
    const file = filled()
    migrate(file, [...parentAndChild, rebuild])
    expect(() => migrate(file, parentAndChild)).toThrow(NewerFile)
    expect(() => migrate(file, parentAndChild)).toThrow('newer version of Joblane')
    closeFile(file)
  })
})
