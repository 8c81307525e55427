import { type Admitted, Hub, type HubOptions } from '#server/http/hub.ts'
import { until } from '#tests/support/eventually.ts'

const people: Record<string, Admitted> = {
  'token-ann': { accountid: 'north', userid: 'ann', sessionid: 's-ann' },
  'token-ben': { accountid: 'north', userid: 'ben', sessionid: 's-ben' },
  'token-eve': { accountid: 'second', userid: 'eve', sessionid: 's-eve' },
  'token-sam': {
    accountid: 'north',
    userid: 'sam',
    sessionid: 's-sam',
    cansee: (_event, args) => (args[0] as { location: string }).location === 'sams',
  },
}

/** Bearer `token-…`, or the cookie `session=token-…`. */
function admit(request: Request): Admitted | null {
  const bearer = request.headers.get('authorization')?.replace('Bearer ', '')
  const cookie = /session=(\S+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return people[bearer ?? cookie ?? ''] ?? null
}

/** A hub on a free port (or the one given) beside an application that answers everything else. */
export function serveHub(options: Partial<HubOptions> = {}, port = 0) {
  const hub = new Hub({ admit, resync: () => [], ...options })
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    websocket: hub.websocket,
    async fetch(request, server) {
      const answer = await hub.fetch(request, server)
      return answer === 'not mine' ? new Response('the application') : answer
    },
  })
  const stop = async () => {
    hub.stop()
    await server.stop(true)
  }
  return { hub, server, stop, port: server.port!, url: `http://127.0.0.1:${server.port}/hub` }
}

/** A bare WebSocket that collects records. */
export function bareSocket(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers } as never)
  const records: Record<string, unknown>[] = []
  const state = { open: false, code: 0 }
  socket.onopen = () => {
    state.open = true
  }
  socket.onclose = ({ code }) => {
    state.code = code
  }
  socket.onmessage = ({ data }) => {
    for (const record of String(data).split('\x1e')) if (record) records.push(JSON.parse(record))
  }
  const say = (message: unknown) => socket.send(`${JSON.stringify(message)}\x1e`)
  const greet = async () => {
    await until(() => state.open, 'the socket to open')
    say({ protocol: 'json', version: 1 })
    await until(() => records.length > 0, 'the handshake')
    return records.shift()
  }
  return { socket, records, state, say, greet }
}
