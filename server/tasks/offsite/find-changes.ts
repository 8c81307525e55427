import { statSync } from 'node:fs'
import { tenantPath } from '#db/data-folder.ts'
import { platformPath } from '#db/platform.ts'
import { findSubject, listSubjects, PLATFORM, writeSubject } from '#db/queries/offsite.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { readPlatform } from '../archive/snapshot.ts'
import type { Copier } from './copier.ts'

/** Size and time of a file and of its log: every commit changes them, and no file has to be opened. A log that is empty is none: whoever only reads makes one. */
export function readMark(data: string, id: string): string {
  const path = id === PLATFORM ? platformPath(data) : tenantPath(data, id)
  return [path, `${path}-wal`]
    .map((one) => statSync(one, { throwIfNoEntry: false }))
    .map((about) => (about?.size ? `${about.size}@${about.mtimeMs}` : '-'))
    .join(' ')
}

/** Notes since when each changed account waits. */
export function noteChangedAccounts({ data, db, clock }: Copier) {
  const known = new Map(listSubjects(db).map((one) => [one.id, one]))
  const changedutc = clock().toISOString()
  for (const { id } of readPlatform(data, accountNames)) {
    const one = known.get(id)
    if (!one?.changedutc && one?.mark !== readMark(data, id)) writeSubject(db, id, { changedutc })
  }
}

export function noteChangedPlatform({ data, db, clock }: Copier) {
  const known = findSubject(db, PLATFORM)
  if (known?.changedutc || known?.mark === readMark(data, PLATFORM)) return
  writeSubject(db, PLATFORM, { changedutc: clock().toISOString() })
}
