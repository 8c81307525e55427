import { join } from 'node:path'
import { mount } from '#server/http/mount.ts'
import { api, publicApi } from '#server/http/route.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

const SOCKETS = 200
const ROUNDS = 15
const GROUPS = 5

/** What the gate costs a request, and what two hundred browsers cost the hub. */
export async function benchAccess(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    return [await gate(server), await idle(server), await reach(server)]
  } finally {
    await server.stop()
  }
}

/** The same handler twice in one process: for anybody, and behind token, session, seat, role and claim. */
async function gate(server: TestServer): Promise<Row> {
  const handler = () => ({ ok: true })
  const handle = mount(server.services, [
    publicApi('GET /api/open', {}, handler),
    api('GET /api/guarded', { claim: 'jobs.read' }, handler),
  ])
  const headers = { authorization: `Bearer ${server.people.operations.token}` }
  const one = async (path: string) => {
    const answer = await handle(new Request(`http://localhost${path}`, { headers }))
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  }
  const many = async (path: string) => {
    const start = performance.now()
    for (let n = 0; n < 1_000; n++) await one(path)
    return performance.now() - start
  }
  const differences: number[] = []
  await many('/api/open')
  await many('/api/guarded')
  for (let round = 0; round < ROUNDS; round++) {
    const open = await many('/api/open')
    differences.push(((await many('/api/guarded')) - open) / 1_000)
  }
  return single(
    'Gate: token, session, seat, role and claim of one request',
    median(differences),
    'ms',
    'at most 0.1 ms',
  )
}

/**
 * What the process grows by for two hundred connections of another process that say nothing: the mean of three such
 * groups, since the collector gives and takes some megabytes of its own.
 */
async function idle(server: TestServer): Promise<Row> {
  const { hub } = server.services
  const children: Bun.Subprocess[] = []
  const tokens = Object.values(server.people).map(({ token }) => token)
  const add = async () => {
    const before = hub.count()
    children.push(listeners(server, tokens.pop()))
    await settled(() => hub.count() === before + SOCKETS)
  }
  // Code and buffers that the first ones bring along are no cost of the next.
  await add()
  const before = await resident()
  for (let group = 0; group < GROUPS; group++) await add()
  const grown = (await resident()) - before
  for (const child of children) child.kill()
  await settled(() => hub.count() === 0)
  return single(`Hub: ${SOCKETS} idle connections`, grown / GROUPS, 'MB', 'at most 20 MB')
}

/** Of another person each time, since a person may have no more. */
const listeners = ({ url, people }: TestServer, token = people.agent.token) =>
  Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'listeners.ts'),
      `${url.replace('http', 'ws')}/hub`,
      token,
      String(SOCKETS),
    ],
    { stdout: 'ignore', stderr: 'inherit' },
  )

/** Megabytes in memory, once they stay the same. */
async function resident(): Promise<number> {
  for (let last = 0, tries = 0; tries < 20; tries++) {
    Bun.gc(true)
    await Bun.sleep(300)
    const now = process.memoryUsage().rss / 1024 / 1024
    if (Math.abs(now - last) < 0.2) return now
    last = now
  }
  throw new Error('The memory in use does not come to rest')
}

/** From the word go until the last of two hundred connections has it, beside Bun's own publish of the same bytes. */
async function reach(server: TestServer): Promise<Row> {
  const { hub } = server.services
  const { agent } = server.people
  const base = { id: agent.userid, userid: agent.userid, type: 'info', message: 'Stock of bolts is low' }
  const payload = {
    ...base,
    code: 'stock',
    open: '/admin/stock',
    dateutc: new Date().toISOString(),
    readutc: null,
  }
  const record = `${JSON.stringify({ type: 1, target: 'ReceiveNotification', seq: 1, arguments: [payload, 1] })}\x1e`
  const bare = Bun.serve({
    port: 0,
    fetch: (request, by) => (by.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: { open: (ws) => void ws.subscribe('all'), message() {} },
  })
  const ours = await connected(`${server.url}/hub`, agent.token)
  const theirs = await connected(`http://localhost:${bare.port}/`)
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS * 4; round++) {
    times[0].push(
      await ours.time(() =>
        hub.publish(server.accountid, 'ReceiveNotification', [payload], { userid: agent.userid, seq: 1 }),
      ),
    )
    times[1].push(await theirs.time(() => void bare.publish('all', record)))
  }
  ours.close()
  theirs.close()
  await bare.stop(true)
  return row({
    what: `Hub: a notification at ${SOCKETS} connections, beside Bun's own publish`,
    ours: median(times[0]),
    reference: median(times[1]),
    unit: 'ms',
    reach: 'at most 3',
  })
}

/** Two hundred sockets of this process; `time` counts until each has heard one message more. */
async function connected(url: string, token?: string) {
  let heard = 0
  let all = () => {}
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = new WebSocket(url.replace('http', 'ws') + (token ? `?access_token=${token}` : ''))
    socket.onmessage = () => {
      heard++
      if (heard === SOCKETS) all()
    }
    if (token) socket.onopen = () => socket.send('{"protocol":"json","version":1}\x1e')
    return socket
  })
  if (token) await settled(() => heard === SOCKETS)
  else await settled(() => sockets.every(({ readyState }) => readyState === WebSocket.OPEN))
  return {
    async time(act: () => void) {
      heard = 0
      const { promise, resolve } = Promise.withResolvers<void>()
      all = resolve
      const start = performance.now()
      act()
      await promise
      return performance.now() - start
    },
    close: () => {
      for (const socket of sockets) socket.close()
    },
  }
}

async function settled(condition: () => boolean) {
  const deadline = performance.now() + 10_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('Waited in vain')
    await Bun.sleep(10)
  }
}

const single = (what: string, ours: number, unit: string, reach: string): Row => ({
  ...{ what, ours, unit, reach },
  reference: Number.NaN,
  ratio: Number.NaN,
})
