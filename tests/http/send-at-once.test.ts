import { afterAll, describe, expect, test } from 'bun:test'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { sendAtOnce } from '#server/http/send-at-once.ts'

const long = 'long é '.repeat(20_000)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    await nextLoopTurn()
    const headers = {
      'content-type': 'text/plain',
      ...Object.fromEntries(letters.map((name) => [name, name])),
    }
    const bytes = new URL(request.url).pathname === '/bytes'
    return sendAtOnce(bytes ? new TextEncoder().encode(long) : long, { status: 201, headers })
  },
})
const letters = [...'abcdefghijklmnop'].map((letter) => `x-${letter}`)
afterAll(() => server.stop(true))

/** What came with the first packet of an answer. */
async function firstPiece(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port as number,
    socket: { data: (_, bytes) => resolve(bytes.toString('latin1')) },
  })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const piece = await promise
  socket.terminate()
  return piece
}

describe('a long reply that did not come at once', () => {
  test('is whole, as text and as bytes, with its status and headers', async () => {
    for (const path of ['/', '/bytes']) {
      const answer = await fetch(new URL(path, server.url))
      expect(answer.status).toBe(201)
      expect(answer.headers.get('x-p')).toBe('x-p')
      expect(await answer.text()).toBe(long)
    }
  })

  test('comes with its head in one piece', async () => {
    for (let n = 0; n < 20; n++) expect(await firstPiece()).toContain('\r\n\r\n')
  })

  test('does no harm when its reader goes away', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(server.url, { signal: AbortSignal.timeout(1) }).then(
          (answer) => answer.text(),
          () => {},
        ),
      ),
    ).catch(() => {})
    expect(await (await fetch(server.url)).text()).toBe(long)
  })
})
