import { expect, test } from 'bun:test'
import { createSigner } from '#server/cells/signed-messages.ts'

const SECRET = 'a secret of the installation'
const PORT = 4001
const accept = (signer: ReturnType<typeof createSigner>, text: string) =>
  signer.verify<{ n: number }>('ask', PORT, text)

test('a signed message is accepted once, by whom and for what it was signed', () => {
  const [from, to] = [createSigner(SECRET, () => new Date()), createSigner(SECRET, () => new Date())]
  const text = from.sign('ask', PORT, { n: 1 })
  expect(to.verify('hop', PORT, text)).toBeNull()
  expect(to.verify('ask', PORT + 1, text)).toBeNull()
  expect(
    accept(
      createSigner('another secret', () => new Date()),
      text,
    ),
  ).toBeNull()
  expect(accept(to, text)).toEqual({ n: 1 })
  expect(accept(to, text)).toBeNull()
  expect(accept(to, from.sign('ask', PORT, { n: 1 }))).toEqual({ n: 1 })
})

test('it is not accepted again as long as it is valid, however the clock goes', () => {
  let at = Date.parse('2026-11-28T10:00:00Z')
  const signer = createSigner(SECRET, () => new Date(at))
  const ahead = signer.sign('ask', PORT, { n: 1 })
  at -= 59_000
  expect(accept(signer, ahead)).toEqual({ n: 1 })
  for (let second = 0; second < 130; second++) {
    at += 1_000
    accept(signer, signer.sign('ask', PORT, { n: second }))
    expect(accept(signer, ahead)).toBeNull()
  }
  at -= 71_000
  expect(accept(signer, ahead)).toBeNull()
})
