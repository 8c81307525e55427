import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { openFile, type SqlFile } from '#db/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file as it was before a step, filled, with all steps behind it, or with this one `alone`. */
export function filledBefore(
  name: string,
  fill: (run: (sql: string) => unknown) => void,
  alone = false,
): SqlFile {
  const file = openFile(join(folder, `${name}.sqlite`), { create: true })
  const at = tenantMigrations.findIndex((step) => step.name.endsWith(name))
  migrate(file, tenantMigrations.slice(0, at))
  fill((sql) => file.raw.run(sql))
  migrate(file, alone ? tenantMigrations.slice(0, at + 1) : tenantMigrations)
  return file
}
