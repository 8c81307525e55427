import { expect, test } from 'bun:test'
import { followAnswer, isBetweenAnswers, newProgress } from '#server/cells/answer-progress.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const answers: Record<string, [method: string, text: string]> = {
  'of a length': ['GET', `${ok}Content-Length: 5\r\n\r\n0\r\n\r\n`],
  'in chunks': [
    'GET',
    `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\na;x=1\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ],
  'without a body': ['POST', 'HTTP/1.1 204 No Content\r\n\r\n'],
  'of an empty body': ['POST', `${ok}content-length: 0\r\n\r\n`],
  'to HEAD': ['HEAD', `${ok}Content-Length: 5\r\n\r\n`],
  'not changed': ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
  'after one that lets go on': ['POST', `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 2\r\n\r\nok`],
}

for (const [kind, [method, text]] of Object.entries(answers))
  test(`an answer ${kind} is over with its last byte, however it comes`, () => {
    for (const size of [1, 7, text.length]) {
      const progress = newProgress()
      let waits = true
      for (let at = 0; at < text.length; at += size) {
        const [bytes, whole] = [text.slice(at, at + size), at + size >= text.length]
        waits = followAnswer(progress, Buffer.from(bytes), waits ? method : undefined)
        const interim = text.slice(0, at + size) === 'HTTP/1.1 100 Continue\r\n\r\n'
        expect([isBetweenAnswers(progress), waits && whole]).toEqual([whole || interim, false])
      }
    }
  })

test('one whose end nothing tells, or that nobody was seen to ask for, is never over', () => {
  for (const text of [`${ok}\r\n`, 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'SSH-2.0\r\n\r\n']) {
    const progress = newProgress()
    followAnswer(progress, Buffer.from(text), 'GET')
    expect(isBetweenAnswers(progress), text).toBe(false)
  }
  const whole = `${ok}Content-Length: 2\r\n\r\nok`
  const twice = newProgress()
  followAnswer(twice, Buffer.from(whole + whole), 'GET')
  expect(isBetweenAnswers(twice)).toBe(false)
})
