import { DraftStore, ImportQueue } from '#server/import/index.ts'
import type { Services } from '#server/services.ts'

type Imports = { drafts: DraftStore; queue: ImportQueue }

const imports = new WeakMap<Services, Imports>()

export function getImports(services: Services): Imports {
  const known = imports.get(services)
  if (known) return known
  const drafts = new DraftStore(services.config.data)
  const created = { drafts, queue: new ImportQueue(services.tenants, drafts) }
  imports.set(services, created)
  return created
}
