import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeDeb } from '#server/tasks/build/write-deb.ts'
import { build } from '#server/tasks/build.ts'
import { report, runReporting } from '#tests/support/run-reporting.ts'
import { type Machines, missingParts, NODES, startMachines, waitUntil } from './machines.ts'
import { makeImages } from './make-images.ts'
import { startPeople } from './people.ts'
import { isWhole, serving, setUpCluster } from './set-up-cluster.ts'

type Report = {
  faults: string[]
  confirmed: number
  askedagain: number
  /** Of each cut, between two confirmed writes. */
  withoutms: number[]
  leftout: string[]
}
type Options = { folder: string; kernel: string; times: number }

const PERSON = { email: 'ann@joblane.test', password: 'correct-horse-9' }
const MOST_WITHOUT_MS = 30_000
const WHOLE_SECONDS = 600

/** Two machines by the recipe: the one that serves is cut off, again and again, while people save. */
async function failOver({ folder, kernel, times }: Options): Promise<Report> {
  const machines = startMachines(folder, kernel)
  const whole = () => waitUntil('the cluster is whole', () => isWhole(machines), WHOLE_SECONDS)
  try {
    await setUpCluster(machines, PERSON)
    await whole()
    const people = await startPeople(PERSON)
    const withoutms: number[] = []
    const faults: string[] = []
    for (let at = 1; at <= times; at++) {
      await whole()
      const from = await serving(machines)
      if (!from) throw new Error('Nobody serves.')
      const began = new Date()
      const gap = await people.gapAcross(() => machines.cut(from))
      withoutms.push(gap)
      console.log(`${at}: ${from} was cut off, and ${gap} ms without a confirmed write.`)
      if (gap > MOST_WITHOUT_MS) faults.push(`After the cut of ${from} nobody was served for ${gap} ms.`)
      await keepJournal(machines, at, from === NODES[0] ? NODES[1] : NODES[0], began)
    }
    await whole()
    await people.stop()
    faults.push(...(await people.findFaults()))
    const check = 'runuser -u joblane -- /usr/lib/joblane/joblane check --data /srv/joblane/data'
    const said = await machines.on((await serving(machines)) ?? NODES[0], `${check}; echo ended $?`)
    if (!said.endsWith('ended 0')) faults.push(said)
    return { faults, ...people.counts(), withoutms, leftout: [] }
  } finally {
    await machines.stop()
  }
}

/** Where the seconds of a cut went, for whoever wants to know. */
async function keepJournal({ on, folder }: Machines, at: number, node: (typeof NODES)[number], since: Date) {
  const seconds = Math.floor(since.getTime() / 1000)
  const said = await on(node, `journalctl -o short-precise --no-hostname --since @${seconds} | grep -v sshd`)
  await Bun.write(join(folder, `cut-${at}.journal`), said)
}

/** With a network of its own, which ends with it. */
export async function failOverApart(folder: string, times: number, kernel: string): Promise<Report> {
  const leftout = missingParts(kernel)
  if (leftout.length > 0) return { faults: [], confirmed: 0, askedagain: 0, withoutms: [], leftout }
  mkdirSync(folder, { recursive: true })
  const [binary, deb] = [join(folder, 'joblane'), join(folder, 'joblane.deb')]
  await build(binary)
  await writeDeb(binary, 'amd64', deb)
  makeImages(folder, deb, join(dirname(kernel), '../lib/uml/modules'))
  const apart = ['unshare', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'chrt', '-r', '10']
  const options: Options = { folder: resolve(folder), kernel, times }
  return runReporting([...apart, process.execPath, import.meta.path, JSON.stringify(options)])
}

if (import.meta.main) {
  report(await failOver(JSON.parse(process.argv[2] ?? '')))
  process.exit(0)
}
