import { isCellRunning } from '#db/data-folder.ts'
import { saysDiskFull } from '#db/disk-fault.ts'
import type { Platform } from '#db/platform.ts'
import { accountById } from '#db/queries/platform/accounts.ts'
import {
  beginMove,
  endMove,
  findCell,
  giveUpMove,
  listMoving,
  type PlacementRow,
  placeAccount,
} from '#db/queries/platform/cells.ts'
import type { PlatformDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { acquireAccount, releaseAccount } from './account-ownership.ts'
import { callCell } from './call-cell.ts'
import { findPlaced } from './cell.ts'
import { PLATFORM_CELL } from './settings.ts'

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
    await takeBack(platform, from)
    throw error
  }
  reached('released')
  if (!(await placeAnew(platform, from, to)))
    throw refused('This account was moved by somebody else meanwhile.')
  reached('placed')
  await welcome(services, accountid, to)
}

async function placeAnew(platform: Platform, from: PlacementRow, to: string): Promise<boolean> {
  try {
    return await writePlaced(platform, from, (db) => endMove(db, from, to))
  } catch (error) {
    await takeBack(platform, from)
    throw error
  }
}

const AGAIN_MS = 1_000

/** Until there is room on the disk for it: nobody serves the account before. */
async function takeBack(platform: Platform, from: PlacementRow): Promise<void> {
  try {
    await platform.write(({ db }) => giveUpMove(db, from))
  } catch (error) {
    logFailure(`a move of ${from.accountid} that is taken back`, error)
    if (saysDiskFull(error)) setTimeout(() => void takeBack(platform, from), AGAIN_MS).unref()
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

/** At the start of the platform: what was cut off before the account was placed anew never happened. */
export const recoverMoves = ({ platform }: Pick<Services, 'platform'>) =>
  platform.write(({ db }) => {
    for (const row of listMoving(db)) giveUpMove(db, row)
  })
