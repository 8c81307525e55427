import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { migrate, schemaVersion } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { writeNewFile } from '#db/new-file.ts'
import { openFile } from '#db/sqlite.ts'
import { temporaryFolder } from '#tests/tasks/support.ts'

const schemaOf = (file: ReturnType<typeof openFile>) =>
  file.raw.query('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()

test('a file that is made at once is the one that the steps make', () => {
  const folder = temporaryFolder()
  const stepped = openFile(join(folder, 'stepped.sqlite'), { create: true })
  migrate(stepped, tenantMigrations)
  for (const name of ['first.sqlite', 'second.sqlite']) {
    writeNewFile(join(folder, name), tenantMigrations)
    const made = openFile(join(folder, name))
    expect(schemaOf(made)).toEqual(schemaOf(stepped))
    expect(schemaVersion(made)).toBe(tenantMigrations.length)
    expect(migrate(made, tenantMigrations)).toBe(0)
    expect(made.raw.query('PRAGMA integrity_check').values()).toEqual([['ok']])
    expect(made.raw.query('PRAGMA journal_mode').values()).toEqual([['wal']])
  }
})
