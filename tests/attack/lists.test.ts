import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { SEARCH_TERMS, splitSearchTerms } from '#db/queries/search-patterns.ts'
import { toXlsx } from '#server/export/xlsx.ts'
import { readTable } from '#server/import/read/table.ts'
import { checkZipBounds } from '#server/import/read/zip-bounds.ts'
import { zipOf } from '#tests/import/read/zip.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const bytesOf = (text: string) => new TextEncoder().encode(text)
const many = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n))

/** Half a megabyte each, as much as anybody may send for people: what each takes must not grow with its square. */
const small: [what: string, csv: string][] = [
  ['of columns that all differ', `${many(120_000, (n) => n.toString(36)).join(',')}\nx\n`],
  ['of columns that are all alike', `${'a,'.repeat(400_000)}\nx\n`],
  ['of empty cells', `email\nx${','.repeat(900_000)}\n`],
  ['of the shortest rows', `email\n${'a\n'.repeat(500_000)}`],
  ['of rows that are all wrong', `email,firstname\n${'a\n'.repeat(500_000)}`],
]

describe('a list of people', () => {
  test.each(small)('%s is refused with one problem, and holds nobody up', async (_, csv) => {
    const form = new FormData()
    form.append('file', new File([csv], 'people.csv'))
    const began = performance.now()
    const { status, body, text } = await server.people.admin.call('POST', '/api/users/import', form)
    expect([status, body.data.problems.length, text.length < 1_000]).toEqual([400, 1, true])
    // The first of these took more than a hundred seconds of the one thread.
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

const large: [what: string, csv: string, sentence: RegExp][] = [
  ['of millions of rows', `Name\n${'a\n'.repeat(5_000_000)}`, /more than 300\u00a0000 rows/],
  ['of millions of columns', `${'a,'.repeat(5_000_000)}\nb\n`, /more than 20000 columns/],
  ['of hundreds of columns', `${many(201, (n) => `c${n}`).join(',')}\nb\n`, /more than 200 columns/],
  ['of a row that never ends', `Name\n"${'a\n'.repeat(5_000_000)}`, /no end/],
]

test.each(large)('a list %s is read no further than it need be', async (_, csv, sentence) => {
  const read = await readTable('list.csv', bytesOf(csv))
  expect(read.ok ? [] : read.problems.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(sentence),
  ])
})

const parts: [what: string, name: string, content: string][] = [
  ['texts', 'xl/sharedStrings.xml', '<si><t>a</t></si>'.repeat(600_000)],
  ['runs of one text', 'xl/sharedStrings.xml', '<r/>'.repeat(2_100_000)],
  ['texts by a prefix, in a part of any name', 'xl/a.xml', '<x:si/>'.repeat(2_100_000)],
  ['styles', 'xl/styles.xml', '<xf numFmtId="0"/>'.repeat(2_100_000)],
  ['sheets', 'xl/workbook.xml', '<sheet name="S"/>'.repeat(2_100_000)],
  ['characters of all texts', 'xl/sharedStrings.xml', `<t>${'a'.repeat(999_000)}</t>`.repeat(70)],
  ['characters of one cell', 'xl/worksheets/sheet1.xml', `<t>${'a'.repeat(2_000_000)}`],
  ['attributes', 'xl/worksheets/sheet1.xml', `<c ${many(200_000, (n) => `a${n}="b"`).join(' ')}/>`],
  ['empty rows', 'xl/worksheets/sheet1.xml', '<x:row/>'.repeat(2_600_000)],
  ['cells', 'xl/worksheets/sheet1.xml', '<c/>'.repeat(12_100_000)],
]

describe('a workbook', () => {
  test.each(parts)('that unpacks into millions of %s is refused before it is parsed', (_, name, content) => {
    const workbook = zipOf(name, bytesOf(content))
    expect(workbook.length).toBeLessThan(1_000_000)
    expect(() => checkZipBounds(workbook)).toThrow('toolarge')
  })

  test('with a cell longer than Excel keeps is refused, and is not shown five times over', async () => {
    const bytes = await toXlsx('S', [{ head: 'Name' }], [['x'.repeat(40_000)]])
    const read = await readTable('long.xlsx', bytes)
    expect(read.ok ? '' : read.problems[0]?.sentence).toContain('more than can be read at once')
  })
})

test('a search of a hundred words looks for few of them: each once, the longest, none that stands in another', () => {
  expect(splitSearchTerms('a '.repeat(100))).toEqual(['a'])
  expect(splitSearchTerms('e Krag KRAG krag-og-lig É')).toEqual(['krag-og-lig', 'e'])
  expect(splitSearchTerms('noord 12 Staal')).toEqual(['noord', 'Staal', '12'])
  const words = Array.from({ length: 60 }, (_, n) => String.fromCodePoint(0x3b1 + n, 0x3b1)).join(' ')
  expect(splitSearchTerms(words)).toHaveLength(SEARCH_TERMS)
  expect(splitSearchTerms('a e i o u Krag')).toEqual(['Krag', 'e'])
})
