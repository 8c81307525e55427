import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { routes } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { listen } from '#server/http/serve.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(60_000)

let server: TestServer
let hasty: ReturnType<typeof listen>
beforeAll(async () => {
  server = await startTestServer()
  const { services } = server
  // The program itself with less patience, so that the test need not wait for a minute.
  hasty = listen(services, mount(services, routes(services)), services.hub, 1)
})
afterAll(async () => {
  await hasty.stop(true)
  await server.stop()
})

/** A connection that sends a little now and then; settles with the seconds until it was closed. */
function trickle(head: string, drop: string): Promise<number> {
  const started = performance.now()
  return new Promise((done) => {
    const socket = connect(hasty.port as number, '127.0.0.1', () => socket.write(head))
    const timer = setInterval(() => socket.write(drop), 200)
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      done((performance.now() - started) / 1000)
    })
    setTimeout(() => socket.destroy(), 30_000).unref()
  })
}

test('requests that trickle in are cut off, whoever sends them, and everybody else is served meanwhile', async () => {
  const { admin } = server.people
  const base = `http://127.0.0.1:${hasty.port}`
  const signed = `Host: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\n`
  const many = (head: string, drop: string) => Array.from({ length: 10 }, () => trickle(head, drop))
  const slow = [
    ...many('POST /api/auth/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{', ' '),
    ...many(`POST /api/clients HTTP/1.1\r\n${signed}Content-Length: 60000\r\n\r\n{`, ' '),
    ...many(`POST /api/clients HTTP/1.1\r\n${signed}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ...many(`POST /api/documents/file HTTP/1.1\r\n${signed}Content-Length: 20000000\r\n\r\n`, 'x'),
  ]
  let open = slow.length
  for (const one of slow) one.then(() => open--)
  let served = 0
  while (open > 0) {
    const started = performance.now()
    expect(
      (await fetch(`${base}/api/clients`, { headers: { authorization: `Bearer ${admin.token}` } })).status,
    ).toBe(200)
    expect(performance.now() - started).toBeLessThan(2_000)
    served++
    await Bun.sleep(100)
  }
  const took = await Promise.all(slow)
  expect(Math.max(...took)).toBeLessThan(15)
  expect(served).toBeGreaterThan(5)
})
