import { expect, test } from 'bun:test'
import { createRegistry } from '#server/metrics/registry.ts'

test('counters, gauges and histograms are written as Prometheus reads them', () => {
  const registry = createRegistry()
  const asked = registry.counter('asked_total', 'What was asked.')
  asked.add({ route: '/a' })
  asked.add({ route: '/a' }, 2)
  asked.add({ route: '/b' })
  const took = registry.histogram('took_seconds', 'How long it took.', [0.1, 1])
  for (const seconds of [0.1, 0.5, 7]) took.observe({ kind: 'page' }, seconds)
  registry.gauge('open', 'What is open.', () => 3)
  registry.gauge('spent_seconds_total', 'Counted elsewhere.', () => [[{ of: 'user' }, 1.5]], 'counter')
  expect(registry.text()).toBe(
    `# HELP asked_total What was asked.
# TYPE asked_total counter
asked_total{route="/a"} 3
asked_total{route="/b"} 1
# HELP took_seconds How long it took.
# TYPE took_seconds histogram
took_seconds_bucket{kind="page",le="0.1"} 1
took_seconds_bucket{kind="page",le="1"} 2
took_seconds_bucket{kind="page",le="+Inf"} 3
took_seconds_sum{kind="page"} 7.6
took_seconds_count{kind="page"} 3
# HELP open What is open.
# TYPE open gauge
open 3
# HELP spent_seconds_total Counted elsewhere.
# TYPE spent_seconds_total counter
spent_seconds_total{of="user"} 1.5
`,
  )
})

test('a label may hold anything, and what cannot be read leaves the rest to be read', () => {
  const registry = createRegistry()
  registry.counter('a_total', 'A.').add({ route: 'a "b"\\c\nd' })
  registry.gauge('broken', 'Broken.', () => {
    throw new Error('no disk')
  })
  registry.gauge('whole', 'Whole.', () => 1)
  expect(registry.text().split('\n')).toEqual([
    '# HELP a_total A.',
    '# TYPE a_total counter',
    'a_total{route="a \\"b\\"\\\\c\\nd"} 1',
    '# HELP broken Broken.',
    '# TYPE broken gauge',
    '# HELP whole Whole.',
    '# TYPE whole gauge',
    'whole 1',
    '',
  ])
})
