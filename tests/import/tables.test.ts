import { describe, expect, test } from 'bun:test'
import { xlsxOf } from '#server/export/xlsx.ts'
import { type Column, guessChoices } from '#server/import/choices.ts'
import { labelOf, plainHead } from '#server/import/labels.ts'
import { fieldsOf, listNames } from '#server/import/lists.ts'
import { nounOf } from '#server/import/nouns.ts'
import { readTable } from '#server/import/table.ts'
import { checkBounds } from '#server/import/unzip-bounds.ts'
import { zipOf } from './zip.ts'

describe('a ZIP bomb', () => {
  const megabytes = (many: number) => new Uint8Array(many * 1024 * 1024)

  test('is refused by what it unpacks to, whatever it says of itself', () => {
    expect(() => checkBounds(zipOf('a', megabytes(2), 10), 1024 * 1024)).toThrow('toolarge')
    expect(() => checkBounds(zipOf('a', megabytes(1)), 2 * 1024 * 1024)).not.toThrow()
  })

  test('of 300 MB in 300 kB is answered with a sentence', async () => {
    const bomb = zipOf('xl/worksheets/sheet1.xml', megabytes(300), 100)
    expect(bomb.length).toBeLessThan(400_000)
    const read = await readTable('bomb.xlsx', bomb)
    expect(read).toMatchObject({
      ok: false,
      problems: [{ sentence: expect.stringContaining('more than can be read at once') }],
    })
  })

  test('is no picture of one colour, unless a reader could take it for millions of attributes', () => {
    expect(() => checkBounds(zipOf('xl/media/image1.bmp', megabytes(8)))).not.toThrow()
    for (const name of ['xl/sharedStrings.xml', 'xl/STYLES.XML', '_rels/.rels'])
      expect(() => checkBounds(zipOf(name, megabytes(8)))).toThrow('toolarge')
    const attributes = new TextEncoder().encode(`<si ${'a=b '.repeat(1_100_000)}/>`)
    expect(() => checkBounds(zipOf('xl/media/image1.bmp', attributes))).toThrow('toolarge')
  })

  test.each([
    ['no end', Buffer.from('PK\x03\x04 no end')],
    ['an end that points outside', Buffer.concat([Buffer.from('PK'), zipOf('a', megabytes(1)).subarray(60)])],
  ])('and a ZIP with %s is no ZIP', (_, bytes) => {
    expect(() => checkBounds(bytes)).toThrow('nozip')
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
    const bytes = await xlsxOf(
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

const columnsOf = (...names: string[]): Column[] =>
  names.map((name) => ({ name, samples: ['a'], filled: 1, fractions: false }))

describe('the guess', () => {
  const guessed = (noun: string, ...heads: string[]) => {
    const { fields } = guessChoices(noun, columnsOf(...heads))
    return Object.fromEntries(Object.entries(fields).map(([field, { column }]) => [field, column]))
  }

  test('knows its own labels and names, of every field of every list', () => {
    for (const noun of listNames) {
      const labels = fieldsOf(noun).map((field) => labelOf(noun, field))
      expect(new Set(labels.map(plainHead)).size, noun).toBe(labels.length)
      for (const heads of [labels, fieldsOf(noun)])
        expect(guessed(noun, ...heads), noun).toEqual(
          Object.fromEntries(fieldsOf(noun).map((field, at) => [field, heads[at] ?? ''])),
        )
    }
  })

  test('knows Afrikaans, and how other programs write heads', () => {
    expect(
      guessed('clients', 'Kliëntkode', 'Kliëntnaam', 'Selfoon', 'E-pos', 'Poskode', 'BTW Nommer'),
    ).toEqual({
      ...{ code: 'Kliëntkode', name: 'Kliëntnaam', contactnumber: 'Selfoon', contactemail: 'E-pos' },
      ...{ postalcode: 'Poskode', vatnumber: 'BTW Nommer' },
    })
    expect(
      guessed('inventory', 'stock_code', 'Item Description', 'UnitPrice', 'Cost Price (R)'),
    ).toMatchObject({
      code: 'stock_code',
      materialname: 'Item Description',
    })
  })

  test('follows what was chosen the last time, also what was left out', () => {
    const columns = columnsOf('Code', 'Name', 'City')
    const first = guessChoices('clients', columns)
    const chosen = {
      ...first,
      fields: { ...first.fields, city: { column: '', and: '', fallback: '', fraction: false } },
    }
    expect(guessChoices('clients', columns, { last: chosen }).fields.name?.column).toBe('Name')
    const moved: typeof first = {
      ...first,
      fields: { ...first.fields, note: { ...first.fields.city!, column: 'City' } },
    }
    delete moved.fields.city
    const { fields } = guessChoices('clients', columns, { last: moved })
    expect([fields.note?.column, fields.city?.column ?? '']).toEqual(['City', ''])
  })
})

test('texts may be as long here as in the dialogs', async () => {
  const resources = await Promise.all([
    import('#server/domains/catalogue/inventory/resource.ts').then(({ item }) => item),
    import('#server/domains/work/workers/resource.ts').then(({ worker }) => worker),
    import('#server/domains/stock/equipment/resource.ts').then(({ piece }) => piece),
  ])
  for (const { name, fields } of resources)
    for (const [field, kind] of Object.entries(nounOf(name).fields)) {
      if (typeof kind !== 'object' || !('text' in kind)) continue
      const schema = fields[field]?.schema as { maxLength?: number } | undefined
      expect([name, field, schema?.maxLength]).toEqual([name, field, kind.text])
    }
})
