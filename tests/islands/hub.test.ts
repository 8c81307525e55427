import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startHub } from '#islands/hub.ts'
import type { Admitted, HubEvent } from '#server/http/hub.ts'
import { serveHub } from '#tests/http/hub-support.ts'
import { until } from '#tests/support/eventually.ts'

const saved = { random: Math.random, fetch, WebSocket, now: performance.now }
const browser = globalThis as unknown as Record<string, unknown>
let events: unknown[] = []
let states: string[] = []
let served: ReturnType<typeof serveHub>
let missed: (lastSeq: number) => HubEvent[] | 'reload' | Promise<HubEvent[]>

/** The page's only credential is its cookie, as in a browser; `signedin` false is a session that has ended. */
let signedin = true
let sessionid = 's-ann'
const ann = (): Admitted => ({ accountid: 'north', userid: 'ann', sessionid })
/** The session of each connection that was let in. */
let entered: string[] = []
const serve = (port = 0) => serveHub({ admit, resync: (_who, lastSeq) => missed(lastSeq) }, port)

function admit({ url }: Request): Admitted | null {
  if (!signedin) return null
  if (!url.endsWith('/negotiate')) entered.push(sessionid)
  return ann()
}

beforeEach(() => {
  events = []
  states = []
  signedin = true
  sessionid = 's-ann'
  entered = []
  missed = () => []
  served = serve()
  const document = Object.assign(new EventTarget(), { querySelector: () => null, visibilityState: 'visible' })
  const origin = `http://127.0.0.1:${served.port}`
  Object.assign(browser, { window: {}, document, location: { origin }, addEventListener: () => {} })
  browser.fetch = (path: string, init: RequestInit) => saved.fetch(origin + path, init)
  Math.random = () => 0.02
  document.addEventListener('joblane:hub', (event) => events.push((event as CustomEvent).detail))
  document.addEventListener('joblane:hubstate', (event) => states.push((event as CustomEvent).detail.state))
})

afterEach(async () => {
  served.hub.closeSession(sessionid)
  await until(() => states.at(-1) === 'closed' || states.length === 0)
  await served.stop()
  for (const name of ['window', 'document', 'location', 'addEventListener']) delete browser[name]
  Object.assign(browser, { fetch: saved.fetch, WebSocket: saved.WebSocket })
  Math.random = saved.random
  performance.now = saved.now
})

const moved = (seq: number) => ({ event: 'JobMoved', args: [{ id: `j${seq}` }], seq })
const publish = (seq: number) => served.hub.publish('north', 'JobMoved', [{ id: `j${seq}` }], { seq })
const say = (name: 'joblane:signedin' | 'joblane:admitted', detail = { isOver: true }) =>
  document.dispatchEvent(new CustomEvent(name, { detail }))
const state = (wanted: string) => until(() => states.at(-1) === wanted, `the state ${wanted}`)

test('hands events on, with the sequence number apart from the arguments', async () => {
  startHub()
  await state('connected')
  publish(4)
  served.hub.publish('north', 'ReceiveNotification', ['hello'], { userid: 'ann' })
  await until(() => events.length === 2)
  expect(events).toEqual([moved(4), { event: 'ReceiveNotification', args: ['hello'] }])
})

test('a tab has one connection, however often it is asked for', async () => {
  startHub()
  startHub()
  await state('connected')
  await Bun.sleep(20)
  expect(served.hub.count()).toBe(1)
})

test('comes back when rights change before its handshake was answered', async () => {
  const { send } = WebSocket.prototype
  let handshakes = 0
  WebSocket.prototype.send = function (this: WebSocket, message) {
    if (handshakes++ > 0) send.call(this, message)
  }
  startHub()
  await until(() => served.hub.count() === 1)
  served.hub.closeAccount('north')
  await state('connected')
  WebSocket.prototype.send = send
  expect(handshakes).toBeGreaterThan(1)
})

test('asks at once for what happened since the page was made', async () => {
  missed = (lastSeq) => [moved(lastSeq + 1), moved(lastSeq + 1), moved(lastSeq + 2)]
  startHub(10)
  await until(() => events.length === 3)
  expect(events).toEqual([moved(11), moved(11), moved(12)])
})

test('reconnects after a restart and replays what it missed before what came meanwhile, nothing twice', async () => {
  const asked: number[] = []
  startHub()
  await state('connected')
  publish(5)
  await until(() => events.length === 1)
  await served.stop()
  await state('reconnecting')

  const { promise, resolve } = Promise.withResolvers<HubEvent[]>()
  missed = (lastSeq) => {
    asked.push(lastSeq)
    return promise
  }
  served = serve(served.port)
  await until(() => asked.length === 1, 'the question')
  publish(7)
  publish(8)
  resolve([moved(6), moved(7)])
  await until(() => events.length === 4)
  expect(asked).toEqual([5])
  expect(events).toEqual([5, 6, 7, 8].map(moved))
  expect(states).toEqual(['connected', 'reconnecting', 'connected'])
})

