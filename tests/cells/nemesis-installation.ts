import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openPlatform } from '#db/platform.ts'
import { findCell } from '#db/queries/platform/cells.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { portIn } from '#server/cells/forward-request.ts'
import { roleFlags } from '#server/cells/settings.ts'
import { until } from '#tests/support/eventually.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { joblane } from '#tests/tasks/support.ts'
import { movableClock, type Sandbox } from './sandbox.ts'

export type NemesisReport = {
  acked: number
  again: number
  moves: number
  refused: number
  done: Record<string, number>
  /** What this machine has no tool for, in sentences. */
  leftout: string[]
  faults: string[]
}

export type Options = {
  /** The command that serves a folder, to which flags are added. */
  command: string[]
  /** How many, or for how long. */
  rounds?: number
  seconds?: number
  seed: number
  pausems: number
  progressevery?: number
  progress?: (round: number) => void
  /** This process has a network and mounts of its own. */
  isApart?: boolean
}

export const CELLS = ['c01', 'c02', 'c03']
export const ACCOUNT = 'Northwind Traders'
const FRONT_PORT = 3000

export type Installation = Awaited<ReturnType<typeof startAll>>

export async function startAll(folder: string, command: string[], sandbox: Sandbox) {
  const programs = new Map<string, Program>()
  const ended = new Set<string>()
  const clock = sandbox.faketime ? movableClock(sandbox.faketime, dirname(folder)) : undefined
  const flags = (cell: string) => [
    ...['--data', folder],
    ...roleFlags(cell),
    ...(sandbox.haproxy ? ['--port', String(FRONT_PORT + 100 + Number(cell.slice(1))), '--proxy'] : []),
  ]
  const begin = (cell: string) =>
    startProgram([...command, ...flags(cell)], folder, { NODE_ENV: 'production', ...clock?.env })
  const start = async (cell: string) => {
    const program = await begin(cell)
    programs.set(cell, program)
    ended.delete(cell)
    void program.ended.then(() => programs.get(cell) === program && ended.add(cell))
  }
  await start('c00')
  await Promise.all(CELLS.map(start))
  const platform = openPlatform(folder, undefined, { shared: true })
  const accountid = platform.read(accountNames).find(({ name }) => name === ACCOUNT)!.id
  const placed = () => findPlaced(platform, accountid)
  await until(() => placed().cell !== 'c00' && placed().target === null, 'a cell for the account')
  const front = sandbox.haproxy ? await startHaproxy(sandbox.haproxy, folder) : undefined
  return {
    folder,
    programs,
    start,
    begin,
    placed,
    sandbox,
    clock,
    front,
    /** As units are that systemd starts again. */
    revive: () => Promise.all([...ended].map(start)),
    insidePort: (cell: string) => portIn(platform.read((db) => findCell(db, cell))?.address ?? ''),
    async stop() {
      platform.close()
      front?.process.kill('SIGKILL')
      await Promise.all([...programs.values()].map((program) => program.kill()))
    },
  }
}

/** By the configuration that the program writes. */
async function startHaproxy(haproxy: string, folder: string) {
  const count = String(CELLS.length)
  const { out } = await joblane([
    'haproxy-config',
    '--cells',
    count,
    '--port',
    String(FRONT_PORT),
    '--data',
    folder,
  ])
  const file = join(dirname(folder), 'haproxy.cfg')
  writeFileSync(file, `${out}\n`)
  const started = Bun.spawn([haproxy, '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
  const base = `http://127.0.0.1:${FRONT_PORT}`
  const answers = () =>
    fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(answers, 'HAProxy')
  return { base, process: started }
}
