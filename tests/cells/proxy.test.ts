import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'bun'
import { CELL_COOKIE, OWNER_HEADER } from '#server/cells/forward-request.ts'
import { serveProxy } from '#server/cells/proxy.ts'
import { createSigner } from '#server/cells/signed-messages.ts'
import { DEMO_PASSWORD } from '#server/tasks/demo/people.ts'
import { until } from '#tests/support/eventually.ts'
import type { Program } from '#tests/support/program.ts'
import {
  demoFolder,
  joblane,
  removeTemporaryFolders,
  serveFolder,
  signInToDemo,
} from '#tests/tasks/support.ts'

setDefaultTimeout(300_000)

const people = [
  { email: 'owner@northwind.test', name: 'Northwind Traders', cell: 'c01' },
  { email: 'owner@second.test', name: 'Second Yard', cell: 'c02' },
] as const

let program: Program
const tokens = new Map<string, string>()
beforeAll(async () => {
  const folder = await demoFolder()
  program = await serveFolder(folder, ['--cells', '2'])
  for (const { email, name, cell } of people) {
    // Where the machine is busy the platform takes longer than a command waits for it.
    await until(async () => {
      const { status, err } = await joblane(['move', '--account', name, '--to', cell, '--data', folder])
      return status === 0 || err.includes(`is served by ${cell} already`)
    }, `${name} at ${cell}`)
    tokens.set(name, await signInToDemo(program.base, email))
  }
})
afterAll(async () => {
  await program.stop()
  removeTemporaryFolders()
})

const ask = (name: string, path: string, cell = '') =>
  fetch(program.base + path, {
    headers: {
      authorization: `Bearer ${tokens.get(name)}`,
      // Each on a connection of its own, since the proxy reads the first cookie of one.
      connection: 'close',
      ...(cell && { cookie: `${CELL_COOKIE}=${cell}` }),
    },
  })