test('says Reload when too much was missed, and then goes on', async () => {
  missed = () => 'reload'
  startHub(1)
  await until(() => events.length === 1)
  publish(900)
  await until(() => events.length === 2)
  expect(events).toEqual([{ event: 'Reload', args: [] }, moved(900)])
})

test('stops when the session ends, while connected', async () => {
  startHub()
  await state('connected')
  served.hub.closeSession('s-ann')
  await state('closed')
  await Bun.sleep(60)
  expect(served.hub.count()).toBe(0)
  expect(states).toEqual(['connected', 'closed'])
})

test('stops when the session has ended while the line was down', async () => {
  startHub()
  await state('connected')
  const { port } = served
  await served.stop()
  signedin = false
  served = serve(port)
  await state('closed')
  expect(states).toEqual(['connected', 'reconnecting', 'closed'])
})

test('comes back after a sign-in, and asks for what it missed', async () => {
  startHub(10)
  await state('connected')
  served.hub.closeSession('s-ann')
  await state('closed')
  missed = (lastSeq) => [moved(lastSeq + 1)]
  say('joblane:signedin', { isOver: false })
  await state('connected')
  await until(() => events.length === 1)
  expect(events).toEqual([moved(11)])
  expect(states).toEqual(['connected', 'closed', 'connected'])
})

test('comes back after a sign-in though what was asked before it is answered later, that the session is over', async () => {
  const before = Promise.withResolvers<Response>()
  const asked: string[] = []
  browser.fetch = (path: string) => {
    asked.push(path)
    return before.promise
  }
  signedin = false
  startHub()
  await until(() => asked.length === 1, 'the question')
  signedin = true
  say('joblane:signedin', { isOver: false })
  await state('connected')
  before.resolve(new Response('', { status: 401 }))
  await Bun.sleep(20)
  publish(4)
  await until(() => events.length === 1)
  expect(states).toEqual(['reconnecting', 'connected'])
  expect(served.hub.count()).toBe(1)
})

test('leaves the session that the page was told is over for the one that follows it', async () => {
  startHub()
  await state('connected')
  sessionid = 's-new'
  // Another page of theirs was opened, which says the same.
  say('joblane:signedin', { isOver: false })
  served.hub.publish('north', 'JobMoved', [{ id: 'j3' }], { seq: 3 })
  await until(() => events.length === 1)
  say('joblane:signedin')
  await until(() => entered.at(-1) === 's-new', 'the new session')
  served.hub.closeSession('s-ann')
  await until(() => served.hub.count() === 1)
  publish(4)
  await until(() => events.length === 2)
  expect(entered).toEqual(['s-ann', 's-new'])
  expect(states.includes('closed')).toBe(false)
})

test('comes back once the page was let in again', async () => {
  startHub()
  await state('connected')
  say('joblane:admitted')
  served.hub.closeSession('s-ann')
  await state('closed')
  say('joblane:admitted')
  await state('connected')
  expect(states).toEqual(['connected', 'closed', 'connected'])
})

/** A proxy that lets no live connection through. */
function blockSockets() {
  browser.WebSocket = class {
    onclose = () => {}
    constructor() {
      setTimeout(() => this.onclose())
    }
    close() {}
  }
}

test('asks for what is shown anew, at most once a minute, where no live connection comes and the program answers', async () => {
  blockSockets()
  let [now, asked, answers] = [0, 0, true]
  performance.now = () => now
  browser.fetch = async () => {
    asked++
    return new Response('', { status: answers ? 200 : 502 })
  }
  const more = async () => {
    const before = asked
    await until(() => asked > before + 1, 'further attempts')
  }
  startHub()
  await more()
  expect(events).toEqual([])
  now = 60_000
  await more()
  await more()
  expect(events).toEqual([{ event: 'Reload', args: [] }])
  now = 119_000
  await more()
  expect(events).toHaveLength(1)
  answers = false
  await more()
  now = 180_000
  await more()
  expect(events).toHaveLength(1)
  answers = true
  await until(() => events.length === 2)
  signedin = false
  browser.fetch = async () => new Response('', { status: 401 })
  await state('closed')
})

test('answers pings, so that the server keeps it', async () => {
  await served.stop()
  served = serveHub({ admit, pingms: 40, silentms: 400 }, served.port)
  startHub()
  await state('connected')
  await Bun.sleep(900)
  expect(served.hub.count()).toBe(1)
  expect(states).toEqual(['connected'])
})

test('weighs at most 2 kB compressed', async () => {
  const built = await Bun.build({ entrypoints: [`${import.meta.dir}/../../islands/hub.ts`], minify: true })
  const script = new Uint8Array(await built.outputs[0]!.arrayBuffer())
  expect(Bun.gzipSync(script).length).toBeLessThan(2048)
})
