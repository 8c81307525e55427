import { isCellRunning } from '#db/data-folder.ts'
import type { Platform } from '#db/platform.ts'
import { countPlaced, listCells, listPlacedAt } from '#db/queries/platform/cells.ts'
import { callCell } from './call-cell.ts'
import type { Cell } from './cell.ts'
import type { CellLoad } from './measure-load.ts'
import { PLATFORM_CELL } from './settings.ts'

type ObservedCell = {
  id: string
  address: string
  startedutc: string
  accounts: number
  running: boolean
  /** Null of one that does not answer. */
  load: CellLoad | null
}

type Asker = { platform: Platform; cell: Pick<Cell, 'signer'> | null }

/** Each is asked what it does at the moment. */
export function observeCells(asker: Asker, folder: string): Promise<ObservedCell[]> {
  const { platform } = asker
  const accounts = new Map(platform.read(countPlaced).map((one) => [one.id, one.accounts]))
  return Promise.all(
    platform.read(listCells).map(async ({ id, address, startedutc }) => {
      const running = isCellRunning(folder, id)
      const load = running ? await callCell(asker, id, 'load', {}).catch(() => null) : null
      return { id, address, startedutc, accounts: accounts.get(id) ?? 0, running, load }
    }),
  )
}

export type ProposedMove = { accountid: string; name: string; from: string; to: string }

/** Under this part of a core, what two cells differ by is not worth a move. */
const LEAST_DIFFERENCE = 0.1

/**
 * From the busiest to the least busy, until they are alike: each account in use counts as its share of what its cell
 * used of a core in the last minute. An account that is all the load of its cell stays.
 */
export function proposeMoves(
  platform: Pick<Platform, 'read'>,
  cells: readonly ObservedCell[],
): ProposedMove[] {
  const loads = cells.flatMap(({ id, load }) => {
    if (id === PLATFORM_CELL || !load) return []
    const inuse = platform.read((db) => listPlacedAt(db, id)).filter((one) => load.inuse.includes(one.id))
    return { id, processor: load.processor, each: load.processor / Math.max(1, inuse.length), inuse }
  })
  const moves: ProposedMove[] = []
  for (;;) {
    const [least, ...busier] = loads.toSorted((a, b) => a.processor - b.processor)
    const most = busier.at(-1)
    const account = most?.inuse[0]
    if (!least || !most || !account) return moves
    // What moves is taken off the one and comes on top of the other.
    if (most.processor - least.processor - most.each < LEAST_DIFFERENCE) return moves
    most.inuse.shift()
    most.processor -= most.each
    least.processor += most.each
    moves.push({ accountid: account.id, name: account.name, from: most.id, to: least.id })
  }
}
