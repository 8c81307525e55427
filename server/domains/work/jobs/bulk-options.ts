import { COMPLETE, DRAFT } from '#db/job-status.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Option } from '#views/ui/select.tsx'
import { type BulkKind, bulkKindNames, bulkResultWords } from '#views/work/jobs/bulk-kinds.ts'
import { boardLabels } from './board-props.ts'
import { readJobChoices } from './past-filters.ts'
import { statusKey } from './status.ts'

/** What many jobs may be given, by what is changed. */
export function bulkOptions(db: TenantDb, viewer: Viewer, change: BulkKind): readonly Option[] {
  if (change === 'assignee') return viewer.locations ? [] : readJobChoices(db).assignees
  if (change === 'category') return readJobChoices(db).categories
  if (change !== 'lane') return []
  const { labels } = boardLabels(db)
  return Array.from({ length: COMPLETE - DRAFT + 1 }, (_, n) => ({
    value: String(DRAFT + n),
    label: labels[statusKey(DRAFT + n)] ?? '',
  }))
}

type Change = { [Kind in BulkKind]?: unknown } & { finish?: string | null }

/** What a person reads once many jobs were changed. */
export function bulkMessage(db: TenantDb, viewer: Viewer, count: number, change: Change): string {
  const kind = bulkKindNames.find((name) => change[name] !== undefined)
  const given = kind && change[kind]
  const name =
    kind && given !== null
      ? bulkOptions(db, viewer, kind).find(({ value }) => value === String(given))?.label
      : null
  return bulkResultWords(count, { kind, finish: change.finish, name })
}
