import { eq } from 'drizzle-orm'
import { accounts, platformOutbox } from '#db/schema/platform/index.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import { addUser } from '#server/access/accounts.ts'
import { cheapPasswords, PASSWORD, type TestServer } from '#tests/support/server.ts'

export const DAY = 86_400_000

/** Signs somebody in as a program does. */
export const requestTokens = (server: TestServer, email: string) =>
  fetch(`${server.url}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password: PASSWORD }),
  }).then(async (answer) => (await answer.json()).data as { token: string; renewToken: string })

/** A call with that token, whoever it is of. */
export async function withToken(
  server: TestServer,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  more = {},
) {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}

/** Somebody who is signed in and belongs to no account. */
export async function createPersonWithoutAccount(server: TestServer, email: string, firstname = 'Nora') {
  const passwordhash = await cheapPasswords.hash(PASSWORD)
  const userid = await server.services.platform.write((tx) =>
    addUser(tx, { email, firstname, lastname: 'Newcomer', passwordhash }),
  )
  const { token } = await requestTokens(server, email)
  return { userid, email, token }
}

/** The mails of the platform that wait, oldest first. */
export const platformMails = ({ services }: TestServer) =>
  services.platform
    .read((db) => db.select().from(platformOutbox).where(eq(platformOutbox.kind, 'mail')).all())
    .map(
      ({ payload }) =>
        JSON.parse(services.encryption.decrypt(payload)) as { to: string; subject: string; text: string },
    )

export const listNotices = ({ services }: TestServer, accountid: string, code: string) =>
  services.tenants.read(accountid, (db) =>
    db.select().from(notifications).where(eq(notifications.code, code)).all(),
  )

/** What a test sets in an account that only time, the operator or a payment would. */
export const setAccount = (
  { services }: TestServer,
  accountid: string,
  set: Partial<typeof accounts.$inferInsert>,
) => services.platform.write(({ db }) => db.update(accounts).set(set).where(eq(accounts.id, accountid)).run())
