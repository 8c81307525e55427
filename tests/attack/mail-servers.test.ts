import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { acceptInvitations, confirmInvitation, setPaidSeats } from '#tests/people/users-support.ts'
import { linksIn, type MailServer, startMailServer } from '#tests/support/mail.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

// Whoever manages an account names its mail server, and so reads whatever goes over it. Nothing that goes there may
// let them be somebody else.

const deliver = (server: TestServer) => server.services.background.run('mail')
const opens = ({ text }: { text?: string }) =>
  linksIn({ text }).some((link) => /invitation\/|confirmpasswordreset|confirmemail|account\/email/.test(link))

async function nameServer(by: Client, { port }: MailServer) {
  const { status } = await by.patch('/api/account', {
    primaryemail: 'office@account.test',
    smtpserver: '127.0.0.1',
    smtpport: port,
  })
  expect(status).toBe(200)
}

describe('the mail server of an account', () => {
  let server: TestServer
  let platforms: MailServer
  let theirs: MailServer
  beforeAll(async () => {
    platforms = await startMailServer()
    theirs = await startMailServer()
    server = await startTestServer(undefined, [
      ...['--smtp', platforms.url, '--mail-from', 'Joblane <jobs@joblane.test>', '--smtp-private'],
    ])
    await setPaidSeats(server, 50, server.otherid)
    await nameServer(server.other, theirs)
  })
  beforeEach(() => {
    platforms.mails.length = 0
    theirs.mails.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([platforms.stop(), theirs.stop()])
  })

  test.each(['admin@first.test', 'operator@platform.test'])(
    'never carries a link that sets the password of %s, who was seated there unasked',
    async (email) => {
      const { body } = await server.other.post('/api/users', { email })
      await acceptInvitations(server, email)
      await server.other.post(`/api/users/${body.data.id}/resetpassword`)
      await deliver(server)
      expect(theirs.to(email).filter(opens)).toEqual([])
      const [reset] = platforms.to(email).filter(opens)
      expect(reset?.from?.name).toBe('Other')
    },
  )

  test('never carries the first link of somebody whom another account invited', async () => {
    const email = 'new@first.test'
    await server.people.admin.post('/api/users', { email, roles: [server.roleids.systemadmin] })
    await deliver(server)
    const { body } = await server.other.post('/api/users', { email })
    await deliver(server)
    await server.other.post(`/api/users/${body.data.id}/resetpassword`)
    await deliver(server)
    expect(theirs.to(email)).toEqual([])
    const link = linksIn(platforms.to(email).filter(opens).at(-1) ?? {})[0] as string
    await confirmInvitation(server, link)
    expect((await server.signIn(email)).userid).toBe(body.data.id)
  })

  test('still carries what an account writes in its own name', async () => {
    const email = 'agent@first.test'
    const { body } = await server.other.post('/api/users', { email })
    await acceptInvitations(server, email)
    await server.other.post('/api/users/sendemails', {
      userids: [body.data.id],
      subject: 'Hi',
      message: 'Hi',
    })
    await deliver(server)
    expect(theirs.to(email).map(({ subject }) => subject)).toEqual(['Hi'])
    expect(platforms.to(email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('invites you'),
    ])
  })
})

describe('where the platform has no mail server', () => {
  let server: TestServer
  let theirs: MailServer
  beforeAll(async () => {
    theirs = await startMailServer()
    server = await startTestServer(undefined, ['--smtp-private'])
    await nameServer(server.people.admin, theirs)
  })
  afterAll(async () => {
    await server.stop()
    await theirs.stop()
  })
  const invited = async (email: string) => {
    await server.people.admin.post('/api/users', { email })
    await deliver(server)
    return theirs.to(email).filter(opens).length
  }

  test('first links wait while there are several businesses', async () => {
    expect(await invited('one@first.test')).toBe(0)
    const form = new URLSearchParams({ email: 'three@first.test', roles: server.roleids.Agent ?? '' })
    const { headers } = await server.people.admin.call('POST', '/admin/users', form, { 'hx-request': 'true' })
    expect(headers.get('hx-trigger')).toContain('waits until whoever runs this installation')
  })

  test('those of the one business there is go over its own, but not those of the operator’s people', async () => {
    const { platform } = server.services
    await platform.write(({ db }) => {
      prepared(db, 'DELETE FROM seats WHERE accountid = ?').run([server.otherid])
      prepared(db, 'UPDATE sessions SET accountid = NULL WHERE accountid = ?').run([server.otherid])
      prepared(db, 'DELETE FROM accounts WHERE id = ?').run([server.otherid])
    })
    expect(await invited('two@first.test')).toBe(1)
    const email = 'operator@platform.test'
    const { body } = await server.people.admin.post('/api/users', { email })
    await server.people.admin.post(`/api/users/${body.data.id}/resetpassword`)
    await deliver(server)
    expect(theirs.to(email).filter(opens)).toEqual([])
  })
})
