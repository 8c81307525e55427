import { isCellRunning } from '#db/data-folder.ts'
import { openPlatform, type Platform } from '#db/platform.ts'
import { listPlacedAt } from '#db/queries/platform/cells.ts'
import { readSecretKey } from '#server/access/secret-key.ts'
import { isMovedAfterAll } from '#server/cells/await-move.ts'
import { observeCells, type ProposedMove, proposeMoves } from '#server/cells/balance-cells.ts'
import { CALL_PATIENCE_MS, callCell } from '#server/cells/call-cell.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { describeMoves, moveInTurn } from '#server/cells/move-accounts.ts'
import { PLATFORM_CELL, readCellId } from '#server/cells/settings.ts'
import { createSigner, type MessageSigner } from '#server/cells/signed-messages.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import { Problem } from '#server/errors.ts'
import { readArgs } from './args.ts'
import { findAccountByName, requireFolder } from './folder.ts'

const flags = { account: 'text', from: 'text', to: 'text', balance: 'switch', 'dry-run': 'switch' } as const

/**
 * `move --account A --to c02`, `--from c01` for all of a cell, or `--balance` for as many as the busiest have too many:
 * the platform that runs does it. @throws WrongSetting
 */
export async function moveTask(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, flags)
  if (!values.balance) return await withPlatform(rest, (at) => moveNamed(at, values))
  if (values.account || values.from || values.to)
    throw new WrongSetting('--balance chooses what to move by itself: leave --account, --from and --to out.')
  await withPlatform(rest, (at) => moveBalanced(at, values['dry-run']))
}

type At = { platform: Platform; cell: { signer: MessageSigner }; data: string }

async function withPlatform(rest: string[], run: (at: At) => Promise<void>) {
  const { data } = readConfig(process.env, rest)
  requireFolder(data)
  if (!isCellRunning(data, PLATFORM_CELL))
    throw new WrongSetting(
      `No platform runs on ${data}, which moves accounts. Start it with --role platform, or all with --cells.`,
    )
  const platform = openPlatform(data, undefined, { shared: true })
  try {
    const signer = createSigner(readSecretKey(data), () => new Date())
    await run({ platform, cell: { signer }, data })
  } finally {
    platform.close()
  }
}

async function moveNamed(at: At, given: { account?: string; from?: string; to?: string }) {
  if (!given.to) throw new WrongSetting('--to is needed.')
  const to = readCellId(given.to, '--to')
  const from = given.from && readCellId(given.from, '--from')
  if (Boolean(given.account) === Boolean(from))
    throw new WrongSetting(
      'Name what to move: one account by --account, all of a cell by --from, or --balance for what the load asks for.',
    )
  const accounts = at.platform.read((db) =>
    from ? listPlacedAt(db, from) : [findAccountByName(db, given.account ?? '')],
  )
  const moves = accounts.map(({ id, name }) => ({ accountid: id, name, to, from: from || '' }))
  await moveAll(at, moves)
  if (accounts.length === 0) console.log(`${from} serves no account.`)
}

/** Each is said at once. @throws Problem with what was not moved */
async function moveAll(at: At, moves: readonly ProposedMove[]) {
  const done = await moveInTurn(moves, (one) => moveOne(at, one))
  if (done.failed) throw new Problem(503, describeMoves({ ...done, moved: [] }))
}

async function moveOne(at: At, { accountid, name, to }: ProposedMove) {
  const { cell } = findPlaced(at.platform, accountid)
  const atms = performance.now()
  try {
    await callCell(at, PLATFORM_CELL, 'move', { accountid, to, beginbyms: Date.now() + CALL_PATIENCE_MS })
  } catch (error) {
    const noanswer = error instanceof Problem && error.more.code === 'celldown'
    if (!noanswer || !(await isMovedAfterAll(at, { accountid, to, atms }))) throw error
  }
  console.log(`${name} was served by ${cell} and is served by ${to} now.`)
}

async function moveBalanced(at: At, isTrial: boolean) {
  const moves = proposeMoves(at.platform, await observeCells(at, at.data))
  if (!isTrial) await moveAll(at, moves)
  else for (const { name, from, to } of moves) console.log(`${name} would move from ${from} to ${to}.`)
  if (moves.length === 0) console.log('The cells are about as busy as each other: nothing is moved.')
}
