import { describe, expect, test } from 'bun:test'
import { readCsv } from '#server/import/read/csv.ts'
import { describeProblem as sentence } from '#server/import/read/problem.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string | Uint8Array, empty?: string) =>
  readCsv('a.csv', typeof text === 'string' ? bytes(text) : text, { empty })

function rows(text: string | Uint8Array, empty?: string) {
  const outcome = read(text, empty)
  if (!outcome.ok) throw new Error(outcome.problems.map(sentence).join('\n'))
  return outcome.value
}

function problems(text: string | Uint8Array) {
  const outcome = read(text)
  return outcome.ok ? [] : outcome.problems.map(sentence)
}

describe('reading', () => {
  test('columns, cells and the line on which each row begins', () => {
    expect(rows('id, name \n1,Ann\n\n2,"Ben, ""the\r\nbold"""\n3,\n')).toEqual({
      file: 'a.csv',
      columns: ['id', 'name'],
      rows: [
        { line: 2, cells: ['1', 'Ann'] },
        { line: 4, cells: ['2', 'Ben, "the\nbold"'] },
        { line: 6, cells: ['3', ''] },
      ],
      encoding: 'utf-8',
      separator: ',',
    })
  })

  test.each([
    ['id;a,b;name\n1;2,5;Ann', ';', ['1', '2,5', 'Ann']],
    ['id\tname\n1\tAnn, B', '\t', ['1', 'Ann, B']],
    ['"a;b;c;d",name\n1;2;3,Ann', ',', ['1;2;3', 'Ann']],
    ['name\nAnn', ',', ['Ann']],
  ])('guesses the separator of %j', (text, separator, cells) => {
    expect(rows(text)).toMatchObject({ separator, rows: [{ line: 2, cells }] })
  })

  test.each(['\n', '\r\n', '\r'])('takes the line end %j', (end) => {
    expect(rows(['a,b', '1,2', '', '3,4', ''].join(end)).rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ])
  })

  test('a byte order mark is no part of the first name', () => {
    expect(rows('\ufeff"id",name\n1,2').columns).toEqual(['id', 'name'])
    const utf16 = new Uint8Array(Buffer.from('\ufeffid\tname\n1\tMéxico', 'utf16le'))
    expect(rows(utf16)).toMatchObject({
      columns: ['id', 'name'],
      rows: [{ cells: ['1', 'México'] }],
      encoding: 'utf-16le',
    })
  })

  test('what is no UTF-8 is Windows-1252', () => {
    const old = Uint8Array.from([...bytes('name\nM'), 0xe9, ...bytes('xico '), 0x80])
    expect(rows(old)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['México €'] }] })
    expect(rows('name\nMéxico €')).toMatchObject({ encoding: 'utf-8', rows: [{ cells: ['México €'] }] })
  })

  test('the word for an empty cell counts only where it is asked for, and only as a whole cell', () => {
    const text = 'a,b\nNULL,NULL island'
    expect(rows(text).rows[0]?.cells).toEqual(['NULL', 'NULL island'])
    expect(rows(text, 'NULL').rows[0]?.cells).toEqual(['', 'NULL island'])
  })

  test('rows of empty cells, as spreadsheets leave them, are left out', () => {
    expect(rows('a;b;c\n;;\n1;2;3\n ; ;\n').rows).toEqual([{ line: 3, cells: ['1', '2', '3'] }])
  })

  test('as many rows as are taken, with the blank ones of a spreadsheet after them, are all read', () => {
    const limited = (text: string) => readCsv('a.csv', bytes(text), { mostrows: 2 })
    expect(limited('a,b\n1,2\n3,4\n,\n , \n,\n')).toMatchObject({ ok: true, value: { rows: [{}, {}] } })
    expect(limited('a,b\n1,2\n,\n3,4\n,\n5,6\n')).toMatchObject({
      ok: false,
      problems: [{ sentence: expect.stringContaining('more than 2 rows') }],
    })
  })

  test('a file with only a head has no rows', () => expect(rows('a,b\n').rows).toEqual([]))
})

describe('refusing', () => {
  test.each([
    ['', 'a.csv: The file is empty.'],
    ['\n\n', 'a.csv: The file is empty.'],
    ['PK\u0003\u0004\0\0', 'a.csv: This is not a CSV file. Save the sheet as CSV and try again.'],
    ['a,,c\n1,2,3', 'a.csv, line 1, column 2: Column 2 has no name.'],
    ['\na,b,a\n1,2,3', 'a.csv, line 2, a: Columns 1 and 3 have the same name.'],
    ['a,b,c\n1,2,3\n\n1,2\n', 'a.csv, line 4, c: The row has 2 cells where the head has 3.'],
    ['a,b\n1,2\n1,2,3\n', 'a.csv, line 3, column 3: The row has 3 cells where the head has 2.'],
    [
      'a,b\n1,"x\ny"\n3,4"5\n',
      'a.csv, line 4, b: A quote stands where none may be: inside a cell, quotes are doubled.',
    ],
    [
      'a,b\n1,2\n3,"4"5\n',
      'a.csv, line 3, b: A quote stands where none may be: inside a cell, quotes are doubled.',
    ],
    ['a,b\n1,2\n\n3,"4\n5,6\n7,8\n', 'a.csv, line 4, b: A quote opens here and is never closed.'],
    ['"a,b\n1,2\n', 'a.csv, line 1, column 1: A quote opens here and is never closed.'],
  ])('%j', (text, expected) => expect(problems(text)).toEqual([expected]))

  test('every row of a wrong width is named, and no row is returned', () => {
    const outcome = read('a,b\n1\n1,2\n1,2,3\n')
    expect(outcome).toMatchObject({ ok: false, problems: [{ line: 2 }, { line: 4 }] })
    expect(outcome).not.toHaveProperty('value')
  })
})
