import { isCellRunning } from '#db/data-folder.ts'
import { countPlaced, listMoving } from '#db/queries/platform/cells.ts'
import { PLATFORM_CELL } from '#server/cells/settings.ts'
import type { Config } from '#server/config.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { type Finding, fault, sound, warning } from './finding.ts'

/** Nothing to say where one process has always served all. */
export function examineCells({ data }: Config): Finding[] {
  const { placed, moving } = readPlatform(data, (db) => ({ placed: countPlaced(db), moving: listMoving(db) }))
  const cells = placed.map((cell) => ({ ...cell, running: isCellRunning(data, cell.id) }))
  if (!cells.some(({ running }) => running)) return []
  const running = cells.filter((one) => one.running).map(({ id }) => id)
  return [
    ...cells.filter((one) => !one.running).flatMap(describeStopped),
    ...moving.map(({ accountid, cell, target }) =>
      warning(
        `Account ${accountid} has been on its way from ${cell} to ${target} since ${running.includes(PLATFORM_CELL) ? 'a moment ago' : 'the platform ended'}. The platform settles it when it starts.`,
      ),
    ),
    sound(`${running.join(', ')} serve this folder together.`),
  ]
}

function describeStopped({ id, accounts }: { id: string; accounts: number }): Finding[] {
  if (id === PLATFORM_CELL)
    return [
      fault(
        `The platform (${PLATFORM_CELL}) does not run: nobody can sign in. Start it with --role platform.`,
      ),
    ]
  return accounts > 0
    ? [
        fault(
          `${id} does not run, and nobody reaches ${accounts === 1 ? 'its account' : `its ${accounts} accounts`}. Start it with --role cell --id ${id}, or let another one serve them: joblane move --from ${id} --to c01.`,
        ),
      ]
    : []
}
