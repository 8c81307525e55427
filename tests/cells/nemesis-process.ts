import { join } from 'node:path'
import { runNemesis } from './nemesis.ts'
import type { NemesisReport, Options } from './nemesis-installation.ts'
import { apartCommand } from './sandbox.ts'

const REPORT = 'REPORT '

/** In a process of its own, with a network and a disk of its own where the machine lets it have them. */
export async function runNemesisApart(folder: string, options: Options): Promise<NemesisReport> {
  const apart = apartCommand()
  const given = JSON.stringify({ folder, options, isApart: apart.length > 0 })
  const child = Bun.spawn([...apart, process.execPath, import.meta.path, given], {
    cwd: join(import.meta.dir, '../..'),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let report: string | undefined
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith(REPORT)) report = line.slice(REPORT.length)
      else console.log(line)
  }
  if ((await child.exited) !== 0 || !report) throw new Error('The run ended before its report.')
  return JSON.parse(report)
}

if (import.meta.main) {
  const { folder, options, isApart } = JSON.parse(process.argv[2] ?? '')
  const every = options.progressevery ?? Number.POSITIVE_INFINITY
  const progress = (round: number) => round % every === 0 && console.log(`${round} done`)
  console.log(REPORT + JSON.stringify(await runNemesis(folder, { ...options, isApart, progress })))
  process.exit(0)
}
