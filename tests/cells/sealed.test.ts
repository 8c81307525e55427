import { expect, test } from 'bun:test'
import { sealing } from '#server/cells/sealed.ts'

const SECRET = 'a secret of the installation'
const PORT = 4001
const open = (sealed: ReturnType<typeof sealing>, text: string) =>
  sealed.open<{ n: number }>('ask', PORT, text)

test('a sealed message is opened once, by whom and for what it was sealed', () => {
  const [from, to] = [sealing(SECRET, () => new Date()), sealing(SECRET, () => new Date())]
  const text = from.seal('ask', PORT, { n: 1 })
  expect(to.open('hop', PORT, text)).toBeNull()
  expect(to.open('ask', PORT + 1, text)).toBeNull()
  expect(
    open(
      sealing('another secret', () => new Date()),
      text,
    ),
  ).toBeNull()
  expect(open(to, text)).toEqual({ n: 1 })
  expect(open(to, text)).toBeNull()
  expect(open(to, from.seal('ask', PORT, { n: 1 }))).toEqual({ n: 1 })
})

test('it is not opened again as long as it is valid, however the clock goes', () => {
  let at = Date.parse('2026-11-28T10:00:00Z')
  const sealed = sealing(SECRET, () => new Date(at))
  const ahead = sealed.seal('ask', PORT, { n: 1 })
  at -= 59_000
  expect(open(sealed, ahead)).toEqual({ n: 1 })
  for (let second = 0; second < 130; second++) {
    at += 1_000
    open(sealed, sealed.seal('ask', PORT, { n: second }))
    expect(open(sealed, ahead)).toBeNull()
  }
  at -= 71_000
  expect(open(sealed, ahead)).toBeNull()
})
