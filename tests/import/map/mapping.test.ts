import { describe, expect, test } from 'bun:test'
import { applyMapping } from '#server/import/map/apply-mapping.ts'
import { acceptedHeaders, normaliseHeader } from '#server/import/map/headers.ts'
import { type MappableTypes, type Mapping, readMapping } from '#server/import/map/mapping.ts'
import { readCsv } from '#server/import/read/csv.ts'
import type { CsvFile } from '#server/import/read/csv-file.ts'
import { describeProblem as sentence } from '#server/import/read/problem.ts'

const types: MappableTypes = {
  clients: { fields: ['name', 'code', 'city', 'archived'], required: ['name'] },
  jobs: { fields: ['reference', 'client', 'parent', 'start', 'status', 'rate', 'discount', 'toString'] },
}

const clients = { file: 'c.csv', noun: 'clients', key: 'id', fields: { name: 'name' } }
const jobs = (fields: object) => ({ files: [clients, { file: 'j.csv', noun: 'jobs', key: 'no', fields }] })

function mistakes(input: unknown): string[] {
  const outcome = readMapping(input, types)
  return outcome.ok ? [] : outcome.problems.map(sentence)
}

function mapping(input: unknown): Mapping {
  const outcome = readMapping(input, types)
  if (!outcome.ok) throw new Error(outcome.problems.map(sentence).join('\n'))
  return outcome.value
}

