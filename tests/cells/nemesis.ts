import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { CELL_COOKIE } from '#server/cells/forward-request.ts'
import { findRecords, seededRandom, sendWrite } from '#tests/attack/kill.ts'
import { type AckedWrite, findFaults } from '#tests/attack/kill-faults.ts'
import { generateWrites, type Records, type Write } from '#tests/attack/kill-writes.ts'
import { until } from '#tests/support/eventually.ts'
import type { Program } from '#tests/support/program.ts'
import { joblane, openData, signInToDemo } from '#tests/tasks/support.ts'
import { listNemeses, nemeses } from './nemeses.ts'
import {
  ACCOUNT,
  CELLS,
  type Installation,
  type NemesisReport,
  type Options,
  startAll,
} from './nemesis-installation.ts'
import { describeLeftOut, enterSandbox, mountDisk } from './sandbox.ts'

const WRITERS = 6
/** Where its file is closed meanwhile it cannot be opened. */
const REFUSED_BY_DISK = /disk is full|cannot be opened/
const AGAIN_MS = 25

/**
 * People write to one account at all processes at once while its owner is killed, held still, copied and put back to an
 * earlier state, while it moves, while the platform is killed, connections are cut, the disk is full and the clock leaps.
 * Half of them come through HAProxy. What had no answer is asked again under its key. Afterwards everything is looked up.
 */
export async function runNemesis(filledfolder: string, options: Options): Promise<NemesisReport> {
  const { seed, progress } = options
  const { rounds = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = options
  const random = seededRandom(seed)
  const sandbox = enterSandbox(options.isApart ?? false)
  const folder = sandbox.isApart ? onDiskOfItsOwn(filledfolder) : filledfolder
  const [filled] = findHistory(folder)
  const installation = await startAll(folder, options.command, sandbox)
  const leftout = describeLeftOut(sandbox)
  const report: NemesisReport = { acked: 0, again: 0, moves: 0, refused: 0, done: {}, leftout, faults: [] }
  const acked: AckedWrite[] = []
  const names = listNemeses(sandbox)
  const ends = performance.now() + seconds * 1_000
  try {
    const load = await startLoad(installation, acked, report, random)
    for (let round = 0; round < rounds && performance.now() < ends; round++) {
      const name = round < names.length ? names[round]! : names[Math.floor(random() * names.length)]!
      const before = acked.length
      await nemeses[name]!({ installation, options, acked, report, random })
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

function onDiskOfItsOwn(filledfolder: string): string {
  const disk = `${filledfolder}-disk`
  mountDisk(disk)
  const folder = join(disk, 'data')
  cpSync(filledfolder, folder, { recursive: true })
  return folder
}

async function startLoad(
  { programs, front }: Installation,
  acked: AckedWrite[],
  report: NemesisReport,
  random: () => number,
) {
  const first = programs.get('c00') as Program
  let token = await signInToDemo(first.base)
  const records: Records = await findRecords(first, token)
  let going = true
  const anywhere = () => {
    if (front && random() < 0.5) return front
    return [...programs.values()][Math.floor(random() * programs.size)] as Program
  }
  const anyCell = () => ({ cookie: `${CELL_COOKIE}=${CELLS[Math.floor(random() * CELLS.length)]}` })
  const sendUntilAnswered = async (write: Write): Promise<AckedWrite> => {
    for (;;)
      try {
        return await sendWrite(anywhere(), token, write, anyCell())
      } catch (error) {
        const said = String(error)
        if (REFUSED_BY_DISK.test(said)) report.refused++
        // A clock that leapt ends sessions.
        else if (/: 401 /.test(said)) token = await signInToDemo(anywhere().base).catch(() => token)
        // What is refused is refused for good; a line that broke and a 503 say that nobody knows.
        else if (/: 4\d\d /.test(said)) throw error
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
