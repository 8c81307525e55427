import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { clusterFiles } from '#server/tasks/ha/cluster-files.ts'
import { readClusterPlan } from '#server/tasks/ha/cluster-plan.ts'
import { findFenceFault, reaches, readFenceTests } from '#server/tasks/ha/fence-tests.ts'
import { until } from '#tests/support/eventually.ts'
import { joblane, joblaneProcess, removeTemporaryFolders, temporaryFolder } from './support.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
  removeTemporaryFolders()
})

/** Of this machine alone, so that no other run is in the way: the port is fixed. */
const VOTE = `127.77.${process.pid & 255}.${1 + Math.floor(Math.random() * 250)}`

let folder: string
let fence: string
beforeEach(() => {
  folder = temporaryFolder()
  fence = join(folder, 'fence.conf')
  writeFileSync(
    fence,
    'a fence_ipmilan ip=10.0.1.11 username=fence\n# the other\nb fence_ipmilan ip=10.0.1.12 username=fence\n',
  )
})

const flags = (more: Record<string, string> = {}) => ({
  nodes: 'a=10.0.0.11,b=10.0.0.12',
  vote: `c=${VOTE}`,
  fence,
  disk: '/dev/vg0/joblane',
  vip: '10.0.0.10/24',
  to: join(folder, 'recipe'),
  ...more,
})

const command = (more: Record<string, string> = {}) => [
  'ha-config',
  ...Object.entries(flags(more)).flatMap(([name, value]) => [`--${name}`, value]),
]

async function listening(host: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((done) => server.listen(port, host, done))
  return (server.address() as { port: number }).port
}

