import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { WrongSetting } from '#server/config.ts'

type Machine = { name: string; address: string }
export type Node = Machine & { fence: Fence }
/** An agent of Debian's fence-agents, and what it is told. */
export type Fence = { agent: string; options: string[] }
export type ClusterPlan = {
  nodes: [Node, Node]
  /** Where the third vote runs, by corosync-qnetd. */
  vote: Machine
  disk: string
  vip: string
  to: string
  drbd: '8' | '9'
  /** By this port a fence test sees whether a node is up. */
  watchport: number
}

type Given = Record<'nodes' | 'vote' | 'fence' | 'disk' | 'vip' | 'to', string> & {
  drbd?: string
  watchport?: string
}

/** @throws WrongSetting */
export function readClusterPlan({
  nodes,
  vote,
  fence,
  disk,
  vip,
  to,
  drbd = '8',
  watchport = '22',
}: Given): ClusterPlan {
  const fences = readFences(fence)
  const named = nodes.split(',').map((text): Node => {
    const { name, address } = readMachine('--nodes', text)
    const found = fences.get(name)
    if (!found)
      throw new WrongSetting(
        `There is no fence for ${name} in ${fence}. Two machines that cannot switch each other off are worse than one: either may write while the other does. Without a fence, run one machine with off-site copies.`,
      )
    return { name, address, fence: found }
  })
  const [first, second] = named
  if (
    !first ||
    !second ||
    named.length !== 2 ||
    first.name === second.name ||
    first.address === second.address
  )
    throw new WrongSetting('--nodes names two machines, with a name and an address each of their own.')
  const third = readMachine('--vote', vote)
  if (named.some(({ name, address }) => address === third.address || name === third.name))
    throw new WrongSetting('--vote names a third machine: a vote on one of the two decides nothing.')
  if (!/^\/dev\/[\w./-]+$/.test(disk))
    throw new WrongSetting(`--disk must be a device, such as /dev/vg0/joblane, not "${disk}".`)
  if (!isIPv4(vip.replace(/\/\d{1,2}$/, '')) || !/\/(8|9|[12]\d|3[0-2])$/.test(vip))
    throw new WrongSetting(`--vip must be an address with its network, such as 10.0.0.10/24, not "${vip}".`)
  if (drbd !== '8' && drbd !== '9') throw new WrongSetting(`--drbd must be 8 or 9, not "${drbd}".`)
  const port = Number(watchport)
  if (!/^\d+$/.test(watchport) || port < 1 || port > 65_535)
    throw new WrongSetting(`--watch-port must be a port, not "${watchport}".`)
  return { nodes: [first, second], vote: third, disk, vip, to: resolve(to), drbd, watchport: port }
}

function readMachine(flag: string, text: string): Machine {
  const [, name = '', address = ''] = /^([a-z][a-z0-9-]{0,30})=([\d.]+)$/.exec(text.trim()) ?? []
  if (!isIPv4(address))
    throw new WrongSetting(`${flag} names a machine as name=address, such as a=10.0.0.11, not "${text}".`)
  return { name, address }
}

/** A line for each node: its name, the agent, and its options. */
/** Without comments and empty ones. */
export const meaningfulLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))

function readFences(path: string): Map<string, Fence> {
  if (!existsSync(path))
    throw new WrongSetting(`There is no ${path}: name the fence of each node there, a line each.`)
  return new Map(
    meaningfulLines(readFileSync(path, 'utf8')).map((line) => {
      const [name = '', agent = '', ...options] = line.split(/\s+/)
      const odd = options.find((option) => !/^[a-z_]+=[^\s"'\\]+$/i.test(option))
      if (odd || !/^(fence_[a-z0-9_]+|\/[\w./-]+)$/.test(agent))
        throw new WrongSetting(
          `A line of ${path} reads "node fence_agent option=value …", such as "a fence_ipmilan ip=10.0.1.11 username=fence password_script=/etc/joblane/ipmi". "${odd ?? agent}" does not.`,
        )
      return [name, { agent, options }]
    }),
  )
}
