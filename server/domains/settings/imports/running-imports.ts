import { findUnfinished } from '#db/queries/settings/imports.ts'
import { ImportQueue, StagedImportStore } from '#server/import/index.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'

type Imports = { stagedImports: StagedImportStore; queue: ImportQueue }

const imports = new WeakMap<Services, Imports>()

/** What a crash left half is taken back as soon as its account is opened. */
export function recoverImports(services: Services) {
  services.tenants.onOpen((accountid, db) => {
    if (findUnfinished(db).length === 0) return
    const recover = () => getImports(services).queue.recover(accountid)
    setImmediate(() => recover().catch((error) => logFailure(`imports of ${accountid}`, error)))
  })
}

export function getImports(services: Services): Imports {
  const known = imports.get(services)
  if (known) return known
  const stagedImports = new StagedImportStore(services.config.data)
  const created = { stagedImports, queue: new ImportQueue(services.tenants, stagedImports) }
  imports.set(services, created)
  return created
}
