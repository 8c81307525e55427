import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readConfig, WrongSetting } from '#server/config.ts'
import {
  describeProblem,
  type ImportCount,
  type ImportProblem,
  type ImportResult,
  importFiles,
  type ValidatedFiles,
  validateFiles,
} from '#server/import/index.ts'
import { readArgs } from './args.ts'
import { findAccountByName, withFolder } from './folder.ts'
import { showProgress } from './progress.ts'

const MAX_SHOWN = 500

/** @throws with one sentence after the problems are printed, row by row */
export async function importTask(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, {
    account: 'needed',
    mapping: 'needed',
    from: 'needed',
    'dry-run': 'switch',
  })
  const dry = values['dry-run']
  const config = readConfig(process.env, rest)
  const prepared = await prepareFiles(values.mapping, values.from)
  if (!prepared.ok) return refuse(prepared.problems)
  await withFolder(config, async ({ platform, tenants }) => {
    const account = platform.read((db) => findAccountByName(db, values.account))
    const by = { userid: null, name: `Import of ${basename(values.mapping)}` }
    const outcome = await importFiles(tenants, account.id, by, prepared.value, {
      dryRun: dry,
      progress: showProgress(),
    })
    if (!outcome.ok) return refuse(outcome.problems)
    console.log(table(outcome.value))
    console.log(dry ? `A dry run: nothing was changed in ${account.name}.` : `Imported into ${account.name}.`)
  })
}

async function prepareFiles(mappingPath: string, folder: string): Promise<ImportResult<ValidatedFiles>> {
  for (const path of [mappingPath, folder])
    if (!existsSync(path)) throw new WrongSetting(`There is no ${resolve(path)}.`)
  const mapping = await Bun.file(mappingPath).text()
  const files: Record<string, Uint8Array> = {}
  for (const name of namesIn(mapping))
    if (existsSync(join(folder, name))) files[name] = await Bun.file(join(folder, name)).bytes()
  return validateFiles(mapping, files)
}

/** Only plain names, so that a mapping never reaches outside its folder. */
function namesIn(mapping: string): string[] {
  try {
    const { files = [] } = JSON.parse(mapping) as { files?: { file?: unknown }[] }
    const names = files.map(({ file }) => String(file))
    return names.filter((name) => name === basename(name) && !name.startsWith('.'))
  } catch {
    return []
  }
}

function refuse(problems: ImportProblem[]): never {
  for (const one of problems.slice(0, MAX_SHOWN)) console.error(describeProblem(one))
  if (problems.length > MAX_SHOWN) console.error(`… and ${problems.length - MAX_SHOWN} more`)
  const files = Map.groupBy(problems, ({ file }) => file)
  const parts = [...files].map(([file, own]) => `${own.length} in ${file}`)
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  throw new Error(`Nothing was imported: ${many} (${parts.join(', ')}).`)
}

function table(counts: ImportCount[]): string {
  const rows = counts.map(({ recordType, added, there }) => [recordType, String(added), String(there), '0'])
  const all = [['', 'new', 'already there', 'problems'], ...rows]
  const wide = all[0]!.map((_, at) => Math.max(...all.map((row) => row[at]!.length)))
  return all
    .map((row) => row.map((cell, at) => (at ? cell.padStart(wide[at]!) : cell.padEnd(wide[at]!))).join('  '))
    .join('\n')
}