/** Of a folder, and all that those below it have: they become the modes of `/` and `/etc` where they are copied to. */
function modes(top: string) {
  const mode = (path: string) => statSync(path).mode & 0o777
  const folders = readdirSync(top, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  const below = new Set(folders.map(({ parentPath, name }) => mode(join(parentPath, name))))
  return { '.': mode(top), below: [...below] }
}

const writeTests = (days: number) => {
  const plan = readClusterPlan(flags())
  const testedutc = new Date(Date.now() - days * 86_400_000).toISOString()
  Bun.spawnSync(['mkdir', '-p', '-m', '700', plan.to])
  const tests = plan.nodes.map((node) => ({
    node: node.name,
    // What the program itself would have written.
    fence: new Bun.CryptoHasher('sha256').update(JSON.stringify([node.address, node.fence])).digest('hex'),
    testedutc,
    downseconds: 3,
    upseconds: 60,
  }))
  writeFileSync(join(plan.to, 'fence-tests.json'), JSON.stringify(tests))
}

describe('a recipe for two machines', () => {
  test('is refused where no fence was tested, and nothing is written', async () => {
    const { status, err } = await joblane(command())
    expect(status).toBe(1)
    expect(err).toContain('Nothing was written: The fence of a was never tested.')
    expect(err).toContain('The fence of b was never tested.')
    expect(existsSync(join(folder, 'recipe'))).toBe(false)
  })

  test('is refused where a fence was tested long ago, or with other options', () => {
    writeTests(31)
    const [node] = readClusterPlan(flags()).nodes
    const tests = readFenceTests(readClusterPlan(flags()))
    expect(findFenceFault(node, tests, new Date())).toContain('31 days ago')
    writeTests(1)
    const fresh = readFenceTests(readClusterPlan(flags()))
    expect(findFenceFault(node, fresh, new Date())).toBeUndefined()
    const changed = { ...node, fence: { ...node.fence, options: ['ip=10.0.1.99'] } }
    expect(findFenceFault(changed, fresh, new Date())).toContain('was changed since its test')
  })

  test.each([
    ['a node without a fence', { nodes: 'a=10.0.0.11,x=10.0.0.12' }, 'There is no fence for x'],
    ['one machine', { nodes: 'a=10.0.0.11' }, 'two machines'],
    ['the same machine twice', { nodes: 'a=10.0.0.11,b=10.0.0.11' }, 'two machines'],
    ['a vote on one of the two', { vote: 'c=10.0.0.12' }, 'a vote on one of the two decides nothing'],
    ['a disk that is a folder', { disk: '/srv' }, '--disk must be a device'],
    ['an address without its network', { vip: '10.0.0.10' }, '--vip must be'],
    ['a DRBD that is not known', { drbd: '7' }, '--drbd must be 8 or 9'],
  ])('is refused for %s', async (_, more, sentence) => {
    expect((await joblane(command(more as never))).err).toContain(sentence)
  })

  test('is refused without a third vote that answers, written with it, and checked line by line', async () => {
    writeTests(1)
    const refused = await joblane(command())
    expect(refused.err).toContain(`The third vote does not answer at ${VOTE}:5403`)
    await listening(VOTE, 5403)
    expect(await joblane(command())).toMatchObject({ status: 0 })
    expect(await joblane([...command(), '--check'])).toMatchObject({ status: 0 })
    expect(modes(join(folder, 'recipe'))).toEqual({ '.': 0o700, below: [0o755] })
    const path = join(folder, 'recipe/once/joblane.crm')
    writeFileSync(path, readFileSync(path, 'utf8').replace('stonith-enabled=true', 'stonith-enabled=false'))
    const changed = await joblane([...command(), '--check'])
    expect(changed.status).toBe(1)
    expect(changed.err).toContain('no longer says "property stonith-enabled=true')
  })

  test.each(['8', '9'] as const)('says for DRBD %s what keeps two machines from writing', (drbd) => {
    const files = clusterFiles(readClusterPlan(flags({ drbd })))
    const drbdText = files['both/etc/drbd.d/joblane.res']
    expect(drbdText).toContain('protocol C;')
    expect(drbdText).toContain('allow-two-primaries no;')
    expect(drbdText).toContain(drbd === '8' ? 'fencing resource-and-stonith;' : 'on-no-quorum io-error;')
    // What crmsh of Debian 12 advises for a program of systemd.
    expect(files['once/joblane.crm']).toContain(
      'op start timeout=100 op stop timeout=100 op monitor interval=5',
    )
    expect(files['once/joblane.crm']).toContain('location fence-a-elsewhere fence-a -inf: a')
  })

  test('lets the vote and the disk know that a machine is gone before the two have decided', () => {
    const files = clusterFiles(readClusterPlan(flags()))
    const number = (file: string, name: string) =>
      Number(new RegExp(`\\b${name}:? (\\d+)`).exec(files[file] ?? '')?.[1])
    const token = number('both/etc/corosync/corosync.conf', 'token')
    // corosync takes 1.2 times the token until all that are left agree.
    const decided = token * 2.2
    // The vote forgets whom it has not heard for 1.5 times what is 0.8 of this.
    expect(number('both/etc/corosync/corosync.conf', 'timeout') * 1.2).toBeLessThan(decided)
    const [asked, answered] = ['ping-int', 'ping-timeout'].map((name) =>
      number('both/etc/drbd.d/joblane.res', name),
    )
    expect(asked! * 1_000 + answered! * 100).toBeLessThan(decided)
  })
})

describe('the test of a fence', () => {
  /** An agent that switches a machine off and on, which is a process that listens. */
  function agent(port: number) {
    const path = join(folder, 'fence_script')
    const listen = `${process.execPath} -e 'Bun.listen({hostname:"127.0.0.1",port:${port},socket:{data(){}}})'`
    writeFileSync(
      path,
      `#!/bin/sh\nif grep -q action=off; then kill $(cat ${folder}/pid); else ${listen} >/dev/null 2>&1 & echo $! >${folder}/pid; fi\n`,
    )
    chmodSync(path, 0o755)
    writeFileSync(fence, `a ${path} ip=1\nb ${path} ip=2\n`)
    return path
  }

  const testing = (port: number, more: string[]) => [
    ...command({ nodes: 'a=127.0.0.1,b=127.0.0.2', vote: 'c=127.0.0.3', 'watch-port': String(port) }),
    '--test-fence',
    'a',
    ...more,
  ]

  test('cuts nothing unless it is meant', async () => {
    const port = await listening('127.0.0.1')
    agent(port)
    expect((await joblane(testing(port, []))).err).toContain('This switches a off without asking it')
  })

  test('counts once the machine was seen to go down and to come back', async () => {
    const port = await listening('127.0.0.1')
    servers.pop()?.close()
    const path = agent(port)
    Bun.spawnSync([path], { stdin: new TextEncoder().encode('action=on\n') })
    await until(() => reaches('127.0.0.1', port), 'the machine to be up')
    const told = joblaneProcess(testing(port, ['--cut-power']))
    Bun.spawnSync([path], { stdin: new TextEncoder().encode('action=off\n') })
    expect(told).toMatchObject({ status: 0, out: expect.stringContaining('The fence of a works') })
    expect(JSON.parse(readFileSync(join(folder, 'recipe/fence-tests.json'), 'utf8'))).toMatchObject([
      { node: 'a' },
    ])
  })

  test('does not count where the machine cannot be seen', async () => {
    agent(1)
    expect((await joblane(testing(1, ['--cut-power']))).err).toContain('nobody could see it go down')
  })
})
