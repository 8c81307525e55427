import { isCellRunning, isFolderHeld } from '#db/data-folder.ts'
import { countPlaced, listMoving } from '#db/queries/platform/cells.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { CALL_PATIENCE_MS } from '#server/cells/call-cell.ts'
import { PLATFORM_CELL } from '#server/cells/settings.ts'
import type { Config } from '#server/config.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { type Finding, fault, sound } from './finding.ts'

/** By then one that goes well is over: of its steps none waits for longer. */
const MOVE_MS = CALL_PATIENCE_MS + 2_000
const LOOK_MS = 100

export async function examineCells({ data }: Config, patiencems = MOVE_MS): Promise<Finding[]> {
  const cells = readPlatform(data, countPlaced).map((cell) => ({
    ...cell,
    running: isCellRunning(data, cell.id),
  }))
  if (!cells.some(({ running }) => running))
    return isFolderHeld(data)
      ? [sound('A program serves this folder.')]
      : [fault('No program serves this folder at the moment: start it. Its log says why it ended.')]
  const running = cells.filter((one) => one.running).map(({ id }) => id)
  return [
    ...cells.filter((one) => !one.running).flatMap((one) => describeStopped(one, running)),
    ...(await findStuckMoves(data, patiencems)),
    sound(`${running.join(', ')} serve this folder together.`),
  ]
}

async function findStuckMoves(data: string, patiencems: number): Promise<Finding[]> {
  const [settles, ends] = [isCellRunning(data, PLATFORM_CELL), performance.now() + patiencems]
  const find = () => readPlatform(data, listMoving)
  let moving = find()
  while (settles && moving.length > 0 && performance.now() < ends) {
    await Bun.sleep(LOOK_MS)
    const now = find()
    moving = moving.filter(({ accountid, epoch }) =>
      now.some((one) => one.accountid === accountid && one.epoch === epoch),
    )
  }
  if (moving.length === 0) return []
  const names = new Map(readPlatform(data, accountNames).map(({ id, name }) => [id, name]))
  const why = settles
    ? `the platform (${PLATFORM_CELL}) cannot take it back yet. It tries again by itself, and its log says what is in the way.`
    : `the platform (${PLATFORM_CELL}) does not run, which takes it back when it starts.`
  return moving.map(({ accountid, cell, target }) =>
    fault(
      `"${names.get(accountid) ?? accountid}" is stuck on its way from ${cell} to ${target}, and nobody serves it: ${why}`,
    ),
  )
}

function describeStopped({ id, accounts }: { id: string; accounts: number }, running: string[]): Finding[] {
  if (id === PLATFORM_CELL)
    return [
      fault(
        `The platform (${PLATFORM_CELL}) does not run: nobody can sign in. Start it with --role platform.`,
      ),
    ]
  if (accounts === 0) return []
  const other = running.find((one) => one !== PLATFORM_CELL)
  const move = other ? `, or let another one serve them: joblane move --from ${id} --to ${other}` : ''
  return [
    fault(
      `${id} does not run, and nobody reaches ${accounts === 1 ? 'its account' : `its ${accounts} accounts`}. Start it with --role cell --id ${id}${move}.`,
    ),
  ]
}
