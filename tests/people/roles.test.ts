import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { eq } from 'drizzle-orm'
import { insertClaims } from '#db/queries/people/roles.ts'
import { audit } from '#db/schema/platform/platform.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import { accountClaims } from '#server/access/claims.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import {
  type Client,
  cheapPasswords,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'

let server: TestServer
let keeper: Client
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  keeper = await keeperOfRoles()
})
afterAll(() => server.stop())

/** Somebody who manages roles and reads clients, and holds nothing else. */
async function keeperOfRoles(): Promise<Client> {
  const { platform, tenants } = server.services
  const { id } = await expectOk(admin().post('/api/auth/roles', { name: 'Keeper' }))
  for (const claim of ['roles.manage', 'clients.read'])
    await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim }))
  const passwordhash = await cheapPasswords.hash(PASSWORD)
  const userid = await platform.write((tx) =>
    addUser(tx, { email: 'keeper@first.test', firstname: 'Kim', lastname: 'Keeper', passwordhash }),
  )
  await addSeat(platform, tenants, { accountid: server.accountid, userid, roleids: [id] })
  return server.signIn('keeper@first.test')
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const roles = async (who = admin()): Promise<any[]> => expectOk(who.get('/api/auth/roles?archived=true'))
const roleNamed = async (name: string) => (await roles()).find((one) => one.name === name)
const audited = () =>
  server.services.platform.read((db) =>
    db
      .select()
      .from(audit)
      .where(eq(audit.what, 'rolechanged'))
      .all()
      .map(({ detail }) => detail),
  )

describe('roles', () => {
  test('are listed with their claims and holders, for whoever manages roles or people alone', async () => {
    const list = await roles()
    expect(list.map(({ name }) => name)).toEqual([
      'Agent',
      'Jobs',
      'Keeper',
      'Management',
      'Operations',
      'StakeHolder',
      'systemadmin',
    ])
    const agent = list.find(({ name }) => name === 'Agent')
    expect(agent.accountid).toBe(server.accountid)
    expect(agent.people).toEqual([
      { id: server.people.agent.userid, name: 'agent Tester', email: 'agent@first.test' },
    ])
    expect(list.find(({ name }) => name === 'systemadmin').claims).toHaveLength(accountClaims.length)
    for (const path of ['/api/auth/roles', '/api/configuration/roleclaims'])
      for (const who of [server.people.jobs, server.people.stakeholder])
        expect((await who.get(path)).status).toBe(403)
  })

  test('are added, renamed, archived and restored, each with a line of history and of the audit', async () => {
    const { id, version } = await expectOk(admin().post('/api/auth/roles', { name: 'Storeman' }))
    const renamed = await expectOk(admin().patch('/api/auth/roles', { id, name: 'Stores', version }))
    expect(renamed).toMatchObject({ name: 'Stores', version: version + 1 })
    await expectOk(admin().patch('/api/auth/roles', { id, archived: true }))
    expect(
      (await expectOk(admin().get('/api/auth/roles'))).map((one: { id: string }) => one.id),
    ).not.toContain(id)
    await expectOk(admin().patch('/api/auth/roles', { id, archived: false }))
    expect(audited()).toEqual(
      expect.arrayContaining([
        'Storeman added',
        'Storeman renamed to Stores',
        'Stores archived',
        'Stores restored',
      ]),
    )
    const { html } = await htmxRequest(server, admin(), 'GET', `/backoffice/roles/${id}`)
    for (const word of ['Storeman', 'Stores', 'archived']) expect(html).toContain(word)
  })

  test('need a name, and no two bear the same one in any case', async () => {
    expect(await expectRefused(admin().post('/api/auth/roles', { name: ' ' }))).toEqual(['name'])
    expect(await expectRefused(admin().post('/api/auth/roles', { name: 'AGENT' }))).toEqual(['name'])
    expect(await expectRefused(admin().post('/api/auth/roles', { name: 'SystemAdmin' }))).toEqual(['name'])
    const { id } = await roleNamed('Keeper')
    expect(await expectRefused(admin().patch('/api/auth/roles', { id, name: 'agent' }))).toEqual(['name'])
    expect(await expectRefused(admin().post('/api/auth/roles', { name: 'X', system: true }))).toEqual([
      'system',
    ])
  })

  test('that the program goes by keep their name and stay', async () => {
    for (const name of ['systemadmin', 'StakeHolder']) {
      const { id } = await roleNamed(name)
      expect(await expectRefused(admin().patch('/api/auth/roles', { id, name: 'Boss' }))).toEqual(['name'])
      expect(await expectRefused(admin().patch('/api/auth/roles', { id, archived: true }))).toEqual([
        'archived',
      ])
    }
  })

  test('that somebody holds cannot be archived', async () => {
    const { id } = await roleNamed('Agent')
    const { status, body } = await admin().patch('/api/auth/roles', { id, archived: true })
    expect(status).toBe(409)
    expect(body.message).toContain('agent Tester')
  })

  test('are duplicated with their claims, but never StakeHolder, whose limit is its name', async () => {
    const jobs = await roleNamed('Jobs')
    const copy = await expectOk(admin().post('/api/auth/roles', { name: 'Night shift', copyof: jobs.id }))
    expect(copy.claims.sort()).toEqual(jobs.claims.sort())
    const { id } = await roleNamed('StakeHolder')
    expect(await expectRefused(admin().post('/api/auth/roles', { name: 'Free', copyof: id }))).toEqual([
      'copyof',
    ])
  })

  test('saved on top of somebody else are told so', async () => {
    const { id, version } = await expectOk(admin().post('/api/auth/roles', { name: 'Twice' }))
    await expectOk(admin().patch('/api/auth/roles', { id, name: 'Once', version }))
    expect((await admin().patch('/api/auth/roles', { id, name: 'Thrice', version })).status).toBe(409)
  })

  test('of another account are not there', async () => {
    const { id } = await roleNamed('Agent')
    for (const answer of [
      await server.other.patch('/api/auth/roles', { id, name: 'Mine' }),
      await server.other.call('GET', `/backoffice/roles/${id}`),
      await server.other.call('POST', `/backoffice/roles/${id}/archive`),
    ])
      expect(answer.status).toBe(404)
    const allocate = await server.other.post('/api/auth/roles/claims', { roleid: id, claim: 'jobs.read' })
    expect(allocate.status).toBe(400)
    expect((await roleNamed('Agent')).name).toBe('Agent')
  })
})

