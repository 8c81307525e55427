import { existsSync } from 'node:fs'
import { isCellRunning } from '#db/data-folder.ts'
import { openPlatform, platformPath } from '#db/platform.ts'
import { listPlacedAt } from '#db/queries/platform/cells.ts'
import { readSecretKey } from '#server/access/secret-key.ts'
import { askCell } from '#server/cells/ask.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { sealing } from '#server/cells/sealed.ts'
import { PLATFORM_CELL, readCellId } from '#server/cells/settings.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import { readArgs } from './args.ts'
import { findAccountByName } from './folder.ts'

/** `move --account A --to c02`, or `--from c01` for all of a cell: the platform that runs does it. @throws WrongSetting */
export async function moveTask(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, { account: 'text', from: 'text', to: 'needed' })
  const to = readCellId(values.to, '--to')
  const from = values.from && readCellId(values.from, '--from')
  if (Boolean(values.account) === Boolean(from))
    throw new WrongSetting('Name what to move: one account by --account, or all of a cell by --from.')
  const { data } = readConfig(process.env, rest)
  if (!existsSync(platformPath(data)))
    throw new WrongSetting(`There is no data folder of Joblane at ${data}. Name one with --data.`)
  if (!isCellRunning(data, PLATFORM_CELL))
    throw new WrongSetting(
      `No platform runs on ${data}, which moves accounts. Start it with --role platform, or all with --cells.`,
    )
  const platform = openPlatform(data, undefined, { shared: true })
  try {
    const sealed = sealing(readSecretKey(data), () => new Date())
    const accounts = platform.read((db) =>
      from ? listPlacedAt(db, from) : [findAccountByName(db, values.account ?? '')],
    )
    for (const { id, name } of accounts) {
      const { cell } = findPlaced(platform, id)
      await askCell({ platform, cell: { sealed } }, PLATFORM_CELL, 'move', { accountid: id, to })
      console.log(`${name} was served by ${cell} and is served by ${to} now.`)
    }
    if (accounts.length === 0) console.log(`${from} serves no account.`)
  } finally {
    platform.close()
  }
}
