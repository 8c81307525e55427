import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { routes } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { OPEN_REQUESTS } from '#server/http/request-queue.ts'
import { api } from '#server/http/route.ts'
import { listen } from '#server/http/serve.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

// A body costs nobody else anything: it is bounded before it is read, and parsed in the turn of its sender.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MB = 1024 * 1024
const ask = (handle: ReturnType<typeof mount>, who: Client, path: string, body?: BodyInit) =>
  handle(
    new Request(server.url + path, {
      method: 'PATCH',
      body,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    }),
  )

test('a body of another account is parsed while all of ours still wait for their turn', async () => {
  const { people, other } = server
  const handle = mount(server.services, routes)
  const parsed: string[] = []
  const parse = JSON.parse
  const spy = spyOn(JSON, 'parse').mockImplementation((text, ...rest) => {
    if (text.length > 1_000) parsed.push(text.slice(0, 8))
    return parse(text, ...rest)
  })
  const big = (name: string) => JSON.stringify({ [name]: 'x'.repeat(1_000_000), more: 'y'.repeat(900_000) })
  const asked = Array.from({ length: 30 }, () =>
    ask(handle, people.stakeholder, '/api/preferences', big('ours')),
  )
  asked.push(ask(handle, other, '/api/preferences', big('other')))
  const answers = await Promise.all(asked)
  spy.mockRestore()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  expect(parsed).toHaveLength(31)
  expect(parsed.findIndex((text) => text.includes('other'))).toBeLessThan(8)
})

test('whoever has too many requests open is refused before anything of the next is read', async () => {
  const { people } = server
  const held = Promise.withResolvers<void>()
  let begun = 0
  const handle = mount(server.services, [
    api('PATCH /api/held', { claim: 'jobs.read' }, async () => {
      begun++
      await held.promise
    }),
  ])
  const open = Array.from({ length: OPEN_REQUESTS }, () => ask(handle, people.agent, '/api/held'))
  await eventually(() => begun, OPEN_REQUESTS)
  let pulled = 0
  const body = new ReadableStream({
    pull: (controller) => {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const before = pulled
  expect((await ask(handle, people.agent, '/api/held', body)).status).toBe(429)
  expect(pulled - before).toBeLessThan(3)
  held.resolve()
  await Promise.all(open)
})

type Upload = { socket: Socket; answer: Promise<string> }

/** Says that so much is coming and sends a part of it. */
function upload(
  who: Client,
  path: string,
  length: string,
  first: string,
  port = Number(new URL(server.url).port),
): Upload {
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((done) => {
    socket.on('data', (data) => done(String(data)))
    socket.on('error', () => {})
    socket.on('close', () => done(''))
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nAuthorization: Bearer ${who.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n${first}`,
  )
  return { socket, answer }
}
const announced = (who: Client, path: string, bytes: number) =>
  upload(who, path, `Content-Length: ${bytes}`, '--b\r\n')

const FILES = '/api/documents/file'

/** Which of several at once get in is for the server to say: how many do is not. */
async function announcedAtOnce(who: Client, bytes: number, { of, refused }: { of: number; refused: number }) {
  const uploads = Array.from({ length: of }, () => announced(who, FILES, bytes))
  const answers: string[] = []
  for (const { answer } of uploads) void answer.then((text) => text && answers.push(text))
  await eventually(() => answers.length, refused)
  for (const answer of answers) expect(answer).toStartWith('HTTP/1.1 429 ')
  return { uploads, refusal: answers[0] ?? '' }
}

test('one person has only so many bytes on their way, refused in words before they are read, and nobody else', async () => {
  const { admin, management, operations } = server.people
  const first = await announcedAtOnce(admin, 24 * MB, { of: 5, refused: 3 })
  expect(first.refusal).toContain(
    'You are sending too many files at once. Please wait until the first have arrived.',
  )
  // The account has as much again, for all of its other people together.
  const others = await announcedAtOnce(management, 24 * MB, { of: 3, refused: 1 })
  expect(await announced(operations, FILES, 40 * MB).answer).toStartWith('HTTP/1.1 413 ')
  const last = await announcedAtOnce(operations, 25 * MB, { of: 2, refused: 1 })
  const { other } = server
  const form = new FormData()
  form.set('referenceid', (await other.post('/api/clients', { name: 'Theirs' })).body.data.id)
  form.set('filename', 'Plan')
  form.set('file', new File(['x'.repeat(2 * MB)], 'plan.txt'))
  expect((await other.call('POST', FILES, form)).status).toBe(200)
  for (const { uploads } of [first, others, last]) for (const { socket } of uploads) socket.destroy()
  const again = async () => {
    const one = announced(admin, FILES, 24 * MB)
    const said = await Promise.race([one.answer, Bun.sleep(100).then(() => 'waits')])
    one.socket.destroy()
    return said
  }
  await eventually(again, 'waits')
})

test('a picture that is too large is refused before it is read, and while it is read where it does not say', async () => {
  const { agent } = server.people
  const refused = await announced(agent, '/api/users/file', 24 * MB).answer
  expect(refused).toStartWith('HTTP/1.1 413 ')
  expect(refused).toContain('The picture may have at most 10 MB.')
  const { socket, answer } = upload(agent, '/api/users/file', 'Transfer-Encoding: chunked', '')
  const chunk = `${MB.toString(16)}\r\n${'x'.repeat(MB)}\r\n`
  for (let n = 0; n < 11; n++) socket.write(chunk)
  expect(await answer).toStartWith('HTTP/1.1 413 ')
  socket.destroy()
})

test('a file that comes no further is cut off, and then its bytes are free', async () => {
  const impatient = listen(server.services, mount(server.services, routes), server.services.hub, 1)
  const began = performance.now()
  const stalled = upload(
    server.people.operations,
    FILES,
    `Content-Length: ${24 * MB}`,
    'x'.repeat(MB),
    impatient.port,
  )
  expect(await stalled.answer).not.toMatch(/ (200|401|403) /)
  expect(performance.now() - began).toBeGreaterThan(4_000)
  expect(performance.now() - began).toBeLessThan(16_000)
  await impatient.stop(true)
})
