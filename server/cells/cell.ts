import { type CellLock, DataFolderRefused, lockCell } from '#db/data-folder.ts'
import { type Placement, ServedElsewhere } from '#db/placement.ts'
import type { Platform } from '#db/platform.ts'
import {
  findCell,
  findPlacement,
  forgetAddress,
  type PlacementRow,
  type Serving,
  writeCell,
} from '#db/queries/platform/cells.ts'
import type { Config } from '#server/config.ts'
import type { HubSocket } from '#server/http/hub.ts'
import type { LoadSample } from './measure-load.ts'
import { PLATFORM_CELL } from './settings.ts'
import { createSigner, type MessageSigner } from './signed-messages.ts'
import type { OpenMove } from './take-back.ts'

/** This process, as one of several that serve a folder. */
export type Cell = {
  id: string
  isPlatform: boolean
  lock: CellLock
  signer: MessageSigner
  /** Of the accounts that this process has served since it started. */
  served: Set<string>
  /** Requests that it handed on. */
  forwarded: { count: number }
  /** Of the last minute, the oldest first. */
  samples: LoadSample[]
  /** Live connections that it hands on. */
  relayed: Set<HubSocket>
  /** Of the platform, by account. */
  openmoves: Map<string, OpenMove>
}

const findCellId = ({ role, cellid }: Config) => (role === 'platform' ? PLATFORM_CELL : cellid)

/** Null where one process serves all. @throws DataFolderRefused */
export async function takeCell(
  config: Config,
  folder: string,
  secret: string,
  clock: () => Date,
): Promise<Cell | null> {
  if (config.role === 'all') return null
  const id = findCellId(config)
  const lock = await lockCell(folder, id)
  return {
    ...{ id, lock, isPlatform: id === PLATFORM_CELL },
    signer: createSigner(secret, clock),
    served: new Set(),
    forwarded: { count: 0 },
    samples: [],
    relayed: new Set(),
    openmoves: new Map(),
  }
}

/** @throws DataFolderRefused where its own file is older than the platform's, which has seen it start since */
export async function registerCell(cell: Cell, platform: Platform, acceptRollback: boolean, address: string) {
  await platform.write(({ db, now }) => {
    const known = findCell(db, cell.id)?.incarnation ?? 0
    const behind = known >= cell.lock.incarnation
    if (behind && !cell.lock.isNew && !acceptRollback)
      throw new DataFolderRefused(
        `${cell.id} was started ${known} times, but its file in the data folder counts ${cell.lock.incarnation - 1}: it is an older copy. Put the newest copy of the folder back, or start once with --accept-rollback.`,
      )
    if (behind) cell.lock.raise(known + 1)
    writeCell(db, { id: cell.id, address, incarnation: cell.lock.incarnation, startedutc: now })
  })
}

export const unregisterCell = ({ id, lock }: Cell, platform: Platform) =>
  platform.write(({ db }) => forgetAddress(db, id, lock.incarnation))

/** Another process has taken the name over, which only a copied folder or a removed file lets happen. */
export const isSuperseded = ({ id, lock }: Cell, platform: Platform) =>
  platform.read((db) => findCell(db, id)?.incarnation) !== lock.incarnation

/** Who serves an account: the platform, unless it was moved to a cell. */
export function findPlaced(platform: Pick<Platform, 'read'>, accountid: string): PlacementRow {
  const row = platform.read((db) => findPlacement(db, accountid))
  return row ?? { accountid, cell: PLATFORM_CELL, epoch: 1, target: null }
}

/** For a query of accounts: those of other processes must not take the places of our own in it. */
export const findServing = (cell: Pick<Cell, 'id'> | null): Serving => ({
  cell: cell?.id ?? '',
  platform: PLATFORM_CELL,
})

/** What the door to accounts' files asks. */
export function createPlacement(cell: Cell, platform: Platform): Placement {
  const findOwn = (accountid: string) => {
    const placed = findPlaced(platform, accountid)
    return placed.cell === cell.id && placed.target === null ? placed : null
  }
  return {
    require(accountid) {
      const placed = findOwn(accountid)
      if (!placed) throw new ServedElsewhere(accountid)
      cell.served.add(accountid)
      return placed
    },
    isMine: (accountid) => findOwn(accountid) !== null,
  }
}