function csv(file: string, text: string): CsvFile {
  const outcome = readCsv(file, new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(outcome.problems.map(sentence).join('\n'))
  return outcome.value
}

const twoClients = 'id,name\nA,Ann\nB,Ben\n'

function apply(fields: object, text: string, clientText = twoClients) {
  return applyMapping(mapping(jobs(fields)), {
    'c.csv': csv('c.csv', clientText),
    'j.csv': csv('j.csv', text),
  })
}

function values(fields: object, text: string) {
  const outcome = apply(fields, text)
  if (!outcome.ok) throw new Error(outcome.problems.map(sentence).join('\n'))
  return outcome.value.jobs!.map(({ values }) => values)
}

function problems(...args: Parameters<typeof apply>) {
  const outcome = apply(...args)
  expect(outcome).not.toHaveProperty('value')
  return outcome.ok ? [] : outcome.problems.map(sentence)
}

describe('a mapping', () => {
  test('is read from text or JSON, a column name standing for its source', () => {
    const json = { empty: 'NULL', files: [clients] }
    expect(mapping(JSON.stringify(json))).toEqual(mapping(json))
    expect(mapping(json)).toMatchObject({
      empty: 'NULL',
      files: [{ recordType: 'clients', fields: { name: { columns: ['name'] } } }],
    })
  })

  test.each([
    ['{', 'mapping: The mapping is not JSON with a list named "files".'],
    [{ files: [] }, 'mapping: The mapping is not JSON with a list named "files".'],
    [{ files: [clients], emtpy: '' }, 'mapping: "emtpy" is no word of a mapping; here stand empty, files.'],
    [{ files: [clients], empty: 0 }, 'mapping: "empty" must be text.'],
    [{ files: ['c.csv'] }, 'mapping: An entry of "files" names no file.'],
    [
      { files: [{ ...clients, noun: 'client' }] },
      'c.csv: There is no noun "client"; there are clients, jobs.',
    ],
    [
      { files: [{ ...clients, noun: 'constructor' }] },
      'c.csv: There is no noun "constructor"; there are clients, jobs.',
    ],
    [{ files: [{ ...clients, key: 1 }] }, 'c.csv: "key" must name a column.'],
    [{ files: [{ ...clients, fields: [] }] }, 'c.csv: "fields" must say which column fills which field.'],
    [
      { files: [{ ...clients, fields: { code: 'id' } }] },
      'c.csv: Field name: clients need it, and nothing fills it.',
    ],
    [jobs({ titel: 'a' }), 'j.csv: Field titel: jobs have no such field.'],
    [jobs({ start: 5 }), 'j.csv: Field start: Give exactly one of "column", "columns" and "value".'],
    [
      jobs({ start: { column: 'a', value: 'b' } }),
      'j.csv: Field start: Give exactly one of "column", "columns" and "value".',
    ],
    [jobs({ start: { value: 7 } }), 'j.csv: Field start: "value" must be text.'],
    [jobs({ start: { columns: 'a' } }), 'j.csv: Field start: "columns" must be a list of text.'],
    [
      jobs({ start: { column: 'a', values: { x: 1 } } }),
      'j.csv: Field start: "values" must give a text for each text.',
    ],
    [
      jobs({ start: { column: 'a', required: 'yes' } }),
      'j.csv: Field start: "required" must be true or false.',
    ],
    [
      jobs({ start: { column: 'a', transform: ['trim', 'toString'] } }),
      'j.csv: Field start: There is no transform "toString"; there are trim, upper, title, decimal, percent, boolean, date.',
    ],
    [
      jobs({ client: { column: 'a', reference: 'boards' } }),
      'j.csv: Field client: No file fills boards and names its key column.',
    ],
  ])('%j is refused', (input, expected) => expect(mistakes(input)).toContain(expected))

  test('all mistakes are named at once', () => {
    expect(
      mistakes({
        files: [
          { ...clients, noun: 'x' },
          { ...clients, fields: { name: { column: 'a', date: 1 } } },
        ],
      }),
    ).toEqual([
      'c.csv: There is no noun "x"; there are clients, jobs.',
      expect.stringContaining('c.csv: Field name: "date" is no word of a mapping'),
    ])
  })
})

describe('values', () => {
  test('columns, several joined, constants, defaults', () => {
    const fields = {
      reference: { columns: ['no', 'sub'], join: '/' },
      status: { value: '1' },
      start: { column: 'day', default: 'none' },
    }
    expect(values(fields, 'no,sub,day\n7,b,mon\n8,,\n')).toEqual([
      { reference: '7/b', status: '1', start: 'mon' },
      { reference: '8', status: '1', start: 'none' },
    ])
  })

  test('one text for another, with a word for every other and for empty', () => {
    const fields = { status: { column: 's', values: { '': 'open', lost: 'gone', '*': 'done' } } }
    expect(values(fields, 'no,s\n1,\n2, lost \n3,x\n').map(({ status }) => status)).toEqual([
      'open',
      'gone',
      'done',
    ])
    const strict = { status: { column: 's', values: { y: '1' } } }
    expect(values(strict, 'no,s\n1,y\n2,\n').map(({ status }) => status)).toEqual(['1', ''])
    expect(problems(strict, 'no,s\n1,y\n2,toString\n')).toEqual([
      'j.csv, line 3, s: The mapping gives no value for “toString”.',
    ])
  })

  test.each([
    ['trim', ' a b ', 'a b'],
    ['upper', 'méxico', 'MÉXICO'],
    ['title', "o'BRIEN van der merwe", "O'brien Van Der Merwe"],
    ['decimal', '"1 234,50"', '1234.5'],
    ['decimal', '100.00', '100'],
    ['decimal', '-0.5', '-0.5'],
    ['percent', '0.05', '5'],
    ['percent', '0,125', '12.5'],
    ['boolean', 'Yes', 'true'],
    ['boolean', '0', 'false'],
    ['date', '1996-07-04 00:00:00.000', '1996-07-04'],
    ['date', '2026/2/3', '2026-02-03'],
    ['date', '29/02/2024', '2024-02-29'],
    ['date', '3.12.2026 14:05', '2026-12-03'],
  ])('%s of %p is %p', (transform, cell, expected) => {
    expect(values({ rate: { column: 'v', transform } }, `no;v\n1;${cell}\n2;\n`)).toEqual([
      { rate: expected },
      { rate: '' },
    ])
  })

  test.each([
    ['decimal', '1e5', 'The value must be a number, such as 1 234,5.'],
    ['decimal', '0.1234567', 'The value may have at most 6 decimals.'],
    ['percent', '99999999', 'The quantity is too large.'],
    ['boolean', 'maybe', '“maybe” is neither yes nor no.'],
    ['date', '2026-02-30', '“2026-02-30” is not a date such as 2026-11-21 or 21/11/2026.'],
    [
      'date',
      '2026-01-31T23:00:00Z',
      '“2026-01-31T23:00:00Z” is not a date such as 2026-11-21 or 21/11/2026.',
    ],
    ['date', 'soon', '“soon” is not a date such as 2026-11-21 or 21/11/2026.'],
  ])('%s of %p is refused with line and column', (transform, cell, expected) => {
    expect(problems({ rate: { column: 'v', transform } }, `no,v\n1,\n2,${cell}\n`)).toEqual([
      `j.csv, line 3, v: ${expected}`,
    ])
  })
})

describe('rows', () => {
  test('a reference holds the row it means, also one of its own file further down', () => {
    const fields = {
      client: { column: 'who', reference: 'clients' },
      parent: { column: 'of', reference: 'jobs' },
    }
    const outcome = apply(fields, 'no,who,of\n1,B,2\n2,A,\n')
    if (!outcome.ok) throw new Error('refused')
    const [first, second] = outcome.value.jobs!
    expect(first).toMatchObject({ file: 'j.csv', line: 2, key: '1', values: { client: 'B', parent: '2' } })
    expect(first!.references.client).toBe(outcome.value.clients![1]!)
    expect(first!.references.parent).toBe(second!)
    expect(second!.references).toEqual({ client: outcome.value.clients![0]! })
  })

  test('two files may fill one noun, and share its keys', () => {
    const both = mapping({ files: [clients, { ...clients, file: 'd.csv' }] })
    const files = { 'c.csv': csv('c.csv', twoClients), 'd.csv': csv('d.csv', 'id,name\nC,Cay\n') }
    expect(applyMapping(both, files)).toMatchObject({
      ok: true,
      value: { clients: [{ key: 'A' }, { key: 'B' }, { key: 'C' }] },
    })
    const twice = applyMapping(both, { ...files, 'd.csv': csv('d.csv', 'id,name\nA,Amy\n') })
    expect(twice.ok ? [] : twice.problems.map(sentence)).toEqual([
      'd.csv, line 2, id: The key “A” is taken by c.csv, line 2.',
    ])
  })

  test('every broken cell of every file is named, and no row is returned', () => {
    const fields = {
      client: { column: 'who', reference: 'clients' },
      start: { column: 'day', transform: 'date', required: true },
    }
    expect(problems(fields, 'no,who,day\n1,Z,2026-01-01\n,A,\n1,A,x\n', 'id,name\nA,Ann\nB,\n')).toEqual([
      'c.csv, line 3, name: The cell is empty, and this is needed.',
      'j.csv, line 3, day: The cell is empty, and this is needed.',
      'j.csv, line 4, day: “x” is not a date such as 2026-11-21 or 21/11/2026.',
      'j.csv, line 3, no: The key is empty.',
      'j.csv, line 4, no: The key “1” is taken by j.csv, line 2.',
      'j.csv, line 2, who: There is no “Z” among the clients.',
    ])
  })

  test('a file that is not there, and a column that it does not have', () => {
    expect(problems({ start: 'dya' }, 'no,day\n1,x\n')).toEqual([
      'j.csv: Field start: The file has no column "dya"; it has no, day.',
    ])
    expect(problems({ start: 'day' }, 'number,day\n1,x\n')).toEqual([
      'j.csv: Key: The file has no column "no"; it has number, day.',
    ])
    const alone = applyMapping(mapping(jobs({ start: 'day' })), { 'c.csv': csv('c.csv', twoClients) })
    expect(alone.ok ? [] : alone.problems.map(sentence)).toEqual([
      'j.csv: The mapping names this file, and it is not here.',
    ])
  })
})

describe('heads of columns', () => {
  test.each([
    [
      'customerreference',
      [
        'Client’s order number',
        'Client’s order',
        'Client’s reference',
        'Customer reference',
        'Your order',
        'PO number',
      ],
    ],
    ['scheduledminutes', ['Scheduled minutes', 'Scheduled time', 'Duration']],
  ])('%s goes by every label that it has had', (field, heads) => {
    expect(acceptedHeaders('jobs', field)).toEqual(expect.arrayContaining(heads.map(normaliseHeader)))
  })
})
