import { existsSync } from 'node:fs'
import { isCellRunning } from '#db/data-folder.ts'
import { openPlatform, type Platform, platformPath } from '#db/platform.ts'
import { listPlacedAt } from '#db/queries/platform/cells.ts'
import { readSecretKey } from '#server/access/secret-key.ts'
import { observeCells, type ProposedMove, proposeMoves } from '#server/cells/balance-cells.ts'
import { callCell } from '#server/cells/call-cell.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { PLATFORM_CELL, readCellId } from '#server/cells/settings.ts'
import { createSigner, type MessageSigner } from '#server/cells/signed-messages.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import { readArgs } from './args.ts'
import { findAccountByName } from './folder.ts'

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
  if (!existsSync(platformPath(data)))
    throw new WrongSetting(`There is no data folder of Joblane at ${data}. Name one with --data.`)
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
  for (const { id, name } of accounts) await moveOne(at, { accountid: id, name, to })
  if (accounts.length === 0) console.log(`${from} serves no account.`)
}

async function moveOne(at: At, { accountid, name, to }: Pick<ProposedMove, 'accountid' | 'name' | 'to'>) {
  const { cell } = findPlaced(at.platform, accountid)
  await callCell(at, PLATFORM_CELL, 'move', { accountid, to })
  console.log(`${name} was served by ${cell} and is served by ${to} now.`)
}

async function moveBalanced(at: At, isTrial: boolean) {
  const moves = proposeMoves(at.platform, await observeCells(at, at.data))
  for (const move of moves)
    if (isTrial) console.log(`${move.name} would move from ${move.from} to ${move.to}.`)
    else await moveOne(at, move)
  if (moves.length === 0) console.log('The cells are about as busy as each other: nothing is moved.')
}
