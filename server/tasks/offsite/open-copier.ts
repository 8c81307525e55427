import { rmSync } from 'node:fs'
import { lockOffsite, openOffsiteFile } from '#db/offsite.ts'
import { readPlaceState, writePlaceState } from '#db/queries/offsite.ts'
import type { OffsiteDb } from '#db/types.ts'
import { WrongSetting } from '#server/setting-kinds.ts'
import type { Copier } from './copier.ts'
import { makingFolder } from './copy-subject.ts'
import { openStore } from './open-store.ts'
import type { OffsiteSettings } from './settings.ts'

export type CopierSettings = OffsiteSettings & { data: string; backuphour: number }
/** Without what a thread cannot be handed, or has no business with. */
export const pickCopierSettings = (config: CopierSettings): CopierSettings => ({
  data: config.data,
  backuphour: config.backuphour,
  replicateto: config.replicateto,
  replicatekey: config.replicatekey,
  replicatelimit: config.replicatelimit,
  replicatetakeover: config.replicatetakeover,
  s3keyid: config.s3keyid,
  s3secret: config.s3secret,
  sshkey: config.sshkey,
})

export type OpenCopier = Copier & { close(): void }

/** @throws WrongSetting, also when another process copies this folder */
export function openCopier(settings: CopierSettings, clock: () => Date): OpenCopier {
  const { data, replicateto } = settings
  const unlock = lockOffsite(data)
  if (!unlock)
    throw new WrongSetting(
      `The data folder ${data} is copied by another Joblane already, such as one that serves it with --replicate-to.`,
    )
  try {
    rmSync(makingFolder(data), { recursive: true, force: true })
    const { db, close } = openOffsiteFile(data)
    const store = openStore(replicateto, '--to', settings, (hostkey) => trustsHost(db, replicateto, hostkey))
    return {
      ...{ data, db, store, clock },
      close() {
        store.place.close()
        close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The first key that a host shows is believed, and none but that afterwards. */
function trustsHost(db: OffsiteDb, address: string, shown: string): boolean {
  const host = URL.parse(address)?.host ?? ''
  const known = readPlaceState(db).hostkey
  if (known.startsWith(`${host} `)) return known === `${host} ${shown}`
  writePlaceState(db, { hostkey: `${host} ${shown}` })
  return true
}