describe('serve --cells', () => {
  test('answers for each account whichever cell a cookie names, or none', async () => {
    for (const { name } of people)
      for (const cell of ['c01', 'c02', 'c77', '']) {
        const answer = await ask(name, '/api/account', cell)
        expect([answer.status, (await answer.json()).data.name]).toEqual([200, name])
        expect(answer.headers.has(OWNER_HEADER)).toBe(false)
      }
  })

  test('tells a browser which cell served its page', async () => {
    for (const { email, cell } of people) {
      const form = new URLSearchParams({ userName: email, password: DEMO_PASSWORD })
      const at = `${program.base}/signin`
      const signed = await fetch(at, { method: 'POST', body: form, redirect: 'manual' })
      const cookie = signed.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const answer = await fetch(`${program.base}/account`, { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie().join()).toContain(`${CELL_COOKIE}=${cell}`)
      expect(await answer.text()).toContain('</html>')
    }
  })

  test('names the address that it listens on in links, where any free port was asked for', async () => {
    const token = await signInToDemo(program.base, 'technician@northwind.test')
    const answer = await fetch(`${program.base}/api/calendar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await answer.json()).data.address).toStartWith(`${program.base}/calendar/`)
  })

  test('refuses a head that no cell would take', async () => {
    const answer = await fetch(program.base, { headers: { 'x-long': 'x'.repeat(40_000) } })
    expect(answer.status).toBe(431)
  })

  test('starts a cell again that was killed, while the other serves on', async () => {
    process.kill(childOf(program.pid, '--id c01'), 'SIGKILL')
    expect((await ask('Second Yard', '/api/account', 'c02')).status).toBe(200)
    const isBack = () =>
      ask('Northwind Traders', '/api/account', 'c01').then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isBack, 'c01')
    expect(program.output()).toContain('c01 ended with status 137 and is started again.')
  })

  test('answers for a cell that is killed in the middle of what it was asked', async () => {
    const [read, change] = [await keptOpen(), await keptOpen()]
    const c01 = childOf(program.pid, '--id c01')
    process.kill(c01, 'SIGSTOP')
    read.say(`GET /api/account HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer()}\r\n\r\n`)
    const head = `Host: localhost\r\nAuthorization: ${bearer()}\r\nContent-Type: application/json`
    change.say(`POST /api/divisions HTTP/1.1\r\n${head}\r\nContent-Length: 15\r\n\r\n{"name":"North"}`)
    // The front has handed both on once it answers what came after them.
    expect((await ask('Second Yard', '/api/account', 'c02')).status).toBe(200)
    process.kill(c01, 'SIGKILL')
    const answered = await change.heard()
    expect(answered).toStartWith('HTTP/1.1 503 ')
    expect(answered).toContain('Retry-After: 2')
    expect(JSON.parse(answered.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'celldown' })
    // Not the first of its connection, so not asked again.
    expect(await read.heard()).toStartWith('HTTP/1.1 503 ')
  })
})

describe('a cell that takes a connection and dies before it greets', () => {
  const answer = 'HTTP/1.1 201 Created\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone'
  const sent = `POST /api/divisions HTTP/1.1\r\nHost: localhost\r\nCookie: ${CELL_COOKIE}=c01\r\nContent-Length: 15\r\n\r\n{"name":"North"}`
  /** Greets, and answers what comes then. */
  const platform = (heard: string[]) =>
    listen((socket, text) => {
      if (text.startsWith('GET /internal/hello')) return void socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      heard.push(text)
      socket.end(answer)
    })

  for (const [how, dies] of [
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.terminate()],
    ['refuses it', (socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')],
  ] as const)
    test(`and ${how} was told nothing: the change is made by the platform, once`, async () => {
      const heard: string[] = []
      const [dying, greeting] = [listen(dies), platform(heard)]
      const proxy = serveProxyTo({ c01: dying.port, c00: greeting.port })
      try {
        expect(await sendRaw(proxy.port, sent)).toBe(answer)
        expect(heard).toEqual([sent])
      } finally {
        for (const one of [proxy, dying, greeting]) one.stop(true)
      }
    })

  test('or says nothing at all: the platform answers', async () => {
    const heard: string[] = []
    const [silent, greeting] = [listen(() => {}), platform(heard)]
    const proxy = serveProxyTo({ c01: silent.port, c00: greeting.port }, 1)
    try {
      expect(await sendRaw(proxy.port, sent)).toBe(answer)
      expect(heard).toEqual([sent])
    } finally {
      for (const one of [proxy, silent, greeting]) one.stop(true)
    }
  })

  test('or dies while a body comes that looks like a request: that is not asked again', async () => {
    const heard: string[] = []
    const body = 'GET / HTTP/1.1\r\n\r\n'
    const goes = 'HTTP/1.1 100 Continue\r\n\r\n'
    const dying = listen((socket, text) => {
      if (text.startsWith('GET /internal/hello')) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      else if (text.startsWith('POST')) socket.write(goes)
      else socket.terminate()
    })
    const greeting = platform(heard)
    const proxy = serveProxyTo({ c01: dying.port, c00: greeting.port })
    try {
      const head = `POST /api/divisions HTTP/1.1\r\nHost: localhost\r\nCookie: ${CELL_COOKIE}=c01\r\n`
      const first = `${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
      expect(await sendRaw(proxy.port, first, body)).toStartWith(`${goes}HTTP/1.1 503 `)
      expect(heard).toEqual([])
    } finally {
      for (const one of [proxy, dying, greeting]) one.stop(true)
    }
  })

  test('is refused where the platform dies like it', async () => {
    const dying = listen((socket) => socket.terminate())
    const proxy = serveProxyTo({ c01: dying.port, c00: dying.port })
    try {
      expect(await sendRaw(proxy.port, sent)).toStartWith('HTTP/1.1 503 ')
    } finally {
      for (const one of [proxy, dying]) one.stop(true)
    }
  })
})

test('where requests do not wait for answers, one that is cut off ends there: no other is written into it', async () => {
  const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun'
  const later =
    'POST /api/divisions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n\r\n{"name":"North"}'
  const dying = listen((socket, text) => {
    if (text.startsWith('GET /internal/hello')) socket.write(GREETING)
    else if (text.startsWith('GET ')) socket.write(begun)
    else socket.terminate()
  })
  const proxy = serveProxyTo({ c00: dying.port })
  try {
    const first = 'GET /api/jobs HTTP/1.1\r\nHost: localhost\r\n\r\n'
    expect(await sendRaw(proxy.port, first, later)).toBe(begun)
  } finally {
    for (const one of [proxy, dying]) one.stop(true)
  }
})

test('a cell that greets when the client has left is asked nothing, and let go', async () => {
  const heard: string[] = []
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<Socket>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const late = Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: {
      data(socket, bytes) {
        heard.push(bytes.toString().split(' ', 2).join(' '))
        ask(socket)
      },
      close: () => end(),
    },
  })
  const proxy = serveProxyTo({ c00: late.port })
  try {
    const client = connect(proxy.port, '127.0.0.1', () => client.write('GET /api/jobs HTTP/1.1\r\n\r\n'))
    client.once('close', () => leave())
    const cell = await asked
    client.destroy()
    await gone
    // The front has heard of it by the time that it answers somebody who came later.
    await sendRaw(proxy.port, `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}`)
    cell.write(GREETING)
    await ended
    expect(heard).toEqual(['GET /internal/hello'])
  } finally {
    for (const one of [proxy, late]) one.stop(true)
  }
})

