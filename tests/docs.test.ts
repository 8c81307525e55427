import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

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

function readHead(text: string) {
  const head = text.split('---\n')[1] ?? ''
  return new Map(head.split('\n').map((line) => line.split(': ', 2) as [string, string]))
}
