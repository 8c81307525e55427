import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { openFile, type SqlFile } from '#db/sqlite.ts'

type Fill = (run: (sql: string) => unknown) => void

/** For one test file: makes files as they were before a step, filled, with all steps behind it, or with this one `alone`. */
export function fillerOfSteps(): (name: string, fill: Fill, alone?: boolean) => SqlFile {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-steps-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return (name, fill, alone = false) => {
    const file = openFile(join(folder, `${name}.sqlite`), { create: true })
    const at = tenantMigrations.findIndex((step) => step.name.endsWith(name))
    migrate(file, tenantMigrations.slice(0, at))
    fill((sql) => file.raw.run(sql))
    migrate(file, alone ? tenantMigrations.slice(0, at + 1) : tenantMigrations)
    return file
  }
}
