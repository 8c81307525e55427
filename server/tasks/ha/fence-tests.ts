import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { WrongSetting } from '#server/config.ts'
import type { ClusterPlan, Node } from './cluster-plan.ts'

type FenceTest = { node: string; fence: string; testedutc: string; downseconds: number; upseconds: number }

const DOWN_SECONDS = 60
const UP_SECONDS = 15 * 60

/** Longer ago, somebody may have changed a cable or a password since. */
const VALID_DAYS = 30

const testsPath = ({ to }: ClusterPlan) => join(to, 'fence-tests.json')

export function readFenceTests(plan: ClusterPlan): FenceTest[] {
  const path = testsPath(plan)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FenceTest[]) : []
}

/** Why the fence of a node cannot be relied on, or nothing. */
export function findFenceFault(node: Node, tests: FenceTest[], now: Date): string | undefined {
  const test = tests.find((one) => one.node === node.name)
  const again = `Run the same command with --test-fence ${node.name} on the other machine.`
  if (!test) return `The fence of ${node.name} was never tested. ${again}`
  if (test.fence !== describeFence(node))
    return `The fence of ${node.name} was changed since its test. ${again}`
  const days = (now.getTime() - Date.parse(test.testedutc)) / 86_400_000
  if (days > VALID_DAYS) return `The fence of ${node.name} was tested ${Math.floor(days)} days ago. ${again}`
}

/** A hash, since options may hold a password. */
const describeFence = ({ address, fence }: Node) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([address, fence])).digest('hex')

/**
 * Cuts the power of a node as the cluster would, and counts only what it sees: that the node no longer answers, and
 * that it comes back. @throws WrongSetting
 */
export async function testFence(plan: ClusterPlan, name: string, isMeant: boolean): Promise<void> {
  const node = plan.nodes.find((one) => one.name === name)
  if (!node)
    throw new WrongSetting(`--test-fence names a node: ${plan.nodes.map((one) => one.name).join(' or ')}.`)
  if (!isMeant)
    throw new WrongSetting(
      `This switches ${name} off without asking it. Add --cut-power if nobody works on it.`,
    )
  if (!(await answers(node, plan.watchport)))
    throw new WrongSetting(
      `${name} does not answer at ${node.address}:${plan.watchport}, so nobody could see it go down.`,
    )
  await runAgent(node, 'off')
  const downseconds = await until(async () => !(await answers(node, plan.watchport)), DOWN_SECONDS)
  if (downseconds === undefined)
    throw new WrongSetting(
      `The fence said that it switched ${name} off, and ${name} still answers ${DOWN_SECONDS} s later. It is none.`,
    )
  console.log(`${name} was off after ${downseconds} s.`)
  await runAgent(node, 'on')
  const upseconds = await until(() => answers(node, plan.watchport), UP_SECONDS)
  if (upseconds === undefined)
    throw new WrongSetting(
      `${name} was switched off, and did not come back within ${UP_SECONDS / 60} minutes.`,
    )
  const test = {
    node: name,
    fence: describeFence(node),
    testedutc: new Date().toISOString(),
    downseconds,
    upseconds,
  }
  const others = readFenceTests(plan).filter((one) => one.node !== name)
  mkdirSync(plan.to, { recursive: true, mode: 0o700 })
  writeFileSync(testsPath(plan), `${JSON.stringify([...others, test], null, 2)}\n`, { mode: 0o600 })
  console.log(`The fence of ${name} works: it was back after ${upseconds} s. Written to ${testsPath(plan)}`)
}

/** Agents take their options by standard input, where no list of processes shows a password. */
async function runAgent({ name, fence }: Node, action: 'off' | 'on') {
  if (!Bun.which(fence.agent))
    throw new WrongSetting(`There is no ${fence.agent} here: apt-get install fence-agents.`)
  const child = Bun.spawn([fence.agent], {
    stdin: new TextEncoder().encode([`action=${action}`, ...fence.options, ''].join('\n')),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  if ((await child.exited) === 0) return
  const said = (await new Response(child.stderr).text()).trim().split('\n').at(-1)
  throw new WrongSetting(
    `${fence.agent} could not switch ${name} ${action}: ${said || 'it did not say why'}.`,
  )
}

async function until(isSo: () => Promise<boolean>, seconds: number): Promise<number | undefined> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  while (passed() < seconds) {
    if (await isSo()) return Math.round(passed())
    await Bun.sleep(500)
  }
}

const answers = ({ address }: Node, port: number) => reaches(address, port)

export function reaches(address: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host: address, port, timeout: 2000 })
  const end = (is: boolean) => {
    socket.destroy()
    resolve(is)
  }
  socket.on('connect', () => end(true))
  socket.on('timeout', () => end(false))
  socket.on('error', () => end(false))
  return promise
}
