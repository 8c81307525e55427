import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNemesisApart } from '#tests/cells/nemesis-process.ts'
import { failOverApart } from '#tests/l3/fail-over.ts'
import { startTestServer } from '#tests/support/server.ts'
import { demoFolder, removeTemporaryFolders, serveCommand } from '#tests/tasks/support.ts'
import { fuzz } from './fuzz.ts'
import { killRuns } from './kill.ts'

/** The long forms of what the suite does in short: how often, unless said otherwise. */
const attacks: Record<string, { times: number; run: (times: number) => Promise<{ faults: string[] }> }> = {
  fuzz: {
    times: 100_000,
    async run(requests) {
      const seed = chooseSeed()
      const server = await startTestServer(undefined, ['--quiet'])
      try {
        return await fuzz(server, { requests, seed, progress: every(5_000) })
      } finally {
        await server.stop()
      }
    },
  },
  kill: {
    times: 1_000,
    async run(runs) {
      try {
        return await killRuns(await demoFolder(), { runs, seed: chooseSeed(), progress: every(10) })
      } finally {
        removeTemporaryFolders()
        globalThis.removeSharedFolders?.()
      }
    },
  },
  cells: {
    times: 300,
    async run(rounds) {
      const bound = chooseBound(rounds, process.env.MINUTES)
      try {
        const folder = await demoFolder()
        const command = await serveCommand(folder)
        return await runNemesisApart(folder, {
          ...{ command, seed: chooseSeed(), pausems: PAUSE_MS, progressevery: 10 },
          ...bound,
        })
      } finally {
        removeTemporaryFolders()
        globalThis.removeSharedFolders?.()
      }
    },
  },
  l3: {
    times: 5,
    async run(cuts) {
      // Kept: to make a Debian takes ten minutes.
      const folder = process.env.MACHINES ?? join(tmpdir(), 'joblane-machines')
      const { leftout, ...report } = await failOverApart(
        folder,
        cuts,
        process.env.UML_KERNEL ?? '/usr/bin/linux.uml',
      )
      // Nothing is tried where a part is missing.
      return { ...report, faults: [...report.faults, ...leftout] }
    },
  },
}

/** Longer than anybody waits for an answer of a cell that is held still. */
const PAUSE_MS = 12_000

/** A time that is named is the only bound: rounds are as many as fit. */
export function chooseBound(rounds: number, minutes?: string): { seconds: number } | { rounds: number } {
  if (!minutes) return { rounds }
  if (!(Number(minutes) > 0)) throw new Error(`MINUTES must be a number of minutes, not "${minutes}".`)
  return { seconds: Number(minutes) * 60 }
}

/** Printed, so that the same run can be had again. */
function chooseSeed(): number {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  console.log(`SEED=${seed}`)
  return seed
}

const every = (step: number) => (done: number) => {
  if (done % step === 0) console.log(`${done} done`)
}

/** `fuzz`, `kill`, `cells` or `l3`, and how often. */
async function main([name = '', times]: string[]): Promise<number> {
  const attack = attacks[name]
  if (!attack) {
    console.error(`Name an attack: ${Object.keys(attacks).join(', ')}; then how often, if not as usual.`)
    return 1
  }
  const { faults, ...counts } = await attack.run(times ? Number(times) : attack.times)
  console.log(counts)
  for (const fault of faults.slice(0, 50)) console.error(fault)
  console.log(`${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
