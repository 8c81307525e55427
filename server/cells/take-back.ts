import type { Platform } from '#db/platform.ts'
import { giveUpMove, listMoving, type PlacementRow } from '#db/queries/platform/cells.ts'
import type { BackgroundJob } from '#server/background.ts'
import { describeError, logLine } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { Cell } from './cell.ts'

/** A move that failed and could not be taken back yet: until then nobody serves the account. */
export type OpenMove = { from: PlacementRow; tries: number; nextms: number }

type TakeBack = { platform: Platform; cell: Pick<Cell, 'openmoves'> | null }

const EVERY_MS = 1_000
const LONGEST_MS = 60_000

export async function takeBack({ platform, cell }: TakeBack, from: PlacementRow): Promise<void> {
  try {
    await platform.write(({ db }) => giveUpMove(db, from))
    cell?.openmoves.delete(from.accountid)
  } catch (error) {
    const tries = (cell?.openmoves.get(from.accountid)?.tries ?? 0) + 1
    const pausems = Math.min(EVERY_MS * 2 ** (tries - 1), LONGEST_MS)
    cell?.openmoves.set(from.accountid, { from, tries, nextms: performance.now() + pausems })
    const { accountid } = from
    logLine(
      'error',
      `The move of ${accountid} could not be taken back, and nobody serves it: ${describeError(error)}. This is tried again in ${pausems / 1_000} s.`,
      { accountid },
    )
  }
}

export const takeBackJob = (services: Pick<Services, 'platform'>, cell: Cell): BackgroundJob => ({
  name: 'takeback',
  ofplatform: true,
  everyms: EVERY_MS,
  async run() {
    for (const { from, nextms } of cell.openmoves.values())
      if (nextms <= performance.now()) await takeBack({ ...services, cell }, from)
  },
})

/** At the start of the platform: what was cut off before the account was placed anew never happened. */
export const recoverMoves = ({ platform }: Pick<Services, 'platform'>) =>
  platform.write(({ db }) => {
    for (const row of listMoving(db)) giveUpMove(db, row)
  })
