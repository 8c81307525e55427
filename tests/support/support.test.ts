import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, closePage, openPage, pageErrors, screenshot } from './browser.ts'
import { eventually } from './eventually.ts'
import { expectedTimes, slowestFiles } from './file-times.ts'
import { openLine } from './line.ts'
import { failureReasons, filesLeftOut, lastLine, testCounts } from './run.ts'

const summary = (body: string) =>
  `(pass) 3 pass\n\n ${body}\n 9 expect() calls\nRan 12 tests across 3 files. [21.00ms]\n`

const server = Bun.serve({
  port: 0,
  fetch: (request) =>
    new Response(
      `<!doctype html><html><title>t</title><main><h1>t</h1><img src="data:,"><p>${request.headers.get('cookie')}</p></main>
      <script>console.error('seen')</script>`,
      { headers: { 'content-type': 'text/html' } },
    ),
})
afterAll(() => server.stop(true))

test('the counts come from the summary that bun test prints last', () => {
  expect(testCounts(summary('2 pass\n 1 skip\n 1 todo\n 3 fail'))).toEqual({
    pass: 2,
    fail: 3,
    skip: 1,
    todo: 1,
  })
  expect(testCounts(`\n 7 pass\n 7 fail\n${summary('12 pass\n 0 fail')}`)).toEqual({
    pass: 12,
    fail: 0,
    skip: 0,
    todo: 0,
  })
  expect(testCounts('panic: nothing came of it')).toEqual({ pass: 0, fail: 0, skip: 0, todo: 0 })
})

test('a large answer comes whole over a line, also to whoever is slow to read it', async () => {
  const piece = new Uint8Array(1_000_000).fill(65)
  const pieces = 30
  let given = 0
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) =>
    given++ < pieces ? stream.enqueue(piece) : stream.close()
  const large = Bun.serve({ port: 0, fetch: () => new Response(new ReadableStream({ pull })) })
  const line = openLine(large.url.href)
  const reader = connect(Number(new URL(line.url).port), '127.0.0.1')
  reader.write('GET / HTTP/1.1\r\nhost: large\r\nconnection: close\r\n\r\n')
  await eventually(() => given > pieces, true)
  let [came, last] = [0, '']
  reader.on('data', (bytes: Buffer) => {
    came += bytes.length
    last = (last + bytes.subarray(-5).toString('latin1')).slice(-5)
  })
  await eventually(() => [came > pieces * piece.length, last], [true, '0\r\n\r\n'])
  reader.destroy()
  line.stop()
  await large.stop(true)
}, 60_000)

test('the last line is plain', () => {
  expect(lastLine({ pass: 12, fail: 0, skip: 0, todo: 0 })).toBe('12 passed, 0 failed')
  expect(lastLine({ pass: 12, fail: 1, skip: 1, todo: 1 })).toBe('12 passed, 1 failed, 2 skipped')
})

test('a file that never ran is found out', () => {
  const output = `tests/a.test.ts:\n(pass) one\n\ntests/b/c.test.tsx:\n(pass) two\n${summary('2 pass')}`
  expect(filesLeftOut(output, ['tests/z.test.ts', 'tests/a.test.ts', 'tests/b/c.test.tsx'])).toEqual([
    'tests/z.test.ts',
  ])
})

test('the time of a file is what it took last, else a guess by its size, longest where there is a browser', () => {
  const sizes = [
    ['tests/a.test.ts', 4000],
    ['tests/b.test.ts', 8000],
    ['tests/browser/c.test.ts', 4000],
  ] as const
  const times = expectedTimes([...sizes], { 'tests/a.test.ts': 9000, 'tests/gone.test.ts': 1 })
  expect(times).toEqual({ 'tests/a.test.ts': 9000, 'tests/b.test.ts': 2000, 'tests/browser/c.test.ts': 6000 })
  expect(slowestFiles(['tests/b.test.ts', 'tests/browser/c.test.ts'], 2, times)).toEqual([
    '   6.0 s  tests/browser/c.test.ts',
    '   2.0 s  tests/b.test.ts',
  ])
})

test('why a test failed is found again, without what others printed', () => {
  const output = `tests/a.test.ts:\n(pass) one\nerror: no\n(fail) two\n(pass) three\nnoise\n(pass) four\n\n1 tests failed:\n(fail) two\n`
  expect(failureReasons(output)).toEqual(['error: no\n(fail) two'])
})

const passing = "import { expect, test } from 'bun:test'\ntest('is so', () => expect(1).toBe(1))\n"
test.each([
  ['runs', passing, ['2 passed, 0 failed', 0]],
  [
    'is killed with its worker',
    `${passing}test('dies', () => process.kill(process.pid, 'SIGKILL'))`,
    ['1 passed, 1 failed', 1],
  ],
  ['ends its worker', `${passing}test('ends', () => process.exit(0))`, ['1 passed, 1 failed', 1]],
  ['does not load', `import './nothing.ts'\n${passing}`, ['1 passed, 1 failed', 1]],
])('a file that %s, beside a good one, is told in the last line', async (_, text, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-test-'))
  await Bun.write(join(folder, 'good.test.ts'), passing)
  await Bun.write(join(folder, 'other.test.ts'), text)
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, join(import.meta.dir, 'run.ts'), folder], {
    stderr: 'ignore',
  })
  rmSync(folder, { recursive: true })
  expect([stdout.toString().trim().split('\n').at(-1) as string, exitCode]).toEqual(expected)
})

test('a page carries its cookies, and its troubles are noticed', async () => {
  const page = await openPage({ base: server.url.origin, width: 390, theme: 'dark', cookies: 'a=1; b=2' })
  await page.goto('/')
  expect(await page.textContent('p')).toBe('a=1; b=2')
  expect(pageErrors(page)).toEqual(['seen'])
  expect((await axe(page, { frame: true })).map((one) => one.rule)).toEqual(['html-has-lang', 'image-alt'])
  const folder = join(tmpdir(), 'joblane-pictures')
  await screenshot(page, 'support', folder)
  expect(await Bun.file(join(folder, 'support.png')).exists()).toBe(true)
  await closePage(page)
})

test('axe looks into the frames of a page too', async () => {
  const page = await openPage({ base: server.url.origin })
  await page.goto('/')
  await page.setContent(
    '<html lang="en"><title>t</title><main><h1>t</h1><iframe title="f" srcdoc="<img src=data:,>"></iframe>',
  )
  expect((await axe(page, { frame: true })).map(({ rule, where }) => [rule, where])).toContainEqual([
    'image-alt',
    ['iframe img'],
  ])
  await closePage(page)
})

test('a page that was closed leaves nothing to the next', async () => {
  for (const cookies of ['a=1', 'b=2']) {
    const page = await openPage({ base: server.url.origin, cookies })
    await page.goto('/')
    expect(await page.textContent('p')).toBe(cookies)
    expect(pageErrors(page)).toEqual(['seen'])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    await page.evaluate(() => {
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
    })
    await page.route('**/*', (route) => route.abort())
    await page.context().setOffline(true)
    await closePage(page)
  }
})
