type Labels = Readonly<Record<string, string>>
type Sample = { name: string; labels: Labels; value: number }
type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: () => Sample[] }
type Reading = number | readonly (readonly [labels: Labels, value: number])[]

export type Counter = { add(labels?: Labels, by?: number): void }
type Histogram = { observe(labels: Labels, value: number): void }
export type Registry = {
  counter(name: string, help: string): Counter
  /** `bounds` are the upper ends of the buckets, ascending, in the unit of `name`. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  /** Read when somebody asks; one that cannot be read is left out. A `counter` is counted by somebody else. */
  gauge(name: string, help: string, read: () => Reading, type?: 'gauge' | 'counter'): void
  text(): string
}

/** What is counted, as Prometheus reads it: text format 0.0.4, prometheus.io/docs/instrumenting/exposition_formats. */
export function createRegistry(): Registry {
  const families: Family[] = []
  return {
    counter(name, help) {
      const series = new Map<string, Sample>()
      families.push({ name, help, type: 'counter', samples: () => [...series.values()] })
      return {
        add(labels = {}, by = 1) {
          sampleOf(series, name, labels).value += by
        },
      }
    },
    histogram(name, help, bounds) {
      const series = new Map<string, Buckets>()
      families.push({
        ...{ name, help, type: 'histogram' },
        samples: () => [...series.values()].flatMap((one) => cumulated(name, bounds, one)),
      })
      return {
        observe(labels, value) {
          const one = bucketsOf(series, labels, bounds.length)
          const at = bounds.findIndex((bound) => value <= bound)
          one.counts[at < 0 ? bounds.length : at]!++
          one.sum += value
        },
      }
    },
    gauge(name, help, read, type = 'gauge') {
      families.push({ name, help, type, samples: () => readGauge(name, read) })
    },
    text: () => families.map(familyText).join(''),
  }
}

type Buckets = { labels: Labels; counts: number[]; sum: number }

const keyOf = (labels: Labels) => Object.values(labels).join('\n')

function sampleOf(series: Map<string, Sample>, name: string, labels: Labels): Sample {
  const key = keyOf(labels)
  const known = series.get(key)
  if (known) return known
  const made = { name, labels, value: 0 }
  series.set(key, made)
  return made
}

function bucketsOf(series: Map<string, Buckets>, labels: Labels, bounds: number): Buckets {
  const key = keyOf(labels)
  const known = series.get(key)
  if (known) return known
  const made = { labels, counts: Array<number>(bounds + 1).fill(0), sum: 0 }
  series.set(key, made)
  return made
}

/** Each bucket counts what is in the ones below it too. */
function cumulated(name: string, bounds: readonly number[], { labels, counts, sum }: Buckets): Sample[] {
  let count = 0
  const buckets = counts.map((one, at) => {
    count += one
    return { name: `${name}_bucket`, labels: { ...labels, le: String(bounds[at] ?? '+Inf') }, value: count }
  })
  return [
    ...buckets,
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ]
}

function readGauge(name: string, read: () => Reading): Sample[] {
  try {
    const reading = read()
    if (typeof reading === 'number') return [{ name, labels: {}, value: reading }]
    return reading.map(([labels, value]) => ({ name, labels, value }))
  } catch {
    return []
  }
}

function familyText({ name, help, type, samples }: Family): string {
  const lines = samples().map((one) => `${one.name}${labelsText(one.labels)} ${one.value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs}}` : ''
}

const escapeLabel = (value: string) => value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))
