import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { findJoinRequest } from '#db/queries/platform/joinrequests.ts'
import { prepared } from '#db/sqlite.ts'
import { addUser } from '#server/access/accounts.ts'
import { addJoinRequest } from '#server/domains/account/account/join-requests.ts'
import { changeMyself } from '#server/domains/people/myself/change-myself.ts'
import { changePassword } from '#server/domains/people/myself/change-password.ts'
import { acceptAtOnce, acceptInvitations, setPaidSeats } from '#tests/people/users-support.ts'
import {
  type Client,
  cheapPasswords,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'

// Rights that are got, kept or taken by what happens in between, or at the same time.

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  await setPaidSeats(server, 50)
  await setPaidSeats(server, 50, server.otherid)
})
afterAll(() => server.stop())

/** Somebody who manages both accounts. */
async function bookkeeper(email: string) {
  await seated(email, [server.roleids.systemadmin as string])
  await server.other.post('/api/users', { email, roles: [server.otherroleids.Management] })
  await acceptInvitations(server, email)
  await server.other.post('/api/clients', { name: 'Theirs' })
}

/** Somebody with a role that carries these claims alone. */
async function holding(name: string, claims: string[]): Promise<Client> {
  const role = await admin.post('/api/auth/roles', { name })
  const roleid = role.body.data.id as string
  for (const claim of claims) await admin.post('/api/auth/roles/claims', { roleid, claim })
  return seated(`${name}@first.test`, [roleid])
}

async function seated(email: string, roles: string[], by = admin): Promise<Client> {
  const { status } = await by.post('/api/users', { email, roles })
  expect(status).toBe(200)
  await acceptAtOnce(server, email)
  return server.signIn(email)
}

const rolesOf = async (userid: string) => {
  const { body } = await admin.get('/api/users?take=200')
  return (body.data as { id: string; roles: { name: string }[] }[]).find(({ id }) => id === userid)?.roles
}

describe('who manages people or roles', () => {
  test('takes nothing from somebody who may do more by answering their old request to join', async () => {
    const staff = await holding('staff', ['users.manage'])
    const email = 'waits@first.test'
    const { platform } = server.services
    const userid = await platform.write((tx) =>
      addUser(tx, { email, firstname: 'Wanda', lastname: 'Waits', passwordhash: null }),
    )
    const asks = () =>
      platform.write((tx) =>
        addJoinRequest(tx, { userid, address: '' }, { id: server.accountid, name: 'First' }),
      )
    await asks()
    await seated(email, [server.roleids.systemadmin as string])
    const asked = platform.read((db) => findJoinRequest(db, userid, server.accountid))
    const empty = await admin.post('/api/auth/roles', { name: 'Nothing' })
    const form = new URLSearchParams({ roles: empty.body.data.id, licensed: 'true' })
    const answer = await staff.call('POST', `/account/requests/${asked?.id}`, form)
    expect(answer.status).toBe(409)
    expect(await rolesOf(userid)).toMatchObject([{ name: 'systemadmin' }])
  })

  test('denies nothing that they could not give back', async () => {
    const keeper = await holding('keeper', ['roles.manage', 'users.manage'])
    const roleid = server.roleids.Management as string
    const denied = await keeper.call('DELETE', '/api/auth/roles/claims', { roleid, claim: 'invoices.write' })
    expect(denied.status).toBe(403)
    expect(denied.body.message).toContain('rights that you hold yourself')
  })
})

