import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isCellRunning } from '#db/data-folder.ts'
import { until } from '#tests/support/eventually.ts'
import type { Program } from '#tests/support/program.ts'
import { joblane } from '#tests/tasks/support.ts'
import {
  ACCOUNT,
  CELLS,
  type Installation,
  type NemesisReport,
  type Options,
} from './nemesis-installation.ts'
import { cutPort, fillDisk, type Sandbox } from './sandbox.ts'

type Scene = {
  installation: Installation
  options: Options
  acked: readonly unknown[]
  report: NemesisReport
  random: () => number
}

const moveTo = (folder: string, to: string) =>
  joblane(['move', '--account', ACCOUNT, '--to', to, '--data', folder])

const otherCell = (cell: string, random: () => number) => {
  const others = CELLS.filter((one) => one !== cell)
  return others[Math.floor(random() * others.length)] as string
}

export const nemeses: Record<string, (scene: Scene) => Promise<void>> = {
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

  /** Between the proxy, or whoever asks by its own address, and the cell. */
  async cut(scene) {
    const { programs, placed } = scene.installation
    await cutFor(scene, Number(new URL((programs.get(placed().cell) as Program).base).port))
  },

  /** Between the processes. */
  async cutInside(scene) {
    const { insidePort, placed } = scene.installation
    await cutFor(scene, insidePort(placed().cell))
  },

  /** Until it refuses a change; for as long as a file has room of its own it takes some. */
  async fullDisk({ installation: { folder, revive }, acked, report }) {
    const before = { refused: report.refused, acked: acked.length }
    const free = fillDisk(dirname(folder))
    try {
      await until(
        () => report.refused > before.refused || acked.length > before.acked + TAKEN_BY_FULL_DISK,
        'an answer of a full disk',
      )
    } finally {
      free()
    }
    await revive()
  },

  /** Of the machine, as when its time is set: back and forth, while somebody whose clock is right wants a move. */
  async clock({ installation: { clock, folder, placed }, options, random }) {
    const isStranger = async () => {
      const { err } = await moveTo(folder, otherCell(placed().cell, random))
      return err.includes('by another clock')
    }
    clock?.set(random() < 0.5 ? '+1h' : '-1h')
    await until(isStranger, 'processes by another clock')
    await Bun.sleep(options.pausems)
    clock?.set('+0')
    await until(async () => !(await isStranger()), 'processes by the clock of all')
  },
}

const TAKEN_BY_FULL_DISK = 20

async function cutFor({ installation: { sandbox }, options, random }: Scene, port: number) {
  const mend = cutPort(sandbox.nft as string, port, random() < 0.5 ? 'asked' : 'answers')
  await Bun.sleep(options.pausems)
  mend()
}

export function listNemeses({ isApart, nft, faketime }: Sandbox): string[] {
  const missing = new Set([
    ...(nft ? [] : ['cut', 'cutInside']),
    ...(isApart ? [] : ['fullDisk']),
    ...(faketime ? [] : ['clock']),
  ])
  return Object.keys(nemeses).filter((name) => !missing.has(name))
}
