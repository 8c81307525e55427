import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { until } from '#tests/support/eventually.ts'
import { bareSocket, serveHub } from './hub-support.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function serve(...args: Parameters<typeof serveHub>) {
  const served = serveHub(...args)
  ends.push(served.stop)
  return served
}

function socket(...args: Parameters<typeof bareSocket>) {
  const bare = bareSocket(...args)
  ends.push(() => bare.socket.close())
  return bare
}

describe('addresses', () => {
  test('only /hub and /hub/negotiate are the hub’s', async () => {
    const { server } = serve()
    const base = `http://127.0.0.1:${server.port}`
    for (const path of ['/', '/hubs', '/api/hub', '/hub/other', '/x?y=/hub', '/hub%2fnegotiate'])
      expect(await (await fetch(base + path)).text()).toBe('the application')
    expect((await fetch(`${base}/hub`)).status).toBe(426)
    expect((await fetch(`${base}/hub`, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${base}/hub/negotiate?negotiateVersion=1`)).status).toBe(405)
  })

  test('negotiate offers WebSockets with text', async () => {
    const { url } = serve()
    const headers = { authorization: 'Bearer token-ann' }
    const answer = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: 'POST', headers })
    expect(await answer.json()).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      connectionToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
    })
    expect((await fetch(`${url}/negotiate`, { method: 'POST' })).status).toBe(401)
  })
})

describe('credentials', () => {
  test('a token in the query, as browsers of the stock client send it', async () => {
    const { url } = serve()
    expect(await socket(`${url}?id=any&access_token=token-ann`).greet()).toEqual({})
  })

  test('a cookie counts only from our own pages', async () => {
    const { hub, url, port } = serve()
    const cookie = 'session=token-ann'
    expect(await socket(url, { cookie, origin: `https://127.0.0.1:${port}` }).greet()).toEqual({})
    for (const origin of ['https://evil.example', `http://127.0.0.1:${port! + 1}`, 'null', undefined]) {
      const stranger = socket(url, { cookie, ...(origin && { origin }) })
      await until(() => stranger.state.code > 0, 'the refusal')
      expect(stranger.state.open).toBe(false)
    }
    const negotiate = { method: 'POST', headers: { cookie, origin: 'https://evil.example' } }
    expect((await fetch(`${url}/negotiate`, negotiate)).status).toBe(403)
    expect(hub.count()).toBe(1)
  })

  test('a refused token does not fall back to the cookie', async () => {
    const { hub, url } = serve()
    const headers = { cookie: 'session=token-ann', origin: 'https://evil.example' }
    const stranger = socket(`${url}?access_token=token-nobody`, headers)
    await until(() => stranger.state.code > 0)
    expect(hub.count()).toBe(0)
  })
})

describe('the conversation', () => {
  const bearer = { authorization: 'Bearer token-ann' }

  test.each([
    ['{"protocol":"messagepack","version":1}\x1e', { error: 'Only the protocol "json" is spoken here.' }],
    ['{"protocol":"json","version":9}\x1e', { error: 'Only version 1 of the protocol is spoken here.' }],
    ['hello', { error: 'Only the protocol "json" is spoken here.' }],
  ])('refuses the handshake %j', async (frame, answer) => {
    const { hub, url } = serve()
    const { socket: ws, state, records } = socket(url, bearer)
    await until(() => state.open)
    ws.send(frame)
    await until(() => state.code > 0)
    expect(records).toEqual([answer])
    expect(state.code).toBe(1008)
    expect(hub.count()).toBe(0)
  })

  test('delivers nothing before the handshake', async () => {
    const { hub, url } = serve()
    const ann = socket(url, bearer)
    await until(() => hub.count() === 1)
    hub.publish('north', 'JobMoved', [1])
    expect(await ann.greet()).toEqual({})
    hub.publish('north', 'JobMoved', [2], { seq: 5 })
    await until(() => ann.records.length === 1)
    expect(ann.records).toEqual([{ type: 1, target: 'JobMoved', seq: 5, arguments: [2, 5] }])
  })

  test('takes a handshake and a call in one frame', async () => {
    const { url } = serve({ resync: () => 'reload' })
    const ann = socket(url, bearer)
    await until(() => ann.state.open)
    const call = '{"type":1,"invocationId":"a","target":"Resync","arguments":[3]}'
    ann.socket.send(`{"protocol":"json","version":1}\x1e${call}\x1e`)
    await until(() => ann.records.length === 2)
    expect(ann.records[1]).toEqual({ type: 3, invocationId: 'a', result: 'reload' })
  })

  test.each([
    'not json\x1e',
    '{"type":6}',
    '{"type":1}\x1e',
    '[]\x1e',
    'null\x1e',
    '{"type":1,"invocationId":3,"target":"a","arguments":[]}\x1e',
  ])('ends at %j, which is not of the protocol', async (frame) => {
    const { hub, url } = serve()
    const ann = socket(url, bearer)
    await ann.greet()
    ann.socket.send(frame)
    await until(() => ann.state.code > 0)
    expect(ann.records).toEqual([{ type: 7, error: 'A message was not understood.', allowReconnect: false }])
    expect(hub.count()).toBe(0)
  })

  test('streams nothing and ignores what needs no answer', async () => {
    const { url } = serve()
    const ann = socket(url, bearer)
    await ann.greet()
    ann.say({ type: 5, invocationId: 'x' })
    ann.say({ type: 4, invocationId: 's', target: 'Everything', arguments: [] })
    await until(() => ann.records.length === 1)
    expect(ann.records).toEqual([{ type: 3, invocationId: 's', error: 'Nothing is streamed here.' }])
  })

  test('ends with a client that pings without pause', async () => {
    const { url } = serve()
    const ann = socket(url, bearer)
    await ann.greet()
    for (let at = 0; at < 400; at++) ann.say({ type: 6 })
    await until(() => ann.state.code > 0)
    expect(ann.records.at(-1)).toEqual({ type: 7, error: 'Too many messages.', allowReconnect: true })
  })

  test('ends with a client that calls without pause', async () => {
    let calls = 0
    const resync = () => {
      calls += 1
      return []
    }
    const { url } = serve({ resync })
    const ann = socket(url, bearer)
    await ann.greet()
    for (let at = 0; at < 100; at++) ann.say({ type: 1, target: 'Resync', arguments: [at] })
    await until(() => ann.state.code > 0)
    expect(calls).toBe(20)
    expect(ann.records.at(-1)).toEqual({ type: 7, error: 'Too many calls.', allowReconnect: true })
  })
})

describe('limits', () => {
  const bearer = { authorization: 'Bearer token-ann' }

  test('a message above 32 kB ends the connection', async () => {
    const { hub, url } = serve()
    const ann = socket(url, bearer)
    await ann.greet()
    ann.say({ type: 1, target: 'Resync', arguments: ['x'.repeat(33 * 1024)] })
    await until(() => ann.state.code > 0 && hub.count() === 0)
  })

  test('a silent client is closed, before and after its handshake; one that pings stays', async () => {
    const { hub, url } = serve({ pingms: 40, silentms: 500 })
    const [silent, mute, lively] = [socket(url, bearer), socket(url, bearer), socket(url, bearer)]
    await Promise.all([silent.greet(), lively.greet()])
    const pinging = setInterval(() => lively.say({ type: 6 }), 40)
    ends.push(() => clearInterval(pinging))
    await until(() => silent.state.code > 0 && mute.state.code > 0)
    await Bun.sleep(200)
    expect(silent.records.at(-1)).toEqual({
      type: 7,
      error: 'Nothing was heard from you.',
      allowReconnect: true,
    })
    expect(lively.records.some(({ type }) => type === 6)).toBe(true)
    expect(hub.count()).toBe(1)
  })

  test('a client that is gone without a word is let go', async () => {
    const { hub, port } = serve({ pingms: 40, silentms: 120 })
    const gone = await slowReader(port)
    ends.push(() => gone.destroy())
    await until(() => hub.count() === 1)
    await until(() => hub.count() === 0)
  })

  test('a reader too slow is closed, and the others hear everything', async () => {
    const { hub, url, port } = serve()
    const ann = socket(url, bearer)
    await ann.greet()
    const slow = await slowReader(port)
    ends.push(() => slow.destroy())
    await until(() => hub.count() === 2)
    const text = 'x'.repeat(64 * 1024)
    for (let at = 1; at <= 400 && hub.count() === 2; at++) {
      hub.publish('north', 'JobMoved', [text], { seq: at })
      await until(() => ann.records.length === at)
    }
    await until(() => hub.count() === 1, 'the slow reader to be closed')
    hub.publish('north', 'JobMoved', ['last'])
    await until(() => ann.records.at(-1)?.target === 'JobMoved' && ann.records.at(-1)?.seq === undefined)
  })
})

/** A client that shakes hands and then never reads again. */
async function slowReader(port: number) {
  const socket = connect(port, '127.0.0.1')
  const upgrade = [
    'GET /hub HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]
  const key = ['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`]
  socket.write([...upgrade, ...key, 'Authorization: Bearer token-ann', '', ''].join('\r\n'))
  await new Promise((resolve) => socket.once('data', resolve))
  const hello = Buffer.from('{"protocol":"json","version":1}\x1e')
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]))
  await new Promise((resolve) => socket.once('data', resolve))
  return socket.pause()
}
