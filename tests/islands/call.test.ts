import { afterEach, describe, expect, test } from 'bun:test'
import { openAgedPlace } from '#islands/lib/ages.ts'
import { call, errorMessage, type Refusal } from '#islands/lib/call.ts'

const browser = globalThis.fetch
afterEach(() => {
  globalThis.fetch = browser
  Reflect.deleteProperty(globalThis, 'window')
})

type Sent = { path: string; method: string; key: string | null; body: string | null }

type Answers = (Response | 'lost')[]

/** Answers each request with the next of these; `'lost'` is a line that breaks. */
const server = (...answers: Answers) => answering(answers, true)
/** Of a gateway or the page of a hotel's network. */
const stranger = (...answers: Answers) => answering(answers, false)

function answering(answers: Answers, named: boolean): Sent[] {
  const sent: Sent[] = []
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const { method = 'GET', body } = init
    sent.push({ path, method, key: headers.get('idempotency-key'), body: body as string | null })
    const answer = answers.shift()
    if (answer === 'lost' || !answer) throw new TypeError('Failed to fetch')
    if (named) answer.headers.set('x-joblane-version', '1')
    return answer
  }) as typeof fetch
  return sent
}

/** Gives of each call whether it was a change. */
function answerSignIn(...answers: boolean[]): boolean[] {
  const asked: boolean[] = []
  const awaitSignIn = async (isChange: boolean) => {
    asked.push(isChange)
    return answers.shift() ?? false
  }
  Object.assign(globalThis, { window: { joblane: { awaitSignIn } } })
  return asked
}

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Refusal) => error,
  )

describe('a call', () => {
  test('gives data, total and message', async () => {
    server(Response.json({ data: [1], total: 7, message: 'Well' }))
    expect(await call<number[]>('GET', '/api/jobs')).toEqual({ data: [1], total: 7, message: 'Well' })
  })

  test('carries a key for a change and none for a read', async () => {
    const sent = server(Response.json({ data: 1 }), Response.json({ data: 2 }), Response.json({ data: 3 }))
    await call('GET', '/a')
    await call('POST', '/a', { x: 1 })
    await call('POST', '/a', { x: 1 })
    const [read, first, second] = sent.map(({ key }) => key)
    expect(read).toBeNull()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toBe(first as string)
  })

  test('that a stranger answered is not taken for saved, and keeps its key', async () => {
    const sent = stranger(new Response('<h1>Welcome to the hotel</h1>'), Response.json({ data: 1 }))
    for (const _ of [1, 2])
      expect((await refusalOf(call('POST', '/hotel', { message: 'Hello' })))?.status).toBe(0)
    expect(sent[1]?.key).toBe(sent[0]?.key as string)
  })

  test('goes again once after a lost line, with the same key', async () => {
    const sent = server('lost', Response.json({ data: 1 }))
    expect((await call<number>('POST', '/a', { x: 1 })).data).toBe(1)
    expect(sent.length).toBe(2)
    expect(sent[1]?.key).toBe(sent[0]?.key as string)
  })

  test('that was never answered keeps its key when the person tries again', async () => {
    const sent = server('lost', 'lost', Response.json({ data: 1 }), Response.json({ data: 2 }))
    const refusal = await refusalOf(call('POST', '/notes', { message: 'Hello' }))
    expect(refusal?.status).toBe(0)
    expect(errorMessage(refusal)).toBe('The server could not be reached. Please try again.')
    await call('POST', '/notes', { message: 'Hello' })
    await call('POST', '/notes', { message: 'Hello' })
    expect(sent[2]?.key).toBe(sent[0]?.key as string)
    expect(sent[3]?.key).not.toBe(sent[0]?.key as string)
  })

  test('that is refused says why, by field, with what stands now', async () => {
    const said = { message: 'No.', code: 'conflict', fields: { name: 'Taken.' }, data: { version: 3 } }
    server(Response.json(said, { status: 409 }))
    const { message, status, code, fields, data } = (await refusalOf(call('PATCH', '/a', {}))) as Refusal
    expect({ message, status, code, fields, data }).toEqual({ ...said, status: 409 })
  })

  test('what is shown stays as old as it was until a fresh answer brings it', async () => {
    const { place, subscribe } = openAgedPlace([{ name: 'the job', path: '/api/jobs/1' }])
    const close = subscribe(() => {})
    const stored = '2026-11-01T08:00:00.000Z'
    const ages = () => [...place.ages.values()]
    server(
      Response.json({ data: 1 }, { headers: { 'x-joblane-stored': stored } }),
      Response.json({ message: 'Taken.' }, { status: 409 }),
      Response.json({ message: 'Busy.' }, { status: 503 }),
      Response.json({ data: 2 }),
    )
    await call('GET', '/api/jobs/1')
    await refusalOf(call('PATCH', '/api/jobs/1', { version: 1 }))
    await refusalOf(call('GET', '/api/jobs/1'))
    expect(ages()).toEqual([stored])
    await call('GET', '/api/jobs/1')
    expect(ages()).toEqual([undefined])
    close()
  })

  test('of an ended session is made again, under the same key, once the person is signed in', async () => {
    const ended = () => Response.json({ message: 'Ended.' }, { status: 401 })
    const asked = answerSignIn(true, true, true, false)
    const sent = server(ended(), ended(), Response.json({ data: 1 }), ended(), Response.json({ data: 2 }))
    expect((await call<number>('PATCH', '/a', { x: 1 })).data).toBe(1)
    expect((await call<number>('GET', '/a')).data).toBe(2)
    expect(new Set(sent.slice(0, 3).map(({ key }) => key)).size).toBe(1)
    server(ended())
    expect((await refusalOf(call('PATCH', '/a', { x: 2 })))?.message).toBe('Ended.')
    expect(asked).toEqual([true, true, false, true])
  })

  test('a refusal without words has the usual ones', async () => {
    server(new Response('<html>', { status: 500 }))
    expect((await refusalOf(call('GET', '/a')))?.message).toBe('An unexpected server exception occured')
  })
})