const GREETING = 'HTTP/1.1 204 No Content\r\n\r\n'

const serveProxyTo = (ports: Record<string, number>, helloMs?: number) =>
  serveProxy({
    ...{ host: '127.0.0.1', port: 0, portOf: (cell) => ports[cell] },
    ...(helloMs && { helloMs }),
    signer: createSigner('a secret', () => new Date()),
  })

const listen = (heard: (socket: Socket, text: string) => void) =>
  Bun.listen({
    ...{ hostname: '127.0.0.1', port: 0 },
    socket: { data: (socket, bytes) => heard(socket, bytes.toString()) },
  })

/** All that is answered to these bytes until the end. */
const sendRaw = (port: number, text: string, then?: string) =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    if (then) socket.once('data', () => socket.write(then))
    socket.on('data', (bytes) => {
      said += bytes
    })
    socket.once('end', () => resolve(said))
    socket.once('error', reject)
  })

const bearer = () => `Bearer ${tokens.get('Northwind Traders')}`

/** A connection to c01 that has been answered once. */
async function keptOpen() {
  let [said, hear] = ['', () => {}]
  const socket = connect(Number(new URL(program.base).port), '127.0.0.1')
  socket.on('data', (bytes) => {
    said += bytes
    hear()
  })
  const heard = () =>
    new Promise<string>((resolve, reject) => {
      hear = () => {
        const [head = '', body] = said.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (body !== undefined && Buffer.byteLength(body) >= length) resolve(said)
      }
      socket.once('error', reject)
      socket.once('close', () => reject(new Error(`closed after: ${said}`)))
      hear()
    })
  const say = (text: string) => {
    said = ''
    socket.write(text)
  }
  say(`GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: ${CELL_COOKIE}=c01\r\n\r\n`)
  await heard()
  return { say, heard }
}

/** Its command holds these words. */
function childOf(pid: number, words: string): number {
  const isIt = (id: string) => {
    try {
      const parent = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
      return (
        Number(parent) === pid &&
        readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words)
      )
    } catch {
      return false
    }
  }
  return Number(readdirSync('/proc').find((id) => /^\d+$/.test(id) && isIt(id)))
}