describe('a claim', () => {
  test('is allowed and denied once, and said so once', async () => {
    const { id } = await roleNamed('Jobs')
    const before = audited().length
    for (let twice = 0; twice < 2; twice++) {
      const given = await expectOk(
        admin().post('/api/auth/roles/claims', { roleid: id, claim: 'invoices.read' }),
      )
      expect(given.claims).toContain('invoices.read')
    }
    const path = '/api/auth/roles/claims'
    const taken = await expectOk(admin().call('DELETE', path, { roleid: id, claim: 'invoices.read' }))
    expect(taken.claims).not.toContain('invoices.read')
    expect(audited().slice(before)).toEqual([
      'Jobs: See invoices (invoices.read) allowed',
      'Jobs: See invoices (invoices.read) denied',
    ])
    const again = await expectOk(admin().delete(`${path}?roleid=${id}&claim=invoices.read`))
    expect(again.claims).toEqual(taken.claims)
    expect(await expectRefused(admin().delete(`${path}?roleid=${id}`))).toEqual(['claim'])
  })

  test('of systemadmin stays, and one that is not on the list is refused', async () => {
    const { id } = await roleNamed('systemadmin')
    const path = '/api/auth/roles/claims'
    expect(await expectRefused(admin().call('DELETE', path, { roleid: id, claim: 'jobs.read' }))).toEqual([
      'roleid',
    ])
    const agent = await roleNamed('Agent')
    for (const claim of ['platform.manage', 'everything', 'jobs.Read'])
      expect(await expectRefused(admin().post(path, { roleid: agent.id, claim }))).toEqual(['claim'])
  })

  test('is given by nobody who does not hold it, be it one by one, by a copy, or to themselves', async () => {
    const own = await roleNamed('Keeper')
    const path = '/api/auth/roles/claims'
    for (const claim of ['account.manage', 'invoices.read', 'users.manage']) {
      const { status, body } = await keeper.post(path, { roleid: own.id, claim })
      expect(status).toBe(403)
      expect(Object.keys(body.fields)).toEqual(['claim'])
      const { status: byPage } = await htmxRequest(server, keeper, 'POST', '/backoffice/claims', {
        roleid: own.id,
        claim,
        allowed: 'true',
      })
      expect(byPage).toBe(403)
    }
    const management = await roleNamed('Management')
    expect((await keeper.post('/api/auth/roles', { name: 'Mighty', copyof: management.id })).status).toBe(403)
    expect(await roleNamed('Mighty')).toBeUndefined()
    await expectOk(keeper.post(path, { roleid: (await roleNamed('Once')).id, claim: 'clients.read' }))
  })

  test('of the platform is out of reach for a business, even when its file says otherwise', async () => {
    const { tenants } = server.services
    const { id } = await roleNamed('Agent')
    await tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
      insertClaims(tx.db, id, ['platform.manage'])
      tx.invalidateCaches()
    })
    expect((await server.people.agent.get('/api/backoffice/account')).status).toBe(403)
  })
})

