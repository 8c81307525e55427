import { userByEmail } from '#db/queries/platform/users.ts'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformTx } from '#db/types.ts'
import { acceptInvitation, listInvitations } from '#server/access/invitations.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import type { Mail } from '#server/mail/queue.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Client, TestServer } from '#tests/support/server.ts'

/** The mails that wait for somebody, oldest first; without SMTP settings nothing leaves. */
export function mailsTo(server: TestServer, email: string, accountid = server.accountid): Mail[] {
  const { platform, tenants, encryption } = server.services
  const rows = [
    ...platform.read((db) => db.select().from(platformOutbox).all()),
    ...tenants.read(accountid, (db) => db.select().from(tenantOutbox).all()),
  ]
  return rows
    .filter(({ kind, payload }) => kind === 'mail' && payload)
    .map(({ payload }) => JSON.parse(encryption.decrypt(payload)) as Mail)
    .filter(({ to }) => to === email)
}

/** The newest link in the mails to somebody. */
export const newestMailLink = (server: TestServer, email: string): string =>
  /https?:\/\/\S+/.exec(mailsTo(server, email).at(-1)?.text ?? '')?.[0] ?? ''

export const setPaidSeats = (server: TestServer, seats: number, accountid = server.accountid) =>
  server.services.platform.write(({ db }) => {
    prepared(db, 'UPDATE accounts SET seatspaid = ? WHERE id = ?').run([seats, accountid])
  })

export const tokenInLink = (link: string) => new URL(link).searchParams.get('t') ?? ''

/** Follows an invitation: a first password, as the page that the link opens sends it. */
export async function confirmInvitation(
  server: TestServer,
  link: string,
  password = 'joblane-test-1',
): Promise<void> {
  const { pathname } = new URL(link)
  const answer = await fetch(`${server.url}/api/auth/confirmpasswordreset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      userid: pathname.split('/').at(-1),
      token: tokenInLink(link),
      password,
      confirmpassword: password,
    }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** A live connection of somebody, and whether it is still open. */
export async function connectHub(server: TestServer, { token }: Pick<Client, 'token'>) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/hub?access_token=${token}`)
  let open = false
  const ended = new Promise<void>((done) => {
    socket.onclose = () => {
      open = false
      done()
    }
  })
  await new Promise<void>((done, failed) => {
    socket.onopen = () => {
      open = true
      socket.send(`${JSON.stringify({ protocol: 'json', version: 1 })}\u001e`)
    }
    socket.onmessage = () => done()
    socket.onerror = failed
  })
  return { isOpen: () => open, ended, close: () => socket.close() }
}

/** What accepting comes to, with the tests' cheap password: the person signs in at once. */
export const acceptAtOnce = (server: TestServer, email: string) =>
  server.services.platform.write((tx) => {
    prepared(
      tx.db,
      `UPDATE users SET confirmedutc = createdutc,
       passwordhash = (SELECT passwordhash FROM users WHERE email = 'agent@first.test') WHERE email = ?`,
    ).run([email])
    acceptAll(tx, email)
  })

function acceptAll(tx: PlatformTx, email: string) {
  const userid = userByEmail(tx.db, email)?.id ?? ''
  for (const { accountid } of listInvitations(tx.db, userid)) acceptInvitation(tx, userid, accountid)
}

/** Somebody who has a password accepts whatever invites them. */
export const acceptInvitations = async (server: TestServer, email: string) => {
  await server.services.platform.write((tx) => acceptAll(tx, email))
  await syncMembershipsNow(server.services)
}

/** Who has that e-mail in the account, archived or not. */
export const findPersonByEmail = async (server: TestServer, email: string) =>
  (await expectOk(server.people.admin.get(`/api/users?search=${encodeURIComponent(email)}&archived=true`)))[0]

/** Somebody new with these roles who has accepted and signed in. */
export async function createSignedInPerson(
  server: TestServer,
  email: string,
  ...roles: string[]
): Promise<Client> {
  const { admin } = server.people
  await expectOk(
    admin.post('/api/users', { email, firstname: 'New', roles: roles.map((name) => server.roleids[name]) }),
  )
  await acceptAtOnce(server, email)
  return server.signIn(email)
}
