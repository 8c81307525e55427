import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { isCellRunning } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { findRecords, seededRandom, sendWrite } from '#tests/attack/kill.ts'
import { type AckedWrite, findFaults } from '#tests/attack/kill-faults.ts'
import { generateWrites, type Records, type Write } from '#tests/attack/kill-writes.ts'
import { until } from '#tests/support/eventually.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { joblane, openData, signInToDemo } from '#tests/tasks/support.ts'

export type NemesisReport = {
  acked: number
  again: number
  moves: number
  done: Record<string, number>
  faults: string[]
}

type Options = {
  /** The command that serves a folder, to which flags are added. */
  command: string[]
  rounds: number
  seed: number
  /** How long a process is held still. */
  pausems: number
  progress?: (round: number) => void
}

const CELLS = ['c01', 'c02', 'c03']
const WRITERS = 6
const ACCOUNT = 'Northwind Traders'
const AGAIN_MS = 25

/**
 * People write to one account at all processes at once while its owner is killed, held still, copied and put back to an
 * earlier state, while it moves, and while the platform is killed. What had no answer is asked again under its key.
 * Afterwards everything is looked up.
 */
export async function runNemesis(folder: string, options: Options): Promise<NemesisReport> {
  const { rounds, seed, progress } = options
  const random = seededRandom(seed)
  const [filled] = findHistory(folder)
  const installation = await startAll(folder, options.command)
  const report: NemesisReport = { acked: 0, again: 0, moves: 0, done: {}, faults: [] }
  const acked: AckedWrite[] = []
  try {
    const load = await startLoad(installation, acked, report, random)
    for (let round = 0; round < rounds; round++) {
      const name = round < names.length ? names[round]! : names[Math.floor(random() * names.length)]!
      const before = acked.length
      await nemeses[name]!({ installation, options, report, random })
      report.done[name] = (report.done[name] ?? 0) + 1
      // Each is survived: people go on saving.
      await until(() => acked.length > before + WRITERS, `writes after ${name}`)
      progress?.(round + 1)
    }
    await load.stop()
  } finally {
    await installation.stop()
  }
  report.acked = acked.length
  report.faults.push(...findFaults(folder, acked), ...findOverlaps(folder, filled?.seq ?? 0))
  const { status, out } = await joblane(['check', '--data', folder])
  if (status !== 0) report.faults.push(out)
  return report
}

type Installation = Awaited<ReturnType<typeof startAll>>

async function startAll(folder: string, command: string[]) {
  const programs = new Map<string, Program>()
  const flags = (cell: string) => (cell === 'c00' ? ['--role', 'platform'] : ['--role', 'cell', '--id', cell])
  const begin = (cell: string) => startProgram([...command, ...flags(cell)], folder)
  const start = async (cell: string) => void programs.set(cell, await begin(cell))
  await start('c00')
  await Promise.all(CELLS.map(start))
  const platform = openPlatform(folder, undefined, { shared: true })
  const accountid = platform.read(accountNames).find(({ name }) => name === ACCOUNT)!.id
  const placed = () => findPlaced(platform, accountid)
  await until(() => placed().cell !== 'c00' && placed().target === null, 'a cell for the account')
  return {
    folder,
    programs,
    start,
    begin,
    placed,
    async stop() {
      platform.close()
      await Promise.all([...programs.values()].map((program) => program.kill()))
    },
  }
}

async function startLoad(
  { programs }: Installation,
  acked: AckedWrite[],
  report: NemesisReport,
  random: () => number,
) {
  const first = programs.get('c00') as Program
  const token = await signInToDemo(first.base)
  const records: Records = await findRecords(first, token)
  let going = true
  const anywhere = () => [...programs.values()][Math.floor(random() * programs.size)] as Program
  const sendUntilAnswered = async (write: Write): Promise<AckedWrite> => {
    for (;;)
      try {
        return await sendWrite(anywhere(), token, write)
      } catch (error) {
        // What is refused is refused for good; a line that broke and a 503 say that nobody knows.
        if (/: 4\d\d /.test(String(error))) throw error
        report.again++
        await Bun.sleep(AGAIN_MS)
      }
  }
  const person = async (writer: number) => {
    const writes = generateWrites(records, writer, 1)
    for (let next = writes.next(); !next.done && going; ) {
      const answer = await sendUntilAnswered(next.value)
      acked.push(answer)
      next = writes.next(answer.data)
    }
  }
  const people = Promise.all(Array.from({ length: WRITERS }, (_, writer) => person(writer)))
  // Told by `stop`, not by a rejection that nobody awaits.
  const failed = people.catch((error) => void report.faults.push(String(error)))
  return {
    async stop() {
      going = false
      await failed
    },
  }
}

