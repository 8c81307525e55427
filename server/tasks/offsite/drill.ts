import { join } from 'node:path'
import { addEvent, listSubjects, PLATFORM } from '#db/queries/offsite.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { describeError, logFailure } from '#server/log.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { withStagingFolder } from '../archive/staging-folder.ts'
import { catchFaults, checkAccount } from '../check.ts'
import type { Copier } from './copier.ts'
import { showMoment } from './copy-manifest.ts'
import { makingFolder } from './copy-subject.ts'
import { fetchCopy, findCopy } from './fetch-copy.ts'

/** Restores the newest copy of one account into a folder that goes again, and checks it as `joblane check` does. */
export async function drill(copier: Copier, choose: (count: number) => number = randomBelow) {
  const { data, db, clock } = copier
  const names = new Map(readPlatform(data, accountNames).map((one) => [one.id, one.name]))
  const copied = listSubjects(db).filter(({ id, copiedutc }) => id !== PLATFORM && copiedutc && names.has(id))
  const chosen = copied[choose(copied.length)]
  if (!chosen) return
  const { faults, madeutc } = await restoreAndCheck(copier, chosen.id)
  const about = `${names.get(chosen.id)}, ${madeutc ? `copy of ${showMoment(madeutc)}` : 'no copy'}`
  const ok = faults.length === 0
  const detail = `${about}: ${ok ? 'restored and sound' : faults.join('; ')}`.slice(0, 1000)
  addEvent(db, { utc: clock().toISOString(), kind: 'drill', subject: chosen.id, ok, detail })
  if (ok) console.log(`Drill of the off-site copies: ${detail}`)
  else logFailure('Drill of the off-site copies', detail)
}

async function restoreAndCheck({ data, store }: Copier, id: string) {
  let madeutc: string | undefined
  try {
    const copy = await findCopy(store, id)
    if (!copy) return { faults: [`there is no copy at ${store.shown}`], madeutc }
    madeutc = copy.madeutc
    const faults = await withStagingFolder(join(makingFolder(data), 'drill'), async (folder) => {
      await fetchCopy(store, id, copy, folder)
      return catchFaults(() => checkAccount(folder, { id }))
    })
    return { faults, madeutc }
  } catch (error) {
    return { faults: [describeError(error)], madeutc }
  }
}

const randomBelow = (count: number) => Math.floor(Math.random() * count)
