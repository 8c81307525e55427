import { join } from 'node:path'

const REPORT = 'REPORT '

/** What a command hands back by `report`; the other lines of its output are shown as they come. */
export async function runReporting<Report>(command: string[]): Promise<Report> {
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, '../..'), stdout: 'pipe', stderr: 'inherit' })
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

/** To the process that started this one by `runReporting`. */
export const report = (value: unknown) => console.log(REPORT + JSON.stringify(value))
