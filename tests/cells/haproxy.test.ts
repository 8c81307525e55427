import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER_HEADER } from '#server/cells/forward-request.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { type Client, openSessions } from '#tests/support/client.ts'
import { until } from '#tests/support/eventually.ts'
import { joblane } from '#tests/tasks/support.ts'
import { type Cells, startCells } from './support.ts'

const haproxy = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })
if (!haproxy) console.log('There is no haproxy here: its generated configuration is not tried.')

let cells: Cells
beforeAll(async () => {
  cells = await startCells()
})
afterAll(() => cells.stop())

/** With the ports of these cells in the place of those that units have. */
async function startHaproxy() {
  const { out } = await joblane(['haproxy-config', '--cells', '2', '--port', '3000', '--data', cells.folder])
  const ports = [cells.platform, cells.c01, cells.c02].map(({ url }) => new URL(url).port)
  const bound = join(cells.folder, 'haproxy.sock')
  const text = ports.reduce(
    (done, port, at) => done.replace(`127.0.0.1:${3100 + at} `, `127.0.0.1:${port} `),
    out,
  )
  // A check that a busy machine answers late would send somebody by another way.
  const unchecked = text.replaceAll(/ check inter .*/g, '')
  const file = join(cells.folder, 'haproxy.cfg')
  writeFileSync(file, `${unchecked.replace('bind :3000', `bind ${bound}`)}\n`)
  const child = Bun.spawn([haproxy as string, '-db', '-f', file], { stdout: 'ignore', stderr: 'inherit' })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://joblane${path}`, { unix: bound, headers })
  await until(
    () =>
      ask('/health/ready').then(
        ({ ok }) => ok,
        () => false,
      ),
    'HAProxy',
  )
  return { ask, stop: () => child.kill('SIGKILL') }
}

test.if(haproxy !== null)(
  'who asks by a token passes the platform once, and again only after a move',
  async () => {
    const [client] = (await openSessions(cells.platform, ['admin@first.test'])) as [Client]
    const { ask, stop } = await startHaproxy()
    const handedOn = () =>
      [cells.platform, cells.c01, cells.c02].map(({ services }) => services.cell?.forwarded.count ?? 0)
    const [, ...before] = handedOn()
    const first = handedOn()[0] as number
    const read = async () => {
      const answer = await ask('/api/account', { authorization: `Bearer ${client.token}` })
      expect([answer.status, (await answer.json()).data.name]).toEqual([200, 'First'])
      expect(answer.headers.has(OWNER_HEADER)).toBe(false)
    }
    try {
      for (let n = 0; n < 4; n++) await read()
      expect(handedOn()).toEqual([first + 1, ...before])
      const from = cells.placed(cells.accountid).cell
      await moveAccount(cells.platform.services, cells.accountid, from === 'c01' ? 'c02' : 'c01')
      for (let n = 0; n < 4; n++) await read()
      const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0)
      expect(sum(handedOn())).toBe(first + sum(before) + 2)
    } finally {
      stop()
    }
  },
)
