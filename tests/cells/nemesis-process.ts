import { report, runReporting } from '#tests/support/run-reporting.ts'
import { runNemesis } from './nemesis.ts'
import type { NemesisReport, Options } from './nemesis-installation.ts'
import { apartCommand } from './sandbox.ts'

/** In a process of its own, with a network and a disk of its own where the machine lets it have them. */
export function runNemesisApart(folder: string, options: Options): Promise<NemesisReport> {
  const apart = apartCommand()
  const given = JSON.stringify({ folder, options, isApart: apart.length > 0 })
  return runReporting([...apart, process.execPath, import.meta.path, given])
}

if (import.meta.main) {
  const { folder, options, isApart } = JSON.parse(process.argv[2] ?? '')
  const every = options.progressevery ?? Number.POSITIVE_INFINITY
  const progress = (round: number) => round % every === 0 && console.log(`${round} done`)
  report(await runNemesis(folder, { ...options, isApart, progress }))
  process.exit(0)
}
