import { isCellRunning } from '#db/data-folder.ts'
import type { Platform } from '#db/platform.ts'
import { Problem } from '#server/errors.ts'
import { CALL_PATIENCE_MS } from './call-cell.ts'
import { findPlaced } from './cell.ts'
import { PLATFORM_CELL } from './settings.ts'

const LOOK_MS = 50
/** The platform begins a move within half of this, or never. */
const BEGUN_MS = 2 * CALL_PATIENCE_MS
const OVER_MS = 8 * CALL_PATIENCE_MS

type Asked = { accountid: string; to: string; atms: number }

/**
 * A platform that is busy may begin a move, or be at it still, when nobody waits for its answer any more.
 * @throws Problem 503 where it stays open
 */
export async function isMovedAfterAll(
  { platform, data }: { platform: Pick<Platform, 'read'>; data: string },
  { accountid, to, atms }: Asked,
  now = () => performance.now(),
): Promise<boolean> {
  for (;;) {
    // Before the placement is read: what ends after it has written all that it will.
    const runs = isCellRunning(data, PLATFORM_CELL)
    const { cell, target } = findPlaced(platform, accountid)
    if (cell === to && target === null) return true
    const waited = now() - atms
    if (!runs || (target !== to && waited > BEGUN_MS)) return false
    if (waited > OVER_MS)
      throw new Problem(
        503,
        `${PLATFORM_CELL} began it and does not answer. Look again when it does: the move is finished then, or taken back.`,
      )
    await Bun.sleep(LOOK_MS)
  }
}
