import { isCellRunning } from '#db/data-folder.ts'
import { countPlaced, listPlacedAt } from '#db/queries/platform/cells.ts'
import type { BackgroundJob } from '#server/background.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { type Cell, isSuperseded } from './cell.ts'
import { sampleLoad } from './measure-load.ts'
import { moveAccount } from './move-account.ts'
import { PLATFORM_CELL } from './settings.ts'
import { takeBackJob } from './take-back.ts'

const EVERY_MS = 2_000
/** Moved in one go: each takes some milliseconds. */
const AT_ONCE = 200

const SUPERSEDED =
  'Another process has started under the name of this one, as a second copy of the data folder does. This one ends.'

export const cellJobs = (
  services: Services,
  cell: Cell,
  failed: (sentence: string) => void,
): BackgroundJob[] => [
  { name: 'spread', ofplatform: true, everyms: EVERY_MS, run: onceSteady(services) },
  takeBackJob(services, cell),
  {
    name: 'cell',
    everyms: EVERY_MS,
    run: () => {
      sampleLoad(services)
      if (isSuperseded(cell, services.platform)) failed(SUPERSEDED)
    },
  },
]

/** Not while cells come up: the first would get all that the others are there for. */
function onceSteady(services: Services): () => Promise<void> | undefined {
  let before = ''
  return () => {
    const running = listRunning(services)
      .map(({ id }) => id)
      .join()
    const isSteady = running === before
    before = running
    return isSteady ? distributeAccounts(services) : undefined
  }
}

const listRunning = ({ platform, config }: Services) =>
  platform.read(countPlaced).filter(({ id }) => id !== PLATFORM_CELL && isCellRunning(config.data, id))

/** An account is made at the platform, and goes to the cell with the fewest. Between cells people move them. */
export async function distributeAccounts(services: Services) {
  const { platform } = services
  const waiting = platform.read((db) => listPlacedAt(db, PLATFORM_CELL, true)).slice(0, AT_ONCE)
  if (waiting.length === 0) return
  const places = listRunning(services)
  for (const { id } of waiting) {
    const least = places.toSorted((a, b) => a.accounts - b.accounts)[0]
    if (!least) return
    await moveAccount(services, id, least.id).catch((error) => logFailure(`placing account ${id}`, error))
    least.accounts++
  }
}
