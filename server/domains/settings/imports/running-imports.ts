import { ImportQueue, StagedImportStore } from '#server/import/index.ts'
import type { Services } from '#server/services.ts'

type Imports = { stagedImports: StagedImportStore; queue: ImportQueue }

const imports = new WeakMap<Services, Imports>()

export function getImports(services: Services): Imports {
  const known = imports.get(services)
  if (known) return known
  const stagedImports = new StagedImportStore(services.config.data)
  const created = { stagedImports, queue: new ImportQueue(services.tenants, stagedImports) }
  imports.set(services, created)
  return created
}
