import { describe, expect, test } from 'bun:test'
import { toXlsx } from '#server/export/xlsx.ts'
import { readTable } from '#server/import/read/table.ts'
import { checkZipBounds } from '#server/import/read/zip-bounds.ts'
import { zipOf } from './zip.ts'

describe('a ZIP bomb', () => {
  const megabytes = (many: number) => new Uint8Array(many * 1024 * 1024)

  test('is refused by what it unpacks to, whatever it says of itself', () => {
    expect(() => checkZipBounds(zipOf('a', megabytes(2), 10), 1024 * 1024)).toThrow('toolarge')
    expect(() => checkZipBounds(zipOf('a', megabytes(1)), 2 * 1024 * 1024)).not.toThrow()
  })

  test('of 300 MB in 300 kB is answered with a sentence', async () => {
    const zip = zipOf('xl/worksheets/sheet1.xml', megabytes(300), 100)
    expect(zip.length).toBeLessThan(400_000)
    const read = await readTable('bomb.xlsx', zip)
    expect(read).toMatchObject({
      ok: false,
      problems: [{ sentence: expect.stringContaining('more than can be read at once') }],
    })
  })

  test('is no picture of one colour, unless a reader could take it for millions of attributes', () => {
    expect(() => checkZipBounds(zipOf('xl/media/image1.bmp', megabytes(8)))).not.toThrow()
    for (const name of ['xl/sharedStrings.xml', 'xl/STYLES.XML', '_rels/.rels'])
      expect(() => checkZipBounds(zipOf(name, megabytes(8)))).toThrow('toolarge')
    const attributes = new TextEncoder().encode(`<si ${'a=b '.repeat(1_100_000)}/>`)
    expect(() => checkZipBounds(zipOf('xl/media/image1.bmp', attributes))).toThrow('toolarge')
  })

  test.each([
    ['no end', Buffer.from('PK\x03\x04 no end')],
    ['an end that points outside', Buffer.concat([Buffer.from('PK'), zipOf('a', megabytes(1)).subarray(60)])],
  ])('and a ZIP with %s is no ZIP', (_, bytes) => {
    expect(() => checkZipBounds(bytes)).toThrow('nozip')
  })
})

describe('a list of whatever program', () => {
  const encoder = new TextEncoder()
  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

  test.each([
    ['UTF-8', encoder.encode('Naam,Stad\r\nKobus,Brönn\r\n')],
    ['UTF-8 with a mark', encoder.encode('\ufeffNaam,Stad\r\nKobus,Brönn\r\n')],
    ['Windows-1252 with semicolons', latin('Naam;Stad\r\nKobus;Br\xf6nn\r\n')],
    ['tabs', encoder.encode('Naam\tStad\nKobus\tBrönn')],
    ['a first line that names the separator', encoder.encode('sep=;\r\nNaam;Stad\r\nKobus;Brönn\r\n')],
    ['empty columns at the end, as Excel leaves them', encoder.encode('Naam;Stad;;\r\nKobus;Brönn;;\r\n')],
  ])('is read: %s', async (_, bytes) => {
    const read = await readTable('list.csv', bytes)
    expect(read.ok && [read.value.columns, read.value.rows.map(({ cells }) => cells)]).toEqual([
      ['Naam', 'Stad'],
      [['Kobus', 'Brönn']],
    ])
  })

  test('a workbook keeps its lines, skips empty rows, and has no columns beyond its head', async () => {
    const bytes = await toXlsx(
      'S',
      [{ head: 'A' }, { head: 'B' }],
      [
        ['1', null, 'x'],
        [null, null],
        ['2', '3'],
      ],
    )
    const read = await readTable('s.xlsx', bytes)
    expect(read.ok && read.value.rows).toEqual([
      { line: 2, cells: ['1', ''] },
      { line: 4, cells: ['2', '3'] },
    ])
  })
})
