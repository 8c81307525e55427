import { readOffsiteFile } from '#db/offsite.ts'
import type { PlatformAccess } from '#db/platform.ts'
import { findLastDrill, listEvents, listSubjects, PLATFORM, readPlaceState } from '#db/queries/offsite.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import type { Config } from '#server/config.ts'
import { PLATFORM_NAME } from '#server/tasks/offsite/copy-subject.ts'
import { parsePlace, showAddress } from '#server/tasks/offsite/places/address.ts'

const EVENTS = 50

export function nameSubjects(platform: Pick<PlatformAccess, 'read'>): (id: string) => string {
  const names = new Map(platform.read(accountNames).map(({ id, name }) => [id, name]))
  return (id) => (id === PLATFORM ? PLATFORM_NAME.name : (names.get(id) ?? 'An account that is gone'))
}

/** As the page of the Back office shows them; `copies` is null before the first run. */
export function readCopies(
  platform: Pick<PlatformAccess, 'read'>,
  { data, replicateto }: Pick<Config, 'data' | 'replicateto'>,
) {
  const nameOf = nameSubjects(platform)
  const copies = readOffsiteFile(data, (db) => {
    const subjects = listSubjects(db).map((one) => ({ ...one, name: nameOf(one.id) }))
    const events = listEvents(db, EVENTS)
    return { place: readPlaceState(db), subjects, events, drill: findLastDrill(db) ?? null }
  })
  const address = replicateto ? showAddress(parsePlace(replicateto, 'JOBLANE_REPLICATE_TO')) : null
  return { address, copies }
}
