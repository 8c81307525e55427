import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#server/app.ts'
import { routesTable } from './support/routes-table.ts'

const root = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `decision D2`, `decisions A2 and A6`. */
const CITATION = /\bdecisions? [A-Z]\d+(?:(?:, | and )[A-Z]\d+)*/gi

describe('docs/decisions', () => {
  const folder = 'docs/decisions'
  const files = readdirSync(join(root, folder))
    .filter((name) => name !== 'README.md')
    .sort()
  const heads = new Map(files.map((name) => [name.slice(0, 3), readHead(read(`${folder}/${name}`))]))
  const named = (key: string, number: string) =>
    heads.get(number)?.get(key)?.match(/\d{3}/g) ?? ([] as string[])

  test('each file is listed once, with its title', () => {
    const titles = files.map((name) => {
      const number = name.slice(0, 3)
      const title = /^# (.+)$/m.exec(read(`${folder}/${name}`))?.[1]
      const status = heads.get(number)?.get('status') ?? ''
      return `- [${number}](${name}) ${title}${status === 'accepted' ? '' : ` (${status})`}`
    })
    const listed = read(`${folder}/README.md`)
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(listed.sort()).toEqual(titles)
  })

  test('numbers run from 001 without a gap or a repetition', () => {
    const numbers = files.map((name) => Number(/^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1]))
    expect(numbers).toEqual(files.map((_, index) => index + 1))
  })

  test('each says its status and its date', () => {
    const wrong = [...heads].filter(
      ([, head]) =>
        !/^(accepted|superseded by \d{3})$/.test(head.get('status') ?? '') ||
        !/^\d{4}-\d\d-\d\d$/.test(head.get('date') ?? ''),
    )
    expect(wrong.map(([number]) => number)).toEqual([])
  })

  test('what replaces or amends another is named by both', () => {
    const pairs = (key: string, back: string) =>
      [...heads.keys()].flatMap((number) =>
        named(key, number)
          .filter((other) => !named(back, other).includes(number))
          .map((other) => `${number} ${key} ${other}, which does not say so`),
      )
    expect([
      ...pairs('status', 'supersedes'),
      ...pairs('supersedes', 'status'),
      ...pairs('amends', 'amended by'),
      ...pairs('amended by', 'amends'),
    ]).toEqual([])
  })
})

describe('docs', () => {
  test('each point of the specification that is cited says in a line what it decides', () => {
    const texts = [
      ...new Bun.Glob('{server,db,views,islands,tests,docs}/**/*.{ts,tsx,sql,css,md}').scanSync(root),
    ]
    const cited = texts.flatMap((path) =>
      [...read(path).matchAll(CITATION)].flatMap(([found]) => found.match(/[A-Z]\d+/g) ?? []),
    )
    const mapped = [...read('docs/decisions/README.md').matchAll(/^\| ([A-Z]\d+) \| .+ \|$/gm)].map(
      ([, point]) => point ?? '',
    )
    expect(new Set(cited).size).toBeGreaterThan(20)
    expect(mapped).toEqual([...new Set(mapped)].sort())
    expect([...new Set(cited)].filter((point) => !mapped.includes(point))).toEqual([])
  })

  test('every call says what it does, and no row of routes.md is without words', () => {
    const silent = routes.filter(({ kind, options }) => kind === 'api' && !options.summary)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    expect(read('docs/routes.md')).not.toMatch(/\|\s*\|$/m)
  })

  test('routes.md is what the routes say: `bun run routes` writes it', async () => {
    expect(read('docs/routes.md')).toBe(await routesTable())
  })

  test('rules.md names functions, or computed columns, that stand in the files beside them, each rule once', () => {
    const rows = read('docs/rules.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .map((line) => /^\| (.+) \| `(\w+)` \| (\S+) \|$/.exec(line)?.slice(1) ?? [line, '', ''])
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.filter(([, name = '', path = '']) => !declares(path, name))).toEqual([])
    expect(rows.map(([rule]) => rule).filter((rule, at, all) => all.indexOf(rule) !== at)).toEqual([])
  })

  test('glossary.md fits a page and is sorted', () => {
    const words = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, word]) => word ?? '')
    expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(read('docs/glossary.md').split('\n').length).toBeLessThanOrEqual(60)
  })

  test.each(['README.md', 'STYLE.md'])('%s links and names only what there is', (name) => {
    const text = read(name)
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '')
    const named = [...text.matchAll(/`((?:server|views|islands|db|tests|docs)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    )
    expect([...linked, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

function declares(path: string, name: string): boolean {
  return (
    name !== '' &&
    existsSync(join(root, path)) &&
    (path.endsWith('.sql')
      ? new RegExp(`\`${name}\` (INTEGER|TEXT) GENERATED ALWAYS AS`).test(read(path))
      : new RegExp(`^(export )?(async )?(function\\*?|const|class) ${name}\\b`, 'm').test(read(path)))
  )
}

function readHead(text: string) {
  const head = text.split('---\n')[1] ?? ''
  return new Map(head.split('\n').map((line) => line.split(': ', 2) as [string, string]))
}
