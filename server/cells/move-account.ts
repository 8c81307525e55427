import { isCellRunning } from '#db/data-folder.ts'
import { saysDiskFull } from '#db/disk-fault.ts'
import type { Platform } from '#db/platform.ts'
import { accountById } from '#db/queries/platform/accounts.ts'
import { beginMove, endMove, findCell, type PlacementRow, placeAccount } from '#db/queries/platform/cells.ts'
import type { PlatformDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { acquireAccount, releaseAccount } from './account-ownership.ts'
import { callCell } from './call-cell.ts'
import { findPlaced } from './cell.ts'
import { PLATFORM_CELL } from './settings.ts'
import { takeBack } from './take-back.ts'

/** Where a move may be cut off; tests do it at each. */
export type MoveStep = 'asked' | 'begun' | 'released' | 'placed'

const refused = (message: string) => new Problem(409, message)

/**
 * By the platform alone. The file stays where it lies: what moves is who may open it. Whoever served it has closed it
 * before another one may, and a process that is gone is known by its lock, never by its silence.
 * @throws 404, 409, 503 with the account served as before
 */
export async function moveAccount(
  services: Services,
  accountid: string,
  to: string,
  reached: (step: MoveStep) => void = () => {},
): Promise<void> {
  const { platform } = services
  const from = findPlaced(platform, accountid)
  refuseMove(services, from, to)
  reached('asked')
  const begun = await writePlaced(platform, from, (db) => {
    placeAccount(db, accountid, from.cell)
    return beginMove(db, from, to)
  })
  if (!begun) throw refused('This account is being moved already.')
  reached('begun')
  try {
    await letGo(services, from)
  } catch (error) {
    await takeBack(services, from)
    throw error
  }
  reached('released')
  if (!(await placeAnew(services, from, to)))
    throw refused('This account was moved by somebody else meanwhile.')
  reached('placed')
  await welcome(services, accountid, to)
}

async function placeAnew(services: Services, from: PlacementRow, to: string): Promise<boolean> {
  try {
    return await writePlaced(services.platform, from, (db) => endMove(db, from, to))
  } catch (error) {
    await takeBack(services, from)
    throw error
  }
}

/** @throws Problem 503 where the disk has no room for it */
async function writePlaced<T>(platform: Platform, { cell }: PlacementRow, run: (db: PlatformDb) => T) {
  try {
    return await platform.write(({ db }) => run(db))
  } catch (error) {
    if (!saysDiskFull(error)) throw error
    throw new Problem(
      503,
      `The disk of the data folder is full. ${cell} serves the account as before: make room there and try again.`,
    )
  }
}

function refuseMove(services: Services, { accountid, cell, target }: PlacementRow, to: string) {
  const { platform, config } = services
  const account = platform.read((db) => accountById(db, accountid))
  if (!account) throw notFound('account')
  if (account.platformowner) throw refused('The account of the platform is served by the platform itself.')
  if (target !== null) throw refused(`${account.name} is being moved to ${target} already.`)
  if (cell === to) throw refused(`${account.name} is served by ${to} already.`)
  if (!platform.read((db) => findCell(db, to)))
    throw refused(`There is no cell ${to}. Start it once with --role cell --id ${to}.`)
  if (to !== PLATFORM_CELL && !isCellRunning(config.data, to))
    throw refused(`${to} does not run: start it first.`)
}

async function letGo(services: Services, { accountid, cell }: PlacementRow) {
  if (cell === services.cell?.id) return releaseAccount(services, accountid)
  if (!isCellRunning(services.config.data, cell)) return
  try {
    await callCell(services, cell, 'release', { accountid })
  } catch (error) {
    if (!isCellRunning(services.config.data, cell)) return
    const why = error instanceof Problem ? error.message : `${cell} could not let it go.`
    throw new Problem(503, `${why} ${cell} serves the account as before.`)
  }
}

/** It opens the file at the next request at the latest. */
const welcome = (services: Services, accountid: string, to: string) =>
  (to === services.cell?.id
    ? Promise.resolve().then(() => acquireAccount(services, accountid))
    : callCell(services, to, 'arrived', { accountid })
  ).catch((error) => logFailure(`arrival of ${accountid} at ${to}`, error))
