import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS } from '#server/instants.ts'
import { postEvent } from '#server/webhooks/post-event.ts'
import { MAX_ATTEMPTS, nextAttempt } from '#server/webhooks/retry-times.ts'
import { newWebhookSecret, signEvent } from '#server/webhooks/sign-event.ts'
import { startReceiver } from './webhooks-support.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

const post = (url: string, more: Partial<Parameters<typeof postEvent>[0]> = {}) =>
  postEvent({ url, body: '{}', headers: {}, inside: false, ...more })
const port = () => new URL(receiver.url).port
const INSIDE = 'Its address lies inside the network of this installation.'

test('an event is signed as Standard Webhooks 1.0.0 says, by each secret that is valid', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signEvent([known], signed)).toBe(signature)
  const fresh = newWebhookSecret()
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(signEvent([fresh, known], signed)).toBe(`${signEvent([fresh], signed)} ${signature}`)
})

test('it is tried ten times in three days, a little later each time than the moment says', () => {
  const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, at) => Date.parse(nextAttempt(at, 0, 0) ?? ''))
  const hours = [2, 5, 10, 14, 20, 24].map((one) => one * HOUR_MS)
  expect(pauses).toEqual([0, 5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...hours])
  expect(nextAttempt(MAX_ATTEMPTS, 0)).toBeNull()
  expect(nextAttempt(1, 0, 1)).toBe(new Date(5_500).toISOString())
})

describe('what lies inside the network is never asked', () => {
  const hosts = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fe80::1]', '[fd00::1]'],
    ...['[2002:7f00:1::]', '[64:ff9b::7f00:1]', '[2001::1]'],
  ]
  test.each(hosts)('%s', async (host) => {
    const before = receiver.received.length
    expect(await post(`http://${host}:${port()}/`)).toMatchObject({ status: null, error: INSIDE })
    expect(receiver.received.length).toBe(before)
  })

  test('nor where one of several addresses does', async () => {
    const look = async () => [{ address: '93.184.216.34' }, { address: '127.0.0.1' }]
    expect((await post(`http://two.example:${port()}/`, { look })).error).toBe(INSIDE)
  })

  test('nor where a name comes to say so later: it is looked up for each attempt', async () => {
    let asked = 0
    const look = async () => [{ address: asked++ === 0 ? '203.0.114.1' : '127.0.0.1' }]
    const first = await post(`http://later.example:${port()}/`, { look, patience: 50 })
    expect(first.error).not.toBe(INSIDE)
    expect((await post(`http://later.example:${port()}/`, { look })).error).toBe(INSIDE)
    expect(asked).toBe(2)
  })
})

test('the address that was looked at is the one dialled, under the name that was given', async () => {
  let asked = 0
  const look = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '203.0.114.1' }]
  const { status } = await post(`http://nosuch.example:${port()}/`, { look, inside: true })
  expect(status).toBe(204)
  expect(receiver.received.at(-1)?.headers.host).toBe(`nosuch.example:${port()}`)
  expect(asked).toBe(1)
})

test('who answers too slowly is left, who redirects is not followed, who hangs up or is not there is told', async () => {
  const elsewhere = await startReceiver()
  const slow = await startReceiver(() => 'never')
  const moved = await startReceiver(() => ({ status: 302, location: elsewhere.url }))
  const gone = await startReceiver()
  gone.stop()
  const inside = true
  expect(await post(slow.url, { inside, patience: 100 })).toMatchObject({
    status: null,
    error: 'It did not answer in time.',
  })
  expect(await post(moved.url, { inside })).toMatchObject({ status: 302 })
  expect(elsewhere.received).toEqual([])
  expect((await post(gone.url, { inside })).error).toStartWith('It could not be reached')
  for (const one of [elsewhere, slow, moved]) one.stop()
})
