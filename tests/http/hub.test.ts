import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import { SOCKETS_OF_PERSON } from '#server/http/hub/sockets.ts'
import { until } from '#tests/support/eventually.ts'
import { bareSocket, serveHub } from './hub-support.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function serve(...args: Parameters<typeof serveHub>) {
  const served = serveHub(...args)
  ends.push(served.stop)
  return served
}

/** The stock client as a program outside would use it. */
function client(url: string, token?: string, retries: number[] = [10, 20, 50, 100, 200]) {
  const connection = new HubConnectionBuilder()
    .withUrl(url, token ? { accessTokenFactory: () => token } : {})
    .withAutomaticReconnect(retries)
    .configureLogging(LogLevel.None)
    .build()
  const heard: unknown[][] = []
  connection.on('ReceiveNotification', (...args) => void heard.push(args))
  connection.on('JobMoved', (...args) => void heard.push(args))
  ends.push(() => connection.stop())
  return { connection, heard }
}

describe('the stock client', () => {
  test('connects with a bearer token and hears its account, its own events, and no other tenant', async () => {
    const { hub, url } = serve()
    const [ann, ben, eve] = ['token-ann', 'token-ben', 'token-eve'].map((token) => client(url, token))
    await Promise.all([ann!, ben!, eve!].map(({ connection }) => connection.start()))
    expect(hub.count()).toBe(3)

    hub.publish('north', 'JobMoved', [{ id: 'j1' }], { seq: 7 })
    hub.publish('north', 'ReceiveNotification', [{ message: 'for Ann' }], { userid: 'ann' })
    hub.publish('second', 'ReceiveNotification', [{ message: 'for Eve' }], { userid: 'ann' })
    hub.publish('second', 'ReceiveNotification', [{ message: 'for the second account' }])
    await until(() => ann!.heard.length === 2 && ben!.heard.length === 1 && eve!.heard.length === 1)

    expect(ann!.heard).toEqual([[{ id: 'j1' }, 7], [{ message: 'for Ann' }]])
    expect(ben!.heard).toEqual([[{ id: 'j1' }, 7]])
    expect(eve!.heard).toEqual([[{ message: 'for the second account' }]])
  })

  test('is refused without a token, and with a wrong one', async () => {
    const { hub, url } = serve()
    await expect(client(url).connection.start()).rejects.toThrow("Status code '401'")
    await expect(client(url, 'token-nobody').connection.start()).rejects.toThrow("Status code '401'")
    expect(hub.count()).toBe(0)
  })

  test('comes back by itself after the server restarts, and hears again', async () => {
    const first = serveHub()
    const { connection, heard } = client(first.url, 'token-ann')
    const states: string[] = []
    connection.onreconnecting(() => void states.push('reconnecting'))
    connection.onreconnected(() => void states.push('reconnected'))
    await connection.start()
    await first.stop()
    const second = serve({}, first.port)
    await until(() => states.at(-1) === 'reconnected', 'the reconnect')

    second.hub.publish('north', 'ReceiveNotification', ['after the restart'])
    await until(() => heard.length === 1)
    expect(states).toEqual(['reconnecting', 'reconnected'])
    expect(heard).toEqual([['after the restart']])
  })

  test('is kept by its pings beyond the time in which one that is silent is closed, and is sent ours', async () => {
    const { hub, url } = serve({ pingms: 50, silentms: 1_000 })
    const { connection } = client(url, 'token-ann', [])
    connection.keepAliveIntervalInMilliseconds = 50
    await connection.start()
    const silent = bareSocket(`${url}?access_token=token-ben`)
    await silent.greet()
    await until(() => silent.state.code > 0, 'the silent one to be closed')
    expect(silent.records.some(({ type }) => type === 6)).toBe(true)
    expect(connection.state).toBe(HubConnectionState.Connected)
    expect(hub.count()).toBe(1)
  })

  test('gives up on a server that does not ping', async () => {
    const { url } = serve({ pingms: 10_000 })
    const { connection } = client(url, 'token-ann', [])
    connection.serverTimeoutInMilliseconds = 200
    await connection.start()
    await until(() => connection.state === HubConnectionState.Disconnected)
  })

  test('asks for what it missed', async () => {
    const asked: unknown[] = []
    const { url } = serve({
      resync: ({ accountid, userid }, lastSeq) => {
        asked.push([accountid, userid, lastSeq])
        return lastSeq < 3 ? 'reload' : [{ event: 'JobMoved', args: [{ id: 'j1' }], seq: lastSeq + 1 }]
      },
    })
    const { connection } = client(url, 'token-ann')
    await connection.start()
    expect(await connection.invoke('Resync', 40)).toEqual([
      { event: 'JobMoved', args: [{ id: 'j1' }], seq: 41 },
    ])
    expect(await connection.invoke('Resync', 2)).toBe('reload')
    expect(asked).toEqual([
      ['north', 'ann', 40],
      ['north', 'ann', 2],
    ])
  })

  test('is told plainly what it may not call', async () => {
    const errors: unknown[] = []
    const { url } = serve({
      onerror: (error) => void errors.push(error),
      resync: () => {
        throw new Error('the file is gone')
      },
    })
    const { connection } = client(url, 'token-ann')
    await connection.start()
    await expect(connection.invoke('DropTables')).rejects.toThrow('There is no method named DropTables.')
    await expect(connection.invoke('Resync', -1)).rejects.toThrow(
      'Resync takes the last sequence number seen',
    )
    await expect(connection.invoke('Resync', '5')).rejects.toThrow(
      'Resync takes the last sequence number seen',
    )
    await expect(connection.invoke('Resync', 1)).rejects.toThrow('The missed events could not be read.')
    expect(String(errors)).toContain('the file is gone')
    expect(connection.state).toBe(HubConnectionState.Connected)
  })

  test('does not come back when its session has ended, and does when only its rights changed', async () => {
    const { hub, url } = serve()
    const [ann, ben] = ['token-ann', 'token-ben'].map((token) => client(url, token).connection)
    await Promise.all([ann!.start(), ben!.start()])
    let came = 0
    ben!.onreconnected(() => void came++)
    hub.closeSession('s-ann')
    hub.closeUser('second', 'ben')
    hub.closeUser('north', 'ben')
    await until(() => ann!.state === HubConnectionState.Disconnected && came === 1)
    expect(hub.count()).toBe(1)
  })
})

