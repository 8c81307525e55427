import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import { createPlatformOwner } from '#server/access/first-start.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { until } from '#tests/support/eventually.ts'
import { type Program, startProgram } from '#tests/support/program.ts'

setDefaultTimeout(120_000)

const root = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'joblane-signalr-'))
const data = join(folder, 'data')
const person = { email: 'ann@north.test', password: 'joblane-test-1' }
let userid: string
let accountid: string
let program: Program | undefined

beforeAll(async () => {
  const { services, stop } = await start(readConfig({}, ['--port', '0', '--data', data, '--quiet']))
  const owner = { accountname: 'Platform', businessname: 'North', firstname: 'Ann', lastname: 'North' }
  const made = await createPlatformOwner(services, { ...owner, ...person })
  userid = made.userid
  accountid = made.accountid
  await stop()
})
afterAll(async () => {
  await program?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (port: string) =>
  startProgram(
    [process.execPath, 'server/main.ts', '--port', port, '--host', '127.0.0.1', '--data', data, '--quiet'],
    root,
  )

async function call(base: string, path: string, body: object, token = '') {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()).data
}

test('the official client hears of a notification that was posted, and goes on after the program was restarted or killed', async () => {
  program = await run('0')
  const { base } = program
  const credentials = { userName: person.email, password: person.password }
  const { token } = await call(base, '/api/auth/authenticate', credentials)
  await call(base, '/api/account/switch', { id: accountid }, token)
  const heard: { message: string; type: string }[] = []
  let reconnected = 0
  const connection = new HubConnectionBuilder()
    .withUrl(`${base}/hub`, { accessTokenFactory: () => token })
    .withAutomaticReconnect(Array.from({ length: 200 }, () => 100))
    .configureLogging(LogLevel.None)
    .build()
  connection.on('ReceiveNotification', (one) => heard.push(one))
  connection.onreconnected(() => void reconnected++)
  await connection.start()
  const post = async (message: string) => {
    await call(base, '/api/communication/notification', { userid, type: 'info', message }, token)
    await until(() => heard.at(-1)?.message === message, message)
  }
  try {
    await post('Before')
    expect(heard).toEqual([expect.objectContaining({ type: 'info', message: 'Before' })])
    const port = new URL(base).port
    for (const [end, message] of [
      ['stop', 'After a restart'],
      ['kill', 'After a power cut'],
    ] as const) {
      const before = reconnected
      await program[end]()
      program = await run(port)
      const deadline = performance.now() + 20_000
      while (reconnected === before && performance.now() < deadline) await Bun.sleep(20)
      expect(connection.state).toBe(HubConnectionState.Connected)
      await post(message)
    }
    expect(heard).toHaveLength(3)
  } finally {
    await connection.stop()
  }
})
