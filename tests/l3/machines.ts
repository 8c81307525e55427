import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export const NODES = ['a', 'b'] as const
export type NodeName = (typeof NODES)[number]
/** Of this machine, which holds the third vote and owns the processes of the two others. */
export const HOST = '10.77.0.1'
export const VIP = '10.77.0.10'
export const nodeAddress = (node: NodeName) => (node === 'a' ? '10.77.0.11' : '10.77.0.12')
const FENCE_PORT = 7410
/** A machine that is cut off answers nothing, not even that it is gone. */
const ALIVE = ['-o', 'ServerAliveInterval=5', '-o', 'ServerAliveCountMax=3']
/**
 * Before all else that this machine does, since a cluster on a quiet machine is what is measured; and each on a
 * processor of its own, without which its kernel and its programs hand over from one to the other, three times slower.
 */
const first = (node: NodeName) => [
  ...['taskset', '-c', String(NODES.indexOf(node) % availableParallelism())],
  ...['chrt', '-r', '10'],
]
/** Until a server that was switched on starts its system; one that is back at once takes the processor from the other. */
const POST_MS = 45_000

export type Machines = {
  folder: string
  start(node: NodeName): void
  /** As when the power goes: nothing of it is left, and nothing is asked of it. */
  cut(node: NodeName): Promise<void>
  /** What a command said there; empty if it did not answer. */
  on(node: NodeName, command: string, stdin?: Blob): Promise<string>
  fenced: NodeName[]
  stop(): Promise<void>
}

export const runOnHost = (command: string[], cwd?: string) => {
  const { success, stderr } = Bun.spawnSync(command, { cwd, stdout: 'ignore', stderr: 'pipe' })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr.toString().trim().slice(-500)}`)
}

/** A machine that shares its processor takes its time. */
export async function waitUntil(what: string, holds: () => Promise<boolean>, seconds: number) {
  const deadline = performance.now() + seconds * 1000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain until ${what}.`)
    await Bun.sleep(500)
  }
}

/** In a network of its own: a bridge, a card for each machine, and what switches them off and on. */
export function startMachines(folder: string, kernel: string): Machines {
  runOnHost(['ip', 'link', 'set', 'lo', 'up'])
  runOnHost(['ip', 'link', 'add', 'br0', 'type', 'bridge'])
  runOnHost(['ip', 'addr', 'add', `${HOST}/24`, 'dev', 'br0'])
  runOnHost(['ip', 'link', 'set', 'br0', 'up'])
  for (const node of NODES) {
    runOnHost(['ip', 'tuntap', 'add', 'dev', `tap${node}`, 'mode', 'tap'])
    runOnHost(['ip', 'link', 'set', `tap${node}`, 'master', 'br0', 'up'])
  }
  const running = new Map<NodeName, Bun.Subprocess>()
  const fenced: NodeName[] = []
  const sockets = join(folder, 'uml')
  mkdirSync(sockets, { recursive: true })

  function start(node: NodeName) {
    if (running.has(node)) return
    rmSync(join(sockets, node), { recursive: true, force: true })
    const hardware = [
      ...[`uml_dir=${sockets}/`, `umid=${node}`, 'mem=900M'],
      ...[`ubd0=${join(folder, `${node}.img`)}`, `ubd1=${join(folder, `${node}-disk.img`)}`],
      `eth0=tuntap,tap${node},02:00:00:77:00:0${NODES.indexOf(node) + 1}`,
    ]
    const system = ['root=/dev/ubda', 'rw', 'init=/lib/systemd/systemd', 'con=null', 'con0=null,fd:1']
    const log = join(folder, `${node}.console`)
    rmSync(log, { force: true })
    const stdout = Bun.file(log)
    const child = Bun.spawn([...first(node), kernel, ...hardware, ...system], {
      stdin: 'ignore',
      stdout,
      stderr: 'ignore',
    })
    running.set(node, child)
  }

  async function cut(node: NodeName) {
    const child = running.get(node)
    if (!child) return
    running.delete(node)
    const all = Bun.spawnSync(['pgrep', '-f', `uml_dir=${sockets}/ umid=${node} `]).stdout.toString()
    for (const pid of all.split('\n').filter(Boolean)) kill(Number(pid))
    await child.exited
  }

  const fence = Bun.serve({
    hostname: HOST,
    port: FENCE_PORT,
    async fetch({ url }) {
      const [, action, plug] = new URL(url).pathname.split('/')
      const node = NODES.find((name) => name === plug)
      if (node && action === 'on') setTimeout(start, POST_MS, node)
      if (node && action === 'off') {
        fenced.push(node)
        await cut(node)
      }
      return new Response(node && running.has(node) ? 'on' : 'off')
    },
  })

  async function on(node: NodeName, command: string, stdin?: Blob) {
    const key = ['-i', join(folder, 'key'), '-o', 'StrictHostKeyChecking=no', '-o', 'LogLevel=ERROR']
    const to = [
      '-o',
      'UserKnownHostsFile=/dev/null',
      '-o',
      'ConnectTimeout=5',
      ...ALIVE,
      `root@${nodeAddress(node)}`,
    ]
    const child = Bun.spawn(['ssh', ...key, ...to, command], { stdin: stdin ?? 'ignore', stderr: 'ignore' })
    return (await new Response(child.stdout).text()).trim()
  }

  const stop = async () => {
    await fence.stop(true)
    for (const node of NODES) await cut(node)
  }
  return { folder, start, cut, on, fenced, stop }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with another of them.
  }
}

/** Sentences; none where all is there. */
export function missingParts(kernel: string): string[] {
  const tools = ['ip', 'ssh', 'ssh-keygen', 'mkfs.ext4', 'debootstrap', 'unshare', 'chrt', 'taskset', 'pgrep']
  return [
    ...tools.filter((name) => !Bun.which(name)).map((name) => `There is no ${name} here.`),
    ...(existsSync(kernel)
      ? []
      : [`There is no ${kernel}: apt-get install user-mode-linux, or set UML_KERNEL.`]),
    ...(existsSync('/dev/net/tun') ? [] : ['There is no /dev/net/tun, by which the machines are joined.']),
    ...(process.getuid?.() === 0 ? [] : ['Only root may make networks and roots of other machines.']),
  ]
}
