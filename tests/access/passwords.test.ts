import { expect, test } from 'bun:test'
import { hashPassword, isPassword } from '#server/access/passwords.ts'

test('many passwords at once are worked on in turns, and beyond a bound refused instead of filling the memory', async () => {
  const hash = await Bun.password.hash('right-1', { algorithm: 'argon2id', memoryCost: 1024, timeCost: 1 })
  const many = Array.from({ length: 260 }, () =>
    isPassword('right-1', hash).then(
      (good) => (good ? 'right' : 'wrong'),
      (error) => error.status as number,
    ),
  )
  const answers = Object.groupBy(await Promise.all(many), String)
  expect(answers.right).toHaveLength(204)
  expect(answers['503']).toHaveLength(56)
  // Whoever comes afterwards is served again.
  expect(await isPassword('wrong-1', hash)).toBe(false)
  expect(await isPassword('right-1', await hashPassword('right-1'))).toBe(true)
})