test('who sees a part hears that part: live and after a break', async () => {
  const missed = ['sams', 'other'].map((location, at) => ({
    event: 'JobMoved',
    args: [{ location }],
    seq: at + 1,
  }))
  const { hub, url } = serve({ resync: () => missed })
  const sam = client(url, 'token-sam')
  await sam.connection.start()
  hub.publish('north', 'JobMoved', [{ location: 'other' }], { seq: 3 })
  hub.publish('north', 'JobMoved', [{ location: 'sams' }], { seq: 4 })
  hub.publish('north', 'ReceiveNotification', [{ message: 'yours' }], { userid: 'sam' })
  await until(() => sam.heard.length === 2)
  expect(sam.heard).toEqual([[{ location: 'sams' }, 4], [{ message: 'yours' }]])
  expect(await sam.connection.invoke('Resync', 0)).toEqual([missed[0]])
})

test('a person with one socket too many loses the oldest, and nobody else does', async () => {
  const { hub, url } = serve()
  const warn = spyOn(console, 'warn').mockImplementation(() => {})
  const open = (token: string) => bareSocket(`${url}?access_token=${token}`)
  const ben = open('token-ben')
  await ben.greet()
  const oldest = open('token-ann')
  await oldest.greet()
  const others = Array.from({ length: SOCKETS_OF_PERSON - 1 }, () => open('token-ann'))
  await until(() => hub.count() === SOCKETS_OF_PERSON + 1)
  expect(oldest.state.code).toBe(0)
  const newest = open('token-ann')
  await newest.greet()
  await until(() => oldest.state.code === 1008, 'the oldest to be ended')
  expect(oldest.records.at(-1)).toMatchObject({ type: 7, allowReconnect: false })
  expect(hub.count()).toBe(SOCKETS_OF_PERSON + 1)
  expect([ben, newest, ...others].every(({ state }) => state.code === 0)).toBe(true)
  // The log says it once, however many more they open.
  await Promise.all(Array.from({ length: 5 }, () => open('token-ann').greet()))
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Person ann of account north has more than')]])
  warn.mockRestore()
})