type Scene = { installation: Installation; options: Options; report: NemesisReport; random: () => number }

const moveTo = (folder: string, to: string) =>
  joblane(['move', '--account', ACCOUNT, '--to', to, '--data', folder])

const otherCell = (cell: string, random: () => number) => {
  const others = CELLS.filter((one) => one !== cell)
  return others[Math.floor(random() * others.length)] as string
}

const nemeses: Record<string, (scene: Scene) => Promise<void>> = {
  async move({ installation: { folder, placed }, report, random }) {
    for (let n = 0; n < 3; n++) {
      const to = otherCell(placed().cell, random)
      let said = await moveTo(folder, to)
      // A process that had no time to answer: whoever asks again gets there.
      while (said.err.includes('does not answer')) said = await moveTo(folder, to)
      if (placed().cell !== to) report.faults.push(`move to ${to}: ${said.err}`)
      report.moves++
    }
  },

  async kill({ installation: { programs, start, placed } }) {
    const { cell } = placed()
    await programs.get(cell)?.kill()
    await start(cell)
  },

  async killWhileMoving({ installation: { folder, programs, start, placed }, random }) {
    const { cell } = placed()
    const moving = moveTo(folder, otherCell(cell, random))
    await programs.get(cell)?.kill()
    await moving
    await start(cell)
  },

  async killPlatform({ installation: { folder, programs, start, placed }, random }) {
    const moving = moveTo(folder, otherCell(placed().cell, random))
    await programs.get('c00')?.kill()
    await moving
    await start('c00')
  },

  /** Held still it keeps what it serves, however long: nobody else may have it. */
  async pause({ installation: { folder, programs, placed }, options, report, random }) {
    const before = placed()
    const { pid } = programs.get(before.cell) as Program
    process.kill(pid, 'SIGSTOP')
    const moving = moveTo(folder, otherCell(before.cell, random))
    await Bun.sleep(options.pausems)
    if (placed().cell !== before.cell)
      report.faults.push(`${before.cell} was held still, and its account moved`)
    process.kill(pid, 'SIGCONT')
    await moving
  },

  async secondCopy({ installation: { begin, placed }, report }) {
    const { cell } = placed()
    const said = await begin(cell).then(
      (second) => second.kill().then(() => 'it started'),
      (error) => String(error),
    )
    if (!said.includes(`${cell} runs already`)) report.faults.push(`a second ${cell}: ${said}`)
  },

  async oldSnapshot({ installation: { folder, programs, start, begin, placed }, report }) {
    const { cell } = placed()
    const file = join(folder, 'cells', `${cell}.sqlite`)
    await programs.get(cell)?.kill()
    cpSync(file, `${file}.old`)
    await start(cell)
    await programs.get(cell)?.kill()
    cpSync(file, `${file}.new`)
    cpSync(`${file}.old`, file)
    const said = await begin(cell).then(
      (old) => old.kill().then(() => 'it started'),
      (error) => String(error),
    )
    if (!said.includes('it is an older copy')) report.faults.push(`an old copy of ${cell}: ${said}`)
    if (isCellRunning(folder, cell)) report.faults.push(`${cell} is held by nobody`)
    cpSync(`${file}.new`, file)
    await start(cell)
  },
}

const names = Object.keys(nemeses)

/** Of the account, the newest change first. */
function findHistory(folder: string) {
  const data = openData(folder)
  try {
    const { id } = data.platform.read(accountNames).find(({ name }) => name === ACCOUNT)!
    return data.tenants.read(id, (db) =>
      prepared<{ seq: number; utc: string }>(
        db,
        'SELECT seq, dateutc AS utc FROM history ORDER BY id DESC',
      ).all(),
    )
  } finally {
    data.close()
  }
}

/** Each change has a number of its own, above all before it: two owners would give one twice. */
function findOverlaps(folder: string, after: number): string[] {
  const changes = findHistory(folder).filter(({ seq }) => seq > after)
  const known = new Map<number, string>()
  const faults: string[] = []
  for (const [at, { seq, utc }] of changes.entries()) {
    if ((known.get(seq) ?? utc) !== utc) faults.push(`two changes have number ${seq}`)
    if (seq > (changes[at - 1]?.seq ?? seq)) faults.push(`change ${seq} came before an earlier one`)
    known.set(seq, utc)
  }
  return faults
}
