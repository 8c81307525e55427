import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from '#db/sqlite.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { demoFolder, joblane, removeTemporaryFolders, temporaryFolder } from '#tests/tasks/support.ts'

setDefaultTimeout(120_000)

const PASSWORD = 'joblane-demo-1'
/** What somebody gives the program, and what it must never give out. */
const given = {
  smtp: 'smtp-Passw0rd-of-the-platform',
  account: 'smtp-Passw0rd-of-an-account',
  passphrase: 'payfast-Passphrase-1',
  merchant: 'payfastmerchantkey1',
  google: 'google-Client-Secret-1',
  xero: 'xero-Client-Secret-1',
  marss: 'marss-Key-of-the-account-1',
  typed: 'a-Password-typed-Wrongly-1',
  fresh: 'a-Fresh-Password-9',
}
const root = join(import.meta.dir, '../..')
let folder: string
let program: Program
/** Secrets that the run itself made: tokens, cookies, keys. */
const made = new Set<string>()
const seen: { what: string; text: string }[] = []

beforeAll(async () => {
  folder = await demoFolder()
  program = await startProgram(
    [process.execPath, join(root, 'server/main.ts'), '--port', '0', '--host', '127.0.0.1', '--data', folder],
    root,
    {
      JOBLANE_SMTP: `smtp://office:${given.smtp}@127.0.0.1:9`,
      JOBLANE_MAIL_FROM: 'jobs@example.test',
      JOBLANE_MARSS_URL: 'http://127.0.0.1:9/api',
      JOBLANE_PAYFAST_MERCHANT_ID: '10000100',
      JOBLANE_PAYFAST_MERCHANT_KEY: given.merchant,
      JOBLANE_PAYFAST_PASSPHRASE: given.passphrase,
      JOBLANE_XERO_CLIENT_ID: 'client',
      JOBLANE_XERO_CLIENT_SECRET: given.xero,
      JOBLANE_GOOGLE_CLIENT_ID: 'client',
      JOBLANE_GOOGLE_CLIENT_SECRET: given.google,
      JOBLANE_GOOGLE_ISSUER: 'http://127.0.0.1:9',
    },
  )
  await useIt()
})
afterAll(async () => {
  await program?.stop()
  removeTemporaryFolders()
})

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | URLSearchParams,
) {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(program.base + path, {
    method,
    redirect: 'manual',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  seen.push({ what: `${method} ${path}`, text })
  return { status: answer.status, text, cookie: answer.headers.get('set-cookie') ?? '' }
}

/** Everything by which a secret comes in or is made, right and wrong. */
async function useIt() {
  const userName = 'owner@northwind.test'
  const signed = await send('POST', '/api/auth/authenticate', {}, { userName, password: PASSWORD })
  const { token, renewToken } = JSON.parse(signed.text).data
  const { cookie } = await send('POST', '/signin', {}, new URLSearchParams({ userName, password: PASSWORD }))
  const bearer = { authorization: `Bearer ${token}` }
  await send('POST', '/api/auth/authenticate', {}, { userName, password: given.typed })
  await send('POST', '/api/auth/authenticate', {}, { userName: given.typed, password: 'x' })
  await send('POST', '/api/auth/authenticate', {}, { userName, password: given.typed, extra: 1 })
  await send('PATCH', '/api/account', bearer, {
    primaryemail: 'office@northwind.test',
    smtpserver: '127.0.0.1',
    smtpport: 9,
    smtpusername: 'office',
    smtppassword: given.account,
  })
  await send('POST', '/account/testmail', bearer, {})
  await send('POST', '/admin/inventory/marss', bearer, new URLSearchParams({ key: given.marss }))
  await send('GET', '/api/inventory/marss/sync', bearer)
  const key = await send('PATCH', '/api/users/apikey', bearer, { application: 'Test' })
  const renewed = await send('POST', '/api/auth/renew', {}, { token, renewToken })
  await send('POST', '/api/auth/renew', {}, { token, renewToken: 'x'.repeat(300) })
  await send('POST', '/api/auth/passwordreset', {}, { email: userName })
  await send(
    'POST',
    '/api/auth/register',
    {},
    {
      firstname: 'A',
      email: 'new@new.test',
      password: given.fresh,
      confirmpassword: given.fresh,
    },
  )
  await send('GET', '/api/auth/login/google', {})
  await send('GET', '/subscription', bearer)
  await send('POST', '/api/cctransactions/payfast/notify', {}, new URLSearchParams({ signature: 'x' }))
  await send('GET', `/api/clients?search=${given.typed}`, bearer)
  await send('GET', '/api/clients', { 'x-api-key': `joblane_${given.typed}` })
  const after = JSON.parse(renewed.text).data
  for (const one of [token, renewToken, after.token, after.renewToken, JSON.parse(key.text).data.key])
    made.add(one)
  made.add(cookie.split(';')[0]?.split('=')[1] ?? '')
  // What was answered when it was made is where it belongs.
  seen.splice(0)
  const now = { authorization: `Bearer ${after.token}` }
  for (const path of [
    '/',
    '/account',
    '/account?tab=configuration',
    '/account/profile?tab=security',
    '/admin/audit',
    '/admin/users',
    '/admin/inventory/marss',
    '/subscription',
    '/api/account',
    '/api/users/apikey',
    '/api/users/myself',
    '/api/configuration/environmentals',
    '/api/configuration/settings',
    '/api/configuration/changes',
    '/api/openapi.json',
    '/api/docs',
    '/health',
    '/signin',
  ])
    await send('GET', path, { ...now, accept: 'text/html' })
}

const all = () => [...Object.values(given), PASSWORD, ...made]
const key = () => readFileSync(join(folder, 'secret.key'), 'utf8').trim()

describe('a secret', () => {
  test('is in no line that the program writes', async () => {
    await Bun.sleep(300)
    const said = program.output()
    expect(said).toContain('POST /api/auth/authenticate')
    for (const secret of [...all(), key()]) expect(said).not.toContain(secret)
  })

  test('is in no page and no answer after the one that made it, nor in what describes the calls', () => {
    expect(seen.filter(({ text }) => text.length > 0).length).toBeGreaterThan(15)
    for (const { what, text } of seen)
      for (const secret of [...all(), key()])
        expect(text.includes(secret) ? `${what} shows ${secret}` : '').toBe('')
  })

  test('is in no file of the data folder as it is, whole or in a copy', async () => {
    const files = (at: string): string[] =>
      readdirSync(at, { withFileTypes: true, recursive: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
    const backup = join(temporaryFolder(), 'backup')
    const packed = join(temporaryFolder(), 'one.joblane')
    expect((await joblane(['backup', '--to', backup, '--data', folder])).status).toBe(0)
    expect(
      (await joblane(['pack', '--account', 'Northwind Traders', '--to', packed, '--data', folder])).err,
    ).toBe('')
    for (const path of [...files(folder), ...files(backup), packed]) {
      const bytes = readFileSync(path)
      for (const secret of all()) expect(bytes.includes(secret) ? `${path}: ${secret}` : '').toBe('')
      if (!path.endsWith('secret.key')) expect(bytes.includes(key()) ? path : '').toBe('')
    }
  })

  test('of the platform, even encrypted or as a hash, is not in what leaves with one account', async () => {
    const packed = join(temporaryFolder(), 'one.joblane')
    expect(
      (await joblane(['pack', '--account', 'Northwind Traders', '--to', packed, '--data', folder])).status,
    ).toBe(0)
    const bytes = readFileSync(packed)
    const platform = openFile(join(folder, 'platform.sqlite'))
    const column = (sql: string) =>
      platform.raw
        .query<Record<string, string | null>, []>(sql)
        .all()
        .flatMap((row) => Object.values(row))
        .filter((value): value is string => Boolean(value))
    const kept = [
      ...column('SELECT smtppassword FROM accounts'),
      ...column('SELECT cookiehash, renewhash, renewfamily FROM sessions'),
      ...column('SELECT keyhash FROM apikeys'),
      ...column('SELECT hash FROM onetimetokens'),
      ...column("SELECT payload FROM outbox WHERE payload != ''"),
      ...column("SELECT name FROM accounts WHERE name NOT LIKE 'Northwind%'"),
      // Only people who belong to it come along.
      ...column(`SELECT email FROM users WHERE id NOT IN (
        SELECT userid FROM seats WHERE accountid = (SELECT id FROM accounts WHERE name LIKE 'Northwind%'))`),
    ].filter((value) => value.length > 8)
    platform.raw.close()
    expect(kept.length).toBeGreaterThan(10)
    for (const one of kept) expect(bytes.includes(one) ? one : '').toBe('')
  })
})
