import { afterEach, expect, spyOn, test } from 'bun:test'
import { logFailure, logLine, logOften, logSlowStatement, logUnexpected, setLogFormat } from '#server/log.ts'

afterEach(() => setLogFormat('text'))

function heard(method: 'log' | 'error' | 'warn', run: () => void): string[] {
  const lines: string[] = []
  const spy = spyOn(console, method).mockImplementation((line) => void lines.push(line))
  run()
  spy.mockRestore()
  return lines
}

test('a line of text is its message', () => {
  expect(heard('log', () => logLine('info', 'Ready', { port: 3000 }))).toEqual(['Ready'])
  expect(heard('error', () => logFailure('mail', new Error('no route')))).toEqual(['mail: no route'])
})

test('as JSON each is one object on one line, a stack too', () => {
  setLogFormat('json')
  const [line = ''] = heard('error', () => logUnexpected('GET /a', new Error('two\nlines')))
  expect(line.split('\n')).toHaveLength(1)
  expect(JSON.parse(line)).toMatchObject({ level: 'error', about: 'GET /a' })
  expect(JSON.parse(line).message).toContain('two\nlines')
  expect(Date.parse(JSON.parse(line).time)).not.toBeNaN()
})

test('a slow statement says its file and time', () => {
  const [line] = heard('warn', () =>
    logSlowStatement('SELECT 1\n   FROM jobs', '/data/tenants/a.sqlite', 350.4),
  )
  expect(line).toBe('slow statement, 350 ms in a.sqlite: SELECT 1 FROM jobs')
})

test('what is logged often is written together, before whatever comes after it, and soon', async () => {
  const lines = heard('log', () => {
    for (const path of ['/a', '/b']) logOften(`GET ${path}`, { path })
    logLine('info', 'Ready')
  })
  expect(lines).toEqual(['GET /a\nGET /b', 'Ready'])
  const spy = spyOn(console, 'log').mockImplementation(() => {})
  logOften('GET /c', {})
  expect(spy).not.toHaveBeenCalled()
  while (spy.mock.calls.length === 0) await Bun.sleep(5)
  expect(spy.mock.calls).toEqual([['GET /c']])
  spy.mockRestore()
})
