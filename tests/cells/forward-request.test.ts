import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { callCell } from '#server/cells/call-cell.ts'
import { CELL_COOKIE, HOP_HEADER } from '#server/cells/forward-request.ts'
import { type Client, openSessions, signIn } from '#tests/support/client.ts'
import { joblane } from '#tests/tasks/support.ts'
import { type Cells, startCells } from './support.ts'

let cells: Cells
let first: Client
let other: Client
beforeAll(async () => {
  cells = await startCells()
  ;[first, other] = (await openSessions(cells.c01, ['admin@first.test', 'admin@other.test'])) as [
    Client,
    Client,
  ]
})
afterAll(() => cells.stop())

/** The first of what is answered to these bytes. */
const askRaw = (port: number | undefined, sent: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent))
    socket.once('data', (answer) => {
      resolve(answer.toString())
      socket.destroy()
    })
  })

const placedAt = (accountid: string) => cells.placed(accountid).cell

describe('an installation of several processes', () => {
  test('gives each account one cell, and the platform its own', () => {
    expect([placedAt(cells.accountid), placedAt(cells.otherid)].sort()).toEqual(['c01', 'c02'])
  })

  test('answers at any address what its owner answers, and says who that is', async () => {
    const { url } = cells.c01
    for (const [client, name] of [
      [first, 'First'],
      [other, 'Other'],
    ] as const) {
      const answer = await fetch(`${url}/api/account`, {
        headers: { authorization: `Bearer ${client.token}` },
      })
      expect([answer.status, (await answer.json()).data.name]).toEqual([200, name])
    }
    const away = [first, other].find(({ accountid }) => placedAt(accountid) === 'c02')
    const page = await fetch(`${url}/account`, { headers: { cookie: away?.cookie ?? '' } })
    expect(page.status).toBe(200)
    expect(page.headers.getSetCookie().join()).toContain(`${CELL_COOKIE}=c02`)
    expect(await page.text()).toContain('</html>')
  })

  test('writes once, wherever it is asked', async () => {
    for (const [at, { url }] of [cells.platform, cells.c01, cells.c02].entries())
      for (const client of [first, other]) {
        const answer = await fetch(`${url}/api/divisions`, {
          method: 'POST',
          body: JSON.stringify({ name: `Division ${at}` }),
          headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        })
        expect(answer.status).toBe(200)
      }
    const list = await first.get('/api/divisions')
    expect(list.body.data.filter(({ name }: { name: string }) => /^Division \d$/.test(name)).length).toBe(3)
  })

  test('a sign-in and a sign-out hold at once everywhere', async () => {
    const client = await signIn(cells.c02.url, 'agent@first.test')
    const at = (url: string) =>
      fetch(`${url}/api/users/myself`, { headers: { cookie: client.cookie } }).then(({ status }) => status)
    const urls = [cells.platform.url, cells.c01.url, cells.c02.url]
    expect(await Promise.all(urls.map(at))).toEqual([200, 200, 200])
    await fetch(`${cells.c01.url}/signout`, {
      method: 'POST',
      headers: { cookie: client.cookie },
      redirect: 'manual',
    })
    expect(await Promise.all(urls.map(at))).toEqual([401, 401, 401])
  })

  test('believes nobody who claims to be one of its processes', async () => {
    const port = cells.c01.insideport
    const bare = await fetch(`http://127.0.0.1:${port}/api/users/myself`)
    const forged = await fetch(`http://127.0.0.1:${port}/internal/ask`, { method: 'POST', body: 'e30.AAAA' })
    const hop = await fetch(`${cells.c01.url}/api/users/myself`, { headers: { [HOP_HEADER]: 'e30.AAAA' } })
    const host = await askRaw(port, 'GET /x HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n')
    expect(host).toMatch(/^HTTP\/1.1 40[03] /)
    // Refused by its head: the body never comes.
    const slow = 'POST /internal/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n{'
    expect(await askRaw(port, slow)).toStartWith('HTTP/1.1 403 ')
    expect([bare.status, forged.status, hop.status]).toEqual([403, 403, 401])
  })

  test('asks a client to come again where a process takes another for a stranger, as after a leap of the clock', async () => {
    const signer = cells.c02.services.cell!.signer
    const { verify } = signer
    signer.verify = () => null
    try {
      const away = [first, other].find(({ accountid }) => placedAt(accountid) === 'c02')
      const answer = await away!.get('/api/account')
      expect([answer.status, answer.body.code]).toEqual([503, 'celldown'])
      await expect(callCell(cells.c01.services, 'c02', 'load', {})).rejects.toThrow(
        'c02 runs by another clock or another secret.key than this process',
      )
    } finally {
      signer.verify = verify
    }
  })

  test('is served behind HAProxy on the folder of the settings, which tells the addresses of clients itself', async () => {
    process.env.JOBLANE_DATA = '/srv/elsewhere'
    const { out } = await joblane(['haproxy-config', '--cells', '1']).finally(() => {
      delete process.env.JOBLANE_DATA
    })
    expect(out.match(/--data \/srv\/elsewhere$/gm)).toHaveLength(2)
    expect(out).toContain('http-request del-header X-Forwarded-For')
  })

  test('says by its doctor which cell does not run, and what to do', async () => {
    const data = join(cells.folder, 'data')
    await cells.c02.stop()
    const { status, out } = await joblane(['doctor', '--data', data])
    expect(status).toBe(1)
    expect(out).toContain(
      `fault    c02 does not run, and nobody reaches its account. Start it with --role cell --id c02, or let another one serve them: joblane move --from c02 --to c01.`,
    )
    expect(out).toContain('ok       c00, c01 serve this folder together.')
    const answer = await (placedAt(first.accountid) === 'c02' ? first : other).get('/api/account')
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'A part of this installation (c02) does not answer at the moment. Please try again in a moment.',
    ])
    const { err } = await joblane(['move', '--from', 'c02', '--to', 'c01', '--data', data])
    expect(err).toBe('')
    expect([placedAt(cells.accountid), placedAt(cells.otherid)]).toEqual(['c01', 'c01'])
    expect((await other.get('/api/account')).status).toBe(200)
  })
})