describe('what is under way while it changes', () => {
  /** Begins a request whose body comes later; `finish` sends the rest and answers the status. */
  function begin(who: Client, path: string, type: string, body: string) {
    const half = body.length >> 1
    let said = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('data', (data) => {
      said += data
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${who.token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
    )
    return async () => {
      socket.write(body.slice(half))
      await new Promise((done) => socket.on('close', done))
      return Number(said.split(' ')[1])
    }
  }

  test('a request that was kept open says nothing any more for who was taken out', async () => {
    const leaver = await seated('leaver@first.test', [server.roleids.systemadmin as string])
    const list = 'email,roles\nback@first.test,systemadmin\n'
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\n${list}\r\n--b--\r\n`
    const invitation = JSON.stringify({ email: 'back@first.test', roles: [server.roleids.systemadmin] })
    const kept = [
      begin(leaver, '/api/users', 'application/json', invitation),
      begin(leaver, '/api/users/file', 'multipart/form-data; boundary=b', form),
    ]
    await Bun.sleep(1_100)
    expect((await admin.delete(`/api/users/${leaver.userid}`)).status).toBe(200)
    expect(await Promise.all(kept.map((finish) => finish()))).toEqual([401, 401])
    expect((await admin.get('/api/users?search=back@first.test')).body.total).toBe(0)
  })

  test('an upload that began in one account ends in no other', async () => {
    await bookkeeper('bookkeeper@first.test')
    const both = await server.signIn('bookkeeper@first.test')
    await both.post('/api/account/switch', { accountid: server.accountid })
    const [client] = (await server.other.get('/api/clients')).body.data
    const form = ['--b', 'Content-Disposition: form-data; name="referenceid"', '', client.id, '--b']
    const file = ['Content-Disposition: form-data; name="file"; filename="a.txt"', '', 'Text.', '--b--', '']
    const body = [...form, ...file].join('\r\n')
    const finish = begin(both, '/api/documents/file', 'multipart/form-data; boundary=b', body)
    await Bun.sleep(1_100)
    await both.post('/api/account/switch', { accountid: server.otherid })
    expect(await finish()).toBe(403)
    expect((await server.other.get(`/api/documents/reference/${client.id}`)).body.data).toEqual([])
  })

  test('a page of one account saves nothing in another that a second tab opened', async () => {
    const both = await server.signIn('bookkeeper@first.test')
    await both.post('/api/account/switch', { accountid: server.otherid })
    const page = { 'x-joblane-account': server.accountid }
    for (const [path, body] of [
      ['/clients', new URLSearchParams({ name: 'Strayed' })],
      ['/api/clients', { name: 'Strayed' }],
    ] as const) {
      const { status, text } = await both.call('POST', path, body, page)
      expect(status).toBe(403)
      expect(text).toContain('Other is open in this browser by now')
    }
    expect((await server.other.get('/api/clients?search=Strayed')).body.total).toBe(0)
    expect((await both.call('GET', '/api/clients', undefined, page)).status).toBe(403)
  })

  test('a sign-in by the old password begins no session once there is a new one', async () => {
    const email = 'changes@first.test'
    const owner = await seated(email, [])
    const { platform } = server.services
    const write = platform.write
    const gate = Promise.withResolvers<void>()
    let asked = 0
    // The old password was looked at and found right; before its session is written another is set.
    platform.write = async (run) => {
      asked++
      await gate.promise
      return write(run)
    }
    const thief = fetch(`${server.url}/api/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: email, password: PASSWORD }),
    })
    while (asked === 0) await Bun.sleep(5)
    const other = await cheapPasswords.hash('another-1')
    await write(({ db }) => {
      prepared(db, 'UPDATE users SET passwordhash = ? WHERE id = ?').run([other, owner.userid])
    })
    platform.write = write
    gate.resolve()
    expect((await thief).status).toBe(401)
  })

  test('an old password proves nothing once there is a new one, however long looking at it took', async () => {
    const email = 'proves@first.test'
    const { userid, accountid } = await seated(email, [])
    const { platform, passwords, encryption, url, config } = server.services
    const hash = await cheapPasswords.hash('another-1')
    const userOf = () =>
      platform.read((db) =>
        prepared<{ passwordhash: string; newemail: string | null }>(
          db,
          'SELECT passwordhash, newemail FROM users WHERE id = ?',
        ).get([userid]),
      )
    const before = userOf()?.passwordhash as string
    const set = (passwordhash: string) =>
      platform.write(({ db }) => {
        prepared(db, 'UPDATE users SET passwordhash = ? WHERE id = ?').run([passwordhash, userid])
      })
    /** Their owner sets another one by a link, after the old one was found right: its count is written then. */
    const late = () => {
      let writes = 0
      const write: typeof platform.write = async (run) => {
        const value = await platform.write(run)
        if (++writes === 2) await set(hash)
        return value
      }
      return { platform: { ...platform, write }, passwords, encryption, url, config }
    }
    const who = { userid, accountid, sessionid: '', name: '', email }
    const words = {
      oldpassword: PASSWORD,
      password: 'thief-pass-1',
      confirmpassword: 'thief-pass-1',
      address: '',
    }
    await expect(changePassword(late(), who, userid, words)).rejects.toThrow()
    expect(userOf()?.passwordhash).toBe(hash)
    await set(before)
    const moving = changeMyself(late(), who, { email: 'thief@other.test', password: PASSWORD })
    await expect(moving).rejects.toThrow()
    expect(userOf()).toEqual({ passwordhash: hash, newemail: null })
  })

  test('seats that are granted all at once are no more than are paid for', async () => {
    const before = (await admin.get('/api/users/myself')).body.data.licence.seats.used as number
    await setPaidSeats(server, before + 2)
    const invited = Array.from({ length: 8 }, (_, i) =>
      admin.post('/api/users', { email: `crowd${i}@first.test`, roles: [] }),
    )
    const statuses = (await Promise.all(invited)).map(({ status }) => status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(2)
    await setPaidSeats(server, 50)
  })

  test('a key for doing something once means one account, also what the platform keeps', async () => {
    const email = 'admin@first.test'
    await server.other.post('/api/users', { email, roles: [server.otherroleids.systemadmin] })
    await acceptInvitations(server, email)
    const both = await server.signIn(email)
    const send = () =>
      both.call('POST', '/api/users', { email: 'once@first.test' }, { 'idempotency-key': 'of-both' })
    await both.post('/api/account/switch', { accountid: server.accountid })
    expect((await send()).status).toBe(200)
    await both.post('/api/account/switch', { accountid: server.otherid })
    expect((await send()).status).toBe(409)
    await both.post('/api/account/switch', { accountid: server.accountid })
    expect((await send()).headers.get('idempotency-replayed')).toBe('true')
  })

  test('two who take the role from each other leave one systemadmin', async () => {
    const founded = await seated(
      'second@other.test',
      [server.otherroleids.systemadmin as string],
      server.other,
    )
    await server.other.delete(`/api/users/${admin.userid}`)
    const people = [server.other, founded]
    const statuses = await Promise.all(
      people.map(async (who, i) => {
        const id = people[1 - i]?.userid
        return (await who.patch(`/api/users/${id}`, { roles: [server.otherroleids.Agent] })).status
      }),
    )
    // Whoever comes second is told that they are the last, or is let in no more, by how far the first has got.
    expect([
      [200, 400],
      [200, 403],
    ]).toContainEqual(statuses.toSorted())
    const left = await Promise.all(people.map(async (who) => (await who.get('/api/users')).status))
    expect(left.toSorted()).toEqual([200, 403])
  })
})

test('who was given a seat unasked is not watched by it: the audit shows nothing of them until they come', async () => {
  const email = 'watched@first.test'
  const watched = await seated(email, [server.roleids.systemadmin as string])
  const { operator } = server
  const roles: string[] = []
  expect((await operator.post('/api/users', { email, roles })).status).toBe(200)
  await server.signIn(email)
  const shown = async () => {
    const page = await operator.call('GET', `/admin/audit?kind=signins&userid=${watched.userid}`, undefined, {
      accept: 'text/html',
    })
    expect(page.status).toBe(200)
    return page.text.includes('Signed in')
  }
  expect(await shown()).toBe(false)
  const { accountid } = operator
  expect((await watched.post(`/api/account/invitations/${accountid}`)).status).toBe(200)
  await server.signIn(email)
  expect(await shown()).toBe(true)
})