describe('the platform owner', () => {
  test('has roles of its own, which carry the platform, its people and their roles', async () => {
    const { operator } = server
    const list = await roles(operator)
    const systemadmin = list.find(({ name }) => name === 'systemadmin')
    expect(systemadmin.claims).toEqual(['records.export', 'users.manage', 'roles.manage', 'platform.manage'])
    const management = list.find(({ name }) => name === 'Management')
    expect(management.claims).toEqual(['records.export'])
    const path = '/api/auth/roles/claims'
    await expectOk(operator.post(path, { roleid: management.id, claim: 'platform.manage' }))
    expect(await expectRefused(operator.post(path, { roleid: management.id, claim: 'jobs.read' }))).toEqual([
      'claim',
    ])
    expect((await operator.get('/api/jobs')).status).toBe(403)
  })
})

describe('a right that changes mid-session', () => {
  test('is there, and gone, at the next request of whoever holds the role', async () => {
    const { agent } = server.people
    const { id } = await roleNamed('Agent')
    expect((await agent.get('/api/accountcodes')).status).toBe(403)
    await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim: 'accountcodes.read' }))
    expect((await agent.get('/api/accountcodes')).status).toBe(200)
    await expectOk(
      admin().call('DELETE', '/api/auth/roles/claims', { roleid: id, claim: 'accountcodes.read' }),
    )
    expect((await agent.get('/api/accountcodes')).status).toBe(403)
  })

  test('changes what an open hub connection hears', async () => {
    const { jobs } = server.people
    const { id } = await roleNamed('Jobs')
    const board = await expectOk(admin().post('/api/boards', { name: 'Yard' }))
    const heard: string[] = []
    let reconnected = 0
    const connection = new HubConnectionBuilder()
      .withUrl(`${server.url}/hub`, { accessTokenFactory: () => jobs.token })
      .withAutomaticReconnect([10, 10, 10])
      .configureLogging(LogLevel.None)
      .build()
    connection.on('JobChanged', () => heard.push('JobChanged'))
    connection.on('JobMoved', () => heard.push('JobMoved'))
    connection.onreconnected(() => void reconnected++)
    await connection.start()
    try {
      const job = await expectOk(admin().post('/api/jobs', { boardid: board.id, description: 'One' }))
      await until(() => heard.length > 0, 'the first event')
      await expectOk(admin().call('DELETE', '/api/auth/roles/claims', { roleid: id, claim: 'jobs.read' }))
      await until(() => reconnected === 1, 'the connection to come back')
      heard.length = 0
      await expectOk(admin().patch(`/api/jobs/${job.id}`, { description: 'Two' }))
      await expectOk(admin().post('/api/communication/notification', notice(jobs.userid)))
      await Bun.sleep(50)
      expect(heard).toEqual([])
      await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim: 'jobs.read' }))
      await until(() => reconnected === 2, 'the connection to come back')
      await expectOk(admin().patch(`/api/jobs/${job.id}`, { description: 'Three' }))
      await until(() => heard.length > 0, 'an event again')
    } finally {
      await connection.stop()
    }
  })
})

const notice = (userid: string) => ({ userid, type: 'info', message: 'Still here' })
