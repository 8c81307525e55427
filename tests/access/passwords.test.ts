import { expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswords } from '#server/access/passwords.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'

test('many passwords at once are worked on in turns, and beyond a bound refused instead of filling the memory', async () => {
  const passwords = createPasswords()
  const hash = await Bun.password.hash('right-1', { algorithm: 'argon2id', memoryCost: 1024, timeCost: 1 })
  const many = Array.from({ length: 260 }, () =>
    passwords.verify('right-1', hash).then(
      (good) => (good ? 'right' : 'wrong'),
      (error) => error.status as number,
    ),
  )
  const answers = Object.groupBy(await Promise.all(many), String)
  expect(answers.right).toHaveLength(204)
  expect(answers['503']).toHaveLength(56)
  // Whoever comes afterwards is served again.
  expect(await passwords.verify('wrong-1', hash)).toBe(false)
  expect(await passwords.verify('right-1', await passwords.hash('right-1'))).toBe(true)
})

test('a password costs 64 MB and two passes of argon2id unless another cost is handed over', async () => {
  expect(await createPasswords().hash('right-1')).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  const cheap = await createPasswords({ memoryCost: 1024, timeCost: 1 }).hash('right-1')
  expect(cheap).toStartWith('$argon2id$v=19$m=1024,t=1,p=1$')
})

test('a program that is started without a cost uses the real one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-passwords-'))
  const running = await start(
    readConfig({}, ['--port', '0', '--host', '127.0.0.1', '--quiet', '--data', folder]),
  )
  expect(await running.services.passwords.hash('right-1')).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('nobody can sign in as somebody unknown, which costs as much as a wrong password', async () => {
  const passwords = createPasswords({ memoryCost: 1024, timeCost: 1 })
  const verify = spyOn(Bun.password, 'verify')
  expect(await passwords.verify('right-1', null)).toBe(false)
  const [, against] = verify.mock.lastCall as [string, string]
  verify.mockRestore()
  const own = await passwords.hash('right-1')
  expect(against.split('$').slice(0, 4)).toEqual(own.split('$').slice(0, 4))
  expect(against).toHaveLength(own.length)
})
