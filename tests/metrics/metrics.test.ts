import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countAccounts } from '#db/queries/platform/registry.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const SAMPLE = /^([a-z_]+)(\{[a-z]+="(?:[^"\\\n]|\\.)*"(?:,[a-z]+="(?:[^"\\\n]|\\.)*")*\})? (\S+)$/

let server: TestServer
beforeAll(async () => {
  const copies = mkdtempSync(join(tmpdir(), 'joblane-copies-'))
  server = await startTestServer(undefined, ['--metrics', '127.0.0.1:0', '--replicate-to', copies])
})
afterAll(() => server.stop())

const scrape = async () => (await fetch(`http://127.0.0.1:${server.metricsport}/metrics`)).text()
const metric = (text: string, start: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1),
  )

test('requests are counted by the route that answers, never by what was asked for', async () => {
  const { admin } = server.people
  const before = await scrape()
  const { id } = await expectOk(admin.post('/api/clients', { name: 'Counted' }))
  await expectOk(admin.get(`/api/clients/${id}`))
  await fetch(`${server.url}/no/such/page-of-secrets`)
  const after = await scrape()
  const more = (start: string) => metric(after, start) - (metric(before, start) || 0)
  expect(more('joblane_http_requests_total{method="GET",route="/api/clients/:id",status="200"}')).toBe(1)
  expect(more('joblane_http_requests_total{method="GET",route="",status="404"}')).toBe(1)
  expect(more('joblane_http_request_duration_seconds_count{kind="api"}')).toBe(2)
  expect(more('joblane_write_duration_seconds_count')).toBeGreaterThan(0)
  expect(metric(after, 'joblane_accounts')).toBe(server.services.platform.read(countAccounts))
  expect(after).not.toContain(id)
  expect(after).not.toContain('page-of-secrets')
})

test('every line is one that Prometheus reads, each metric with its help and type before it', async () => {
  await server.services.background.run('tidy')
  const text = await scrape()
  const described = new Set<string>()
  for (const line of text.trimEnd().split('\n')) {
    const [, about = ''] = /^# (?:HELP|TYPE) ([a-z_]+) \S/.exec(line) ?? []
    if (about) described.add(about)
    else {
      const [, name = '', , value] = SAMPLE.exec(line) ?? []
      expect([...described], line).toContain(name.replace(/_(bucket|sum|count)$/, ''))
      expect(Number(value), line).not.toBeNaN()
    }
  }
  expect(metric(text, 'joblane_background_runs_total{job="tidy",outcome="ok"}')).toBeGreaterThan(0)
})

test('the dashboard and the alerts ask for nothing that is not there', async () => {
  const served = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const folder = join(import.meta.dir, '../../docs/watching')
  for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
    const asked = (await Bun.file(join(folder, file)).text()).match(/\b(joblane|process)_[a-z_]+\b/g) ?? []
    const names = new Set(asked.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
    expect(names.size, file).toBeGreaterThan(5)
    expect(
      [...names].filter((name) => !served.has(name)),
      file,
    ).toEqual([])
  }
})

test('they stand at their own address alone', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.metricsport}/api/jobs`)).status).toBe(404)
})
